# BioID: the token call, which opens a transaction each time, and the result call of a token whose operation was performed.

measure_bioid_calls() {
  local api="http://127.0.0.1:$port/bioid/extension" credentials=demo-app:demo-secret token
  local token_path="/bioid/extension/token?id=demo-app&bcid=bws.12.4711&task=verify"
  local basic
  basic="Authorization: Basic $(printf %s "$credentials" | base64)"
  measure_call "bioid token" "$token_path" -H "$basic"
  # After the token calls, so that this token is not among those that a full store lets go of.
  token=$(curl -sf -u "$credentials" "http://127.0.0.1:$port$token_path")
  curl -sf -o /dev/null "http://127.0.0.1:$port/bioid/app/verify?access_token=$token&return_url=YourApp&state=s"
  curl -sf -u "$credentials" "$api/result?access_token=$token" | grep -q '"Success":true' || die "bioid: no result"
  measure_call "bioid result" "/bioid/extension/result?access_token=$token" -H "$basic"
}
