# From samples (metric, round, value, separated by tabs) to a table and a JSON file.
#
# A figure is the median over the rounds; a ratio is made within each round first, because rounds differ more than servers.

BEGIN { FS = "\t" }

{
  if (++count[$1] == 1) metrics[++metric_count] = $1
  value[$1, count[$1]] = $3
  round[$1, count[$1]] = $2
}

function median_of(list, n,    i, j, swap) {
  if (n == 0) return ""
  for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
    swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
  }
  return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

function median(metric,    i, list) {
  for (i = 1; i <= count[metric]; i++) list[i] = value[metric, i] + 0
  return median_of(list, count[metric])
}

# The median over the rounds of one metric divided by another.
function ratio(metric, peer,    i, list) {
  for (i = 1; i <= count[metric]; i++) list[i] = value[metric, i] / value[peer, i]
  return median_of(list, count[metric])
}

function last(metric) { return value[metric, count[metric]] }

function shown(number) {
  if (number == "") return ""
  return sprintf(number >= 1000 ? "%.0f" : number >= 100 ? "%.1f" : number >= 10 ? "%.2f" : "%.3f", number)
}

# One line: a name, our figure, the peer's, the ratio, and a target such as ">= 0.9" for `judged`.
function row(name, ours, peers, quotient, target, judged,    verdict, part) {
  verdict = ""
  if (target != "") {
    split(target, part, " ")
    verdict = (part[1] == ">=" ? judged >= part[2] : judged <= part[2]) ? "met" : "MISSED"
  }
  printf "%-46s %10s %10s %7s  %-9s %s\n", name, shown(ours), shown(peers), quotient == "" ? "" : sprintf("%.2f", quotient), target, verdict
  rows = rows (rows == "" ? "" : ",\n") sprintf("    {\"name\": \"%s\", \"value\": %s, \"peer\": %s, \"ratio\": %s, \"target\": %s, \"verdict\": %s}",
    name, number(ours), number(peers), number(quotient), text(target), text(verdict))
}

function number(n) { return n == "" ? "null" : sprintf("%.6g", n) }
function text(t) { return t == "" ? "null" : "\"" t "\"" }

function heading(name) { printf "\n%-46s %10s %10s %7s  %-9s\n", name, "eidolon", "peer", "ratio", "target" }

function static_rows(document, connections, peer, target,    ours, theirs, name, quotient) {
  ours = "static/" document "/" connections "/eidolon"
  theirs = "static/" document "/" connections "/nginx_" peer
  name = document ", " connections " connections, "
  row(name "requests/s", median(ours "/requests_per_s"), median(theirs "/requests_per_s"), ratio(ours "/requests_per_s", theirs "/requests_per_s"), "", "")
  row(name "p99 ms", median(ours "/p99_ms"), median(theirs "/p99_ms"), ratio(ours "/p99_ms", theirs "/p99_ms"), "", "")
  quotient = ratio(ours "/cpu_us", theirs "/cpu_us")
  row(name "CPU us", median(ours "/cpu_us"), median(theirs "/cpu_us"), quotient, target, quotient)
}

function orders_rows(what, name, target,    quotient) {
  quotient = ratio("orders/" what "/requests_per_s", "orders/static/requests_per_s")
  row(name ", requests/s", median("orders/" what "/requests_per_s"), median("orders/static/requests_per_s"), quotient, ">= " target, quotient)
  row(name ", p99 ms", median("orders/" what "/p99_ms"), median("orders/static/p99_ms"), ratio("orders/" what "/p99_ms", "orders/static/p99_ms"), "", "")
  row(name ", CPU us", median("orders/" what "/cpu_us"), median("orders/static/cpu_us"), ratio("orders/" what "/cpu_us", "orders/static/cpu_us"), "", "")
}

function plain(name, metric, target) { row(name, median(metric), "", "", target, median(metric)) }

