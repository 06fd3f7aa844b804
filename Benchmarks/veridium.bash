# VeridiumID: GetSessionStatus of one session, polled as a friend polls it.

measure_veridium_calls() {
  local api=/veridium/websec/rest/enterprise session
  session=$(curl -sf "http://127.0.0.1:$port$api/AuthenticationRequest" -H 'X-Friend-Cert-Subject: CN=demo-friend' \
    -H 'Content-Type: application/vnd.veridiumid.authenticationrequest-v1+json' \
    -d '{"memberExternalId":"GENERIC","profileExternalId":"anna"}' | sed 's/.*"sessionId":"\([^"]*\)".*/\1/')
  [ -n "$session" ] || die "veridium: no session"
  VERIDIUM_SESSION=$session call_script=Benchmarks/veridium.lua measure_call "veridium status" "$api/GetSessionStatus"
}
