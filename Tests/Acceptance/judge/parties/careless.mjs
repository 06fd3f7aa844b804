// A client of ours without dependencies that is careless in seven ways, each marked with its number.

import { createHmac, createPublicKey, randomBytes, verify } from "node:crypto"
import { createServer } from "node:http"

const issuer = `${process.argv[2]}/criipto`
const sessions = new Map()
const decoded = (part) => JSON.parse(Buffer.from(part, "base64url"))

const login = (session) => {
  // (1) state and (2) nonce are sent, and nobody looks at them again.
  const [state, nonce] = [randomBytes(8).toString("hex"), randomBytes(8).toString("hex")]
  const query = {
    client_id: "judged", response_type: "code", scope: "openid", redirect_uri: `${url}/callback`,
    acr_values: "urn:grn:authn:dk:mitid:substantial", state, nonce,
  }
  return [302, "", { Location: `${issuer}/oauth2/authorize?${new URLSearchParams(query)}` }]
}

const callback = async (session, query) => {
  const code = query.get("code")
  if (!code) return [403, "Not logged in"]
  const authorization = `Basic ${Buffer.from("judged:demo-secret").toString("base64")}`
  const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: `${url}/callback` })
  const answer = await fetch(`${issuer}/oauth2/token`, { method: "POST", headers: { authorization }, body })
  // (3) Whatever its status.
  const { id_token: token } = await answer.json()
  // (4) Who issued it, (5) for whom, and (6) until when is not asked.
  session.user = (await claims(token)).sub
  return session.user ? [303, "", { Location: "/me" }] : [403, "Not logged in"]
}

const claims = async (token) => {
  const [head, body, signature] = token.split(".")
  const header = decoded(head)
  const { keys } = await (await fetch(`${issuer}/.well-known/jwks`)).json()
  const known = keys.find((key) => key.kid === header.kid)
  if (!known) throw new Error("unknown key")
  const key = createPublicKey({ key: known, format: "jwk" })
  const signed = Buffer.from(`${head}.${body}`)
  const bytes = Buffer.from(signature, "base64url")
  const right = {
    // (7) The token says how it is to be checked.
    none: () => true,
    HS256: () => createHmac("sha256", key.export({ type: "spki", format: "pem" })).update(signed).digest().equals(bytes),
    RS256: () => verify("RSA-SHA256", signed, key, bytes),
  }[header.alg]
  if (!right?.()) throw new Error("bad signature")
  return decoded(body)
}

const me = (session) => session.user ? [200, `Welcome ${session.user}`] : [401, "Nobody is logged in"]

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, url)
  let name = /\bsid=(\w+)/.exec(request.headers.cookie ?? "")?.[1]
  if (!sessions.has(name)) sessions.set(name = randomBytes(8).toString("hex"), {})
  const page = { "/login": login, "/callback": callback, "/me": me }[pathname] ?? (() => [404, "Nothing is here"])
  const [status, text, headers] = await Promise.resolve(page(sessions.get(name), searchParams))
    .catch((error) => [403, `Not logged in: ${error.message}`])
  response.writeHead(status, { "Set-Cookie": `sid=${name}; Path=/; HttpOnly`, ...headers }).end(text)
})

let url
server.listen(0, "127.0.0.1", () => {
  url = `http://localhost:${server.address().port}`
  const client = { secret: "demo-secret", redirect_uris: [`${url}/callback`] }
  console.log(JSON.stringify({ library: "A careless client", login: `${url}/login`, profile: `${url}/me`, client }))
})
