"""Authlib in a Flask application, as the documentation of its Flask client has it."""

import json
import sys
from importlib.metadata import version

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, session, url_for
from joserfc.errors import JoseError
from werkzeug.serving import make_server

app = Flask(__name__)
app.secret_key = "a secret of this test"
app.logger.disabled = True
oauth = OAuth(app)
oauth.register(
    "criipto",
    server_metadata_url=f"{sys.argv[1]}/criipto/.well-known/openid-configuration",
    client_id="judged",
    client_secret="demo-secret",
    client_kwargs={"scope": "openid"},
    authorize_params={"acr_values": "urn:grn:authn:dk:mitid:substantial"},
)


@app.get("/login")
def login():
    return oauth.criipto.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    token = oauth.criipto.authorize_access_token()
    session["user"] = token["userinfo"]
    return redirect("/me")


@app.get("/me")
def me():
    if user := session.get("user"):
        return f"Welcome {user['sub']}"
    return "Nobody is logged in", 401


@app.errorhandler(OAuthError)
@app.errorhandler(JoseError)
def refused(error):
    return f"Not logged in: {error}", 403


server = make_server("127.0.0.1", 0, app)
url = f"http://localhost:{server.port}"
client = {"secret": "demo-secret", "redirect_uris": [f"{url}/callback"]}
party = {"library": f"Authlib {version('Authlib')}", "login": f"{url}/login", "profile": f"{url}/me"}
print(json.dumps(party | {"client": client}), flush=True)
server.serve_forever()
