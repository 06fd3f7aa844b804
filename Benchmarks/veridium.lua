-- GetSessionStatus as a friend polls it; the end of the round is reported as for static answers.
wrk.method = "POST"
wrk.body = string.format('{"sessionId":"%s"}', os.getenv("VERIDIUM_SESSION"))
wrk.headers["Content-Type"] = "application/vnd.veridiumid.sessionstatus-v1+json"
wrk.headers["X-Friend-Cert-Subject"] = "CN=demo-friend"
dofile("Benchmarks/report.lua")
