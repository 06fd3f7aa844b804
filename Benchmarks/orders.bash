# Orders of Swedish BankID: pollUrl and the app-switch answer beside the static answer of the same round, and ten thousand open
# orders that their clients poll once a second.

app_switch_path="/criipto/oauth2/authorize?client_id=urn%3Amy%3Aapplication%3Aidentifier%3A1234&response_type=code&scope=openid"
app_switch_path+="&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcallback&acr_values=urn%3Agrn%3Aauthn%3Ase%3Abankid%3Asame-device"
app_switch_path+="&login_hint=appswitch%3Aandroid&response_mode=json&prompt=login&state=c2f61d3a9b7e4f08"

# orders_round ROUND SECONDS NAME PATH
orders_round() {
  local round=$1 seconds=$2 name=orders/$3 path=$4 before after requests duration p99 errors
  before=$(cpu_ticks "$server_pid")
  read -r requests duration p99 errors < <(
    wrk -t2 -c16 -d"$seconds" -s Benchmarks/report.lua "http://127.0.0.1:$port$path" | tail -n 1)
  after=$(cpu_ticks "$server_pid")
  [ -z "$errors" ] || die "$name: errors in $requests requests: $errors"
  sample "$name/requests_per_s" "$round" "$(calculate "$requests / $duration")"
  sample "$name/p99_ms" "$round" "$(calculate "$p99 / 1000")"
  sample "$name/cpu_us" "$round" "$(calculate "($after - $before) * $tick_us / $requests")"
}

measure_orders() {
  local rounds=$1 seconds=$2 watched=$3 round name poll_path value
  say "orders: $rounds rounds of $seconds s, 16 connections; ten thousand open orders for $watched s"
  for ((round = 1; round <= rounds; round++)); do
    for name in $([ $((round % 2)) = 1 ] && echo static poll app_switch || echo app_switch poll static); do
      case $name in
        static) orders_round "$round" "$seconds" static "${static_paths[discovery]}" ;;
        poll)
          # Opened here, because a round of app-switch answers begins more orders than the server keeps: the oldest end early.
          poll_path=$("$tools/orders" url --port "$port")
          orders_round "$round" "$seconds" poll "$poll_path"
          ;;
        app_switch) orders_round "$round" "$seconds" app_switch "$app_switch_path" ;;
      esac
    done
  done
  # The orders of the rounds are older than those that are counted.
  end "$server_pid"
  start_server
  while read -r name value; do
    sample "orders/open/$name" 1 "$value"
  done < <("$tools/orders" poll --port "$port" --seconds "$watched" --server "$server_pid" || echo "failed 1")
  ! grep -q '^orders/open/failed' "$samples" || die "an order was not polled"
}
