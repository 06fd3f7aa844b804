#!/usr/bin/env bash
# A test without a framework: starts Eidolon, gives the test a sandbox, lets the person reject, and checks what came of it.
set -euo pipefail

log=$(mktemp)
eidolon serve --strict --listen 127.0.0.1:0 >"$log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -f "$log"' EXIT

# The address is printed once it is served.
for _ in $(seq 100); do
  url=$(grep -om1 'http://127\.0\.0\.1:[0-9]*' "$log" || true)
  [ -n "$url" ] && break
  sleep 0.1
done

call() { curl -sSf -X "$1" "$url$2" -H 'Content-Type: application/json' -d "${3:-{\}}"; }

call POST /_eidolon/sandboxes '{"name": "rejects"}' >/dev/null
call POST /~rejects/_eidolon/queue '{"scenario": "itsme/reject"}' >/dev/null

# Here your application logs somebody in; its issuer is $url/~rejects/itsme/oidc.
location=$(curl -sS -o /dev/null -w '%{redirect_url}' -G "$url/~rejects/itsme/oidc/authorize" \
  -d client_id=EIDOLON_TEST -d response_type=code -d state=abc -d nonce=def \
  --data-urlencode 'scope=openid service:EIDOLON_LOGIN' \
  --data-urlencode redirect_uri=http://localhost:9000/cb)

case $location in
  *error=access_denied*) echo "the person rejected" ;;
  *) echo "not expected: $location" >&2; exit 1 ;;
esac
call POST /~rejects/_eidolon/verify '{"request": {"endpoint": "token"}, "count": {"exactly": 0}}' >/dev/null
call DELETE /_eidolon/sandboxes/rejects
