# Discovery and the key set, against nginx with the same bytes from a cached file and from its configuration.

static_documents=(discovery jwkSet)
declare -A static_paths=([discovery]=/itsme/oidc/.well-known/openid-configuration [jwkSet]=/itsme/oidc/jwkSet)

# One nginx with two ports. It is set up as fast as it goes: no access log, descriptors and sizes cached, no header that the
# emulator does not send either, except its own Server and Connection.
start_nginx() {
  local document
  nginx_file_port=$("$tools/probe" port)
  nginx_memory_port=$("$tools/probe" port)
  mkdir -p "$work/nginx/logs"
  for document in "${static_documents[@]}"; do
    mkdir -p "$work/nginx/files$(dirname "${static_paths[$document]}")"
    curl -sf "http://127.0.0.1:$port${static_paths[$document]}" >"$work/nginx/files${static_paths[$document]}"
  done
  cat >"$work/nginx/nginx.conf" <<CONF
daemon off;
worker_processes $(nproc);
error_log $work/nginx/logs/error.log;
pid $work/nginx/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  default_type application/json;
  server_tokens off;
  keepalive_requests 1000000000;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=16 inactive=1h;
  open_file_cache_valid 1h;
  etag off;
  if_modified_since off;
  max_ranges 0;
  add_header Eidolon emulator;
  add_header Last-Modified "";
  server { listen 127.0.0.1:$nginx_file_port; root $work/nginx/files; }
  server {
    listen 127.0.0.1:$nginx_memory_port;
$(for document in "${static_documents[@]}"; do
    echo "    location = ${static_paths[$document]} { return 200 '$(cat "$work/nginx/files${static_paths[$document]}")'; }"
  done)
  }
}
CONF
  begin nginx -p "$work/nginx" -c "$work/nginx/nginx.conf"
  nginx_pid=$started
  "$tools/probe" await --port "$nginx_file_port" --path "${static_paths[discovery]}"
}

# static_round ROUND SECONDS CONNECTIONS DOCUMENT SERVER PORT PROCESS...
static_round() {
  local round=$1 seconds=$2 connections=$3 document=$4 server=$5 target=$6
  shift 6
  local before after requests duration p99 errors name="static/$document/$connections/$server"
  before=$(cpu_ticks "$@")
  read -r requests duration p99 errors < <(
    wrk -t2 -c"$connections" -d"$seconds" -s Benchmarks/report.lua "http://127.0.0.1:$target${static_paths[$document]}" | tail -n 1)
  after=$(cpu_ticks "$@")
  [ -z "$errors" ] || die "$name: errors in $requests requests: $errors"
  sample "$name/requests_per_s" "$round" "$(calculate "$requests / $duration")"
  sample "$name/p99_ms" "$round" "$(calculate "$p99 / 1000")"
  sample "$name/cpu_us" "$round" "$(calculate "($after - $before) * $tick_us / $requests")"
}

measure_static() {
  local rounds=$1 seconds=$2 round connections document server workers
  say "static answers: $rounds rounds of $seconds s, 16 and 64 connections"
  start_nginx
  workers=$(pgrep -P "$nginx_pid" | tr '\n' ' ')
  for ((round = 1; round <= rounds; round++)); do
    for connections in 16 64; do
      for document in "${static_documents[@]}"; do
        # Every other round goes the other way round, so that no server always follows the same neighbour.
        for server in $([ $((round % 2)) = 1 ] && echo eidolon nginx_file nginx_memory || echo nginx_memory nginx_file eidolon); do
          case $server in
            eidolon) static_round "$round" "$seconds" "$connections" "$document" "$server" "$port" "$server_pid" ;;
            # shellcheck disable=SC2086
            nginx_file) static_round "$round" "$seconds" "$connections" "$document" "$server" "$nginx_file_port" $workers ;;
            # shellcheck disable=SC2086
            nginx_memory) static_round "$round" "$seconds" "$connections" "$document" "$server" "$nginx_memory_port" $workers ;;
          esac
        done
      done
    done
  done
  end "$nginx_pid"
}
