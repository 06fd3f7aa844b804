# From exec to the first answer, the size of the binary, and resident memory: idle, per idle connection, per open transaction, over many logins.

measure_start() {
  local runs=$1 name value start_port
  say "start: $runs runs"
  start_port=$("$tools/probe" port)
  while read -r name value; do
    sample "start/eidolon/$name" 1 "$value"
  done < <("$tools/probe" start --port "$start_port" --path "${static_paths[discovery]}" --runs "$runs" -- \
    "$program" serve --listen "127.0.0.1:$start_port" || echo "failed 1")
  while read -r name value; do
    sample "start/nginx/$name" 1 "$value"
  done < <("$tools/probe" start --port "$nginx_file_port" --path "${static_paths[discovery]}" --runs "$runs" -- \
    nginx -p "$work/nginx" -c "$work/nginx/nginx.conf" || echo "failed 1")
  ! grep -q '^start/.*failed' "$samples" || die "a server did not start"
  strip -o "$work/stripped" "$program"
  sample start/binary_mb 1 "$(calculate "$(stat -c %s "$work/stripped") / 1000000")"
}

# Resident kilobytes of the server, counted page by page; the figure of `status` is an estimate since Linux 6.2.
resident() { awk '$1 == "Rss:" { print $2 }' "/proc/$server_pid/smaps_rollup"; }
anonymous() { awk '$1 == "Anonymous:" { print $2 }' "/proc/$server_pid/smaps_rollup"; }

# Connections that have asked once and stay.
hold_connections() {
  local count=$1
  coproc holder { exec "$tools/probe" idle --port "$port" --path "${static_paths[discovery]}" --connections "$count"; }
  # Bash forgets both when the process ends.
  holder_pid=$holder_PID holder_input=${holder[1]}
  read -r _ <&"${holder[0]}" || die "the connections were not opened"
}
release_connections() {
  exec {holder_input}>&-
  wait "$holder_pid" || true
}

measure_memory() {
  local before after
  say "memory: idle, 2,000 idle connections, 10,000 open logins"
  start_server
  sleep 1
  "$tools/probe" await --port "$port" --path "${static_paths[discovery]}"
  sample memory/idle_mb 1 "$(calculate "$(resident) / 1024")"
  sample memory/idle_anonymous_mb 1 "$(calculate "$(anonymous) / 1024")"

  # The journal is a ring: filled first, so that what grows afterwards is connections.
  wrk -t1 -c32 -d1s "http://127.0.0.1:$port${static_paths[discovery]}" >/dev/null
  hold_connections 32
  release_connections
  sleep 0.2
  before=$(anonymous)
  hold_connections 2000
  after=$(anonymous)
  sample memory/connection_bytes 1 "$(calculate "($after - $before) * 1024 / 2000")"
  release_connections

  # The journal is a ring: the first five thousand calls fill it, so that what grows afterwards is transactions.
  "$tools/logins" --port "$port" --logins 5000 --only-authorize >/dev/null
  before=$(anonymous)
  "$tools/logins" --port "$port" --logins 10000 --only-authorize >/dev/null
  after=$(anonymous)
  sample memory/transaction_bytes 1 "$(calculate "($after - $before) * 1024 / 10000")"
  end "$server_pid"
}

# growth LOGINS STEP
measure_growth() {
  local logins=$1 step=$2 done
  say "memory over $logins logins, looked at every $step"
  start_server
  for ((done = step; done <= logins; done += step)); do
    "$tools/logins" --port "$port" --logins "$step" >/dev/null
    sample memory/after_logins_mb "$done" "$(calculate "$(resident) / 1024")"
    say "  $done logins: $(calculate "$(resident) / 1024") MB, of it anonymous $(calculate "$(anonymous) / 1024") MB"
  done
  end "$server_pid"
}
