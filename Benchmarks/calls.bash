# Calls of providers beside the static answer (discovery) of the same server in the same round: what a call costs above it.
#
# A provider has a file of its own that defines its calls: measure_call NAME PATH [wrk's options, such as -H]...
# A call that is no GET has a script in call_script, which ends with report.lua.

# One round of wrk; prints requests a second, and dies on errors.
call_round() {
  local name=$1 seconds=$2 connections=$3 path=$4
  shift 4
  local requests duration p99 errors
  read -r requests duration p99 errors < <(
    wrk -t2 -c"$connections" -d"$seconds" "$@" -s "${call_script:-Benchmarks/report.lua}" "http://127.0.0.1:$port$path" | tail -n 1)
  [ -z "$errors" ] || die "$name: errors in $requests requests: $errors"
  sample "calls/$name/$connections/p99_ms" "$round" "$(calculate "$p99 / 1000")"
  sample "calls/$name/$connections/requests_per_s" "$round" "$(calculate "$requests / $duration")"
}

# measure_call NAME PATH [OPTION...]: alternates with the static answer, which goes first in every other round.
measure_call() {
  local name=$1 path=$2 connections
  shift 2
  for connections in 16 64; do
    for ((round = 1; round <= call_rounds; round++)); do
      if [ $((round % 2)) = 1 ]; then
        call_script="" call_round "$name/static" "$call_seconds" "$connections" "${static_paths[discovery]}"
        call_round "$name" "$call_seconds" "$connections" "$path" "$@"
      else
        call_round "$name" "$call_seconds" "$connections" "$path" "$@"
        call_script="" call_round "$name/static" "$call_seconds" "$connections" "${static_paths[discovery]}"
      fi
    done
  done
}

# measure_calls ROUNDS SECONDS
measure_calls() {
  call_rounds=$1 call_seconds=$2
  say "calls beside the static answer: $call_rounds rounds of $call_seconds s, 16 and 64 connections"
  measure_bioid_calls
  measure_videoid_calls
  measure_veridium_calls
}