END {
  print machine
  for (peer = 1; peer <= 2; peer++) {
    kind = peer == 1 ? "file" : "memory"
    heading("nginx from " (peer == 1 ? "a cached file" : "memory"))
    for (c = 16; c <= 64; c *= 4) {
      static_rows("discovery", c, kind, peer == 1 ? "<= 1.1" : "")
      static_rows("jwkSet", c, kind, peer == 1 ? "<= 1.1" : "")
    }
  }

  heading("logins, openssl speed")
  quotient = ratio("logins/signatures_per_s", "openssl/signatures_per_s")
  row("signatures/s", median("logins/signatures_per_s"), median("openssl/signatures_per_s"), quotient, "", "")
  plain("logins/s", "logins/logins_per_s", "")
  plain("authorize p50 ms", "logins/authorize_p50_ms", "")
  quotient = ratio("logins/authorize_p99_ms", "openssl/signature_ms")
  row("authorize p99 ms, one signature", median("logins/authorize_p99_ms"), median("openssl/signature_ms"), quotient, "<= 4", quotient)
  plain("token p50 ms", "logins/token_p50_ms", "")
  plain("token p99 ms", "logins/token_p99_ms", "")
  plain("userinfo p50 ms", "logins/userinfo_p50_ms", "")
  plain("userinfo p99 ms", "logins/userinfo_p99_ms", "")
  quotient = ratio("logins/server_ms_per_login", "openssl/login_ms")
  row("server CPU ms a login, its signatures", median("logins/server_ms_per_login"), median("openssl/login_ms"), quotient, "<= 1.5", quotient)
  plain("server cores", "logins/server_cores", "")
  plain("load generator cores", "logins/generator_cores", "")

  heading("calls, the static answer of the same server")
  for (m = 1; m <= metric_count; m++) if (metrics[m] ~ /^calls\/.*\/requests_per_s$/ && metrics[m] !~ /\/static\//) {
    split(metrics[m], part, "/")
    call = "calls/" part[2] "/" part[3]
    beside = "calls/" part[2] "/static/" part[3]
    name = part[2] ", " part[3] " connections, "
    quotient = ratio(call "/requests_per_s", beside "/requests_per_s")
    row(name "requests/s", median(call "/requests_per_s"), median(beside "/requests_per_s"), quotient, ">= 0.5", quotient)
    row(name "p99 ms", median(call "/p99_ms"), median(beside "/p99_ms"), ratio(call "/p99_ms", beside "/p99_ms"), "", "")
  }

  if (count["orders/poll/requests_per_s"] > 0) {
    heading("orders of BankID, the static answer")
    orders_rows("poll", "pollUrl", 0.7)
    orders_rows("app_switch", "app switch", 0.5)
    plain("10,000 open orders, polls/s", "orders/open/polls_per_s", ">= 9900")
    plain("10,000 open orders, p50 ms", "orders/open/p50_ms", "")
    plain("10,000 open orders, p99 ms", "orders/open/p99_ms", "")
    plain("10,000 open orders, server cores", "orders/open/server_cores", "<= 1")
    plain("10,000 open orders, load generator cores", "orders/open/generator_cores", "")
  }

  heading("start and memory, nginx")
  row("exec to first 200, ms", median("start/eidolon/start_median_ms"), median("start/nginx/start_median_ms"), "", "<= 15", median("start/eidolon/start_median_ms"))
  plain("stripped binary, MB", "start/binary_mb", "<= 20")
  plain("resident when idle, MB", "memory/idle_mb", "")
  plain("  of it anonymous, MB", "memory/idle_anonymous_mb", "")
  plain("bytes an idle connection", "memory/connection_bytes", "<= 500")
  plain("bytes an open login", "memory/transaction_bytes", "<= 3000")
  metric = "memory/after_logins_mb"
  for (i = 1; i <= count[metric]; i++) row("MB after " round[metric, i] " logins", value[metric, i], "", "", "", "")

  printf "{\n  \"machine\": \"%s\",\n  \"rows\": [\n%s\n  ]\n}\n", machine, rows >json
}
