"""idpyoidc in a Flask application, by the three calls of its RPHandler, with private_key_jwt."""

import json
import sys
from importlib.metadata import version

from cryptojwt.key_jar import build_keyjar
from flask import Flask, redirect, request, session
from idpyoidc.client.rp_handler import RPHandler
from werkzeug.serving import make_server

ISSUER = f"{sys.argv[1]}/itsme/oidc"
SERVICE = "idpyoidc.client.oidc"

app = Flask(__name__)
app.secret_key = "a secret of this test"
app.logger.disabled = True
server = make_server("127.0.0.1", 0, app)
url = f"http://localhost:{server.port}"

keys = build_keyjar([{"type": "RSA", "use": ["sig"]}])
handler = RPHandler(
    base_url=url,
    keyjar=keys,
    hash_seed="x" * 32,
    client_configs={
        ISSUER: {
            "issuer": ISSUER,
            "client_id": "judged",
            "client_type": "oidc",
            "redirect_uris": [f"{url}/callback"],
            "response_types": ["code"],
            "scope": ["openid", "profile"],
            "token_endpoint_auth_method": "private_key_jwt",
            "token_endpoint_auth_signing_alg": "RS256",
            "client_authn_methods": ["private_key_jwt", "bearer_header"],
            "services": {
                "discovery": {"class": f"{SERVICE}.provider_info_discovery.ProviderInfoDiscovery"},
                "authorization": {"class": f"{SERVICE}.authorization.Authorization"},
                "access_token": {"class": f"{SERVICE}.access_token.AccessToken"},
                "userinfo": {"class": f"{SERVICE}.userinfo.UserInfo"},
            },
        }
    },
)


@app.get("/login")
def login():
    # By hand, for idpyoidc asks for no scope that discovery does not list, and the name of a service is in no list.
    scope = ["openid", "service:JUDGED_LOGIN", "profile"]
    started = handler.begin(ISSUER, req_args={"scope": scope, "acr_values": "tag:sixdots.be,2016-06:acr_advanced"})
    return redirect(started["url"] if isinstance(started, dict) else started)


@app.get("/callback")
def callback():
    result = handler.finalize(ISSUER, request.args.to_dict())
    if "error" in result:
        return f"Not logged in: {result['error']}", 403
    session["user"] = result["userinfo"]["sub"]
    return redirect("/me")


@app.get("/me")
def me():
    if user := session.get("user"):
        return f"Welcome {user}"
    return "Nobody is logged in", 401


@app.errorhandler(Exception)
def refused(error):
    return f"Not logged in: {type(error).__name__}", 403


client = {
    "preset": "lenient", "jwks": keys.export_jwks(),
    "services": {"JUDGED_LOGIN": {"redirect_uris": [f"{url}/callback"]}},
}
party = {"library": f"idpyoidc {version('idpyoidc')}", "login": f"{url}/login", "profile": f"{url}/me"}
print(json.dumps(party | {"client": client}), flush=True)
server.serve_forever()
