# Whole logins, against what `openssl speed` signs on the same cores in the same round.

# Signatures per second of OpenSSL on all cores, by the wall clock.
openssl_signatures() {
  openssl speed -elapsed -multi "$(nproc)" -seconds "$1" rsa2048 2>/dev/null | awk '/^rsa 2048/ { print $6 }'
}

measure_logins() {
  local rounds=$1 seconds=$2 round signatures count name value
  say "logins: $rounds rounds of about $seconds s, 8 connections, each after openssl speed"
  "$tools/logins" --port "$port" --logins 200 >/dev/null
  for ((round = 1; round <= rounds; round++)); do
    signatures=$(openssl_signatures "$seconds")
    sample openssl/signatures_per_s "$round" "$signatures"
    sample openssl/signature_ms "$round" "$(calculate "1000 * $(nproc) / $signatures")"
    sample openssl/login_ms "$round" "$(calculate "2000 * $(nproc) / $signatures")"
    count=$(calculate "int($signatures / 2 * $seconds)")
    while read -r name value; do
      sample "logins/$name" "$round" "$value"
      [ "$name" != logins_per_s ] || sample logins/signatures_per_s "$round" "$(calculate "2 * $value")"
    done < <("$tools/logins" --port "$port" --connections 8 --logins "$count" --server "$server_pid" || echo "failed 1")
    ! grep -q '^logins/failed' "$samples" || die "a login failed"
  done
}
