# videoid.request, against a static answer of the same server in the same round.

# videoid_round ROUND SECONDS NAME SCRIPT PATH
videoid_round() {
  local round=$1 seconds=$2 name=$3 script=$4 path=$5 before after requests duration p99 errors
  before=$(cpu_ticks "$server_pid")
  read -r requests duration p99 errors < <(
    wrk -t2 -c16 -d"$seconds" -s "Benchmarks/$script.lua" "http://127.0.0.1:$port$path" | tail -n 1)
  after=$(cpu_ticks "$server_pid")
  [ -z "$errors" ] || die "$name: errors in $requests requests: $errors"
  sample "$name/requests_per_s" "$round" "$(calculate "$requests / $duration")"
  sample "$name/p99_ms" "$round" "$(calculate "$p99 / 1000")"
  sample "$name/cpu_us" "$round" "$(calculate "($after - $before) * $tick_us / $requests")"
}

measure_videoid() {
  local rounds=$1 seconds=$2 round
  say "videoid.request: $rounds rounds of $seconds s, 16 connections"
  for ((round = 1; round <= rounds; round++)); do
    # Every other round goes the other way round, so that neither always follows the other.
    if [ $((round % 2)) = 1 ]; then
      videoid_round "$round" "$seconds" videoid/static report "${static_paths[discovery]}"
      videoid_round "$round" "$seconds" videoid/request videoid /videoid/v2/videoid.request
    else
      videoid_round "$round" "$seconds" videoid/request videoid /videoid/v2/videoid.request
      videoid_round "$round" "$seconds" videoid/static report "${static_paths[discovery]}"
    fi
  done
}
