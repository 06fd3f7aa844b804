"""Right relying parties that go about it unusually: Authlib in Flask, with the manners that the command line names."""

import json
import secrets
import sys
from time import time
from urllib.parse import parse_qsl, urlencode, urlsplit

import requests
from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, make_response, redirect, request
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

ISSUER, MANNERS = f"{sys.argv[1]}/criipto", set(sys.argv[2:])
SECRET = "demo-secret"
app = Flask(__name__)
app.secret_key = "a secret of this test"
app.logger.disabled = True
oauth = OAuth(app)
oauth.register(
    "criipto", server_metadata_url=f"{ISSUER}/.well-known/openid-configuration", client_id="judged", client_secret=SECRET,
    client_kwargs={"scope": "openid", "code_challenge_method": "S256"},
    authorize_params={"acr_values": "urn:grn:authn:dk:mitid:substantial"},
)
people: dict[str, str] = {}
key = RSAKey.generate_key(2048, {"kid": "signs requests", "use": "sig"}) if "jar" in MANNERS else None


@app.get("/login")
def login():
    if "interstitial" in MANNERS:
        return '<title>Shop</title><meta http-equiv="refresh" content="0; url=go"><p>One moment, please</p>'
    return begin()


@app.get("/go")
def begin():
    more = {"response_mode": "form_post"} if "form_post" in MANNERS else {}
    if "silent" in MANNERS and "asked" not in request.args:
        more["prompt"] = "none"
    callback = f"{url}/cb"
    made = oauth.criipto.create_authorization_url(callback, **more)
    oauth.criipto.save_authorize_data(redirect_uri=callback, **made)
    target = made["url"]
    if "par" in MANNERS:
        parts = urlsplit(target)
        pushed = requests.post(f"{ISSUER}/oauth2/par", data=dict(parse_qsl(parts.query)), auth=("judged", SECRET), timeout=5)
        pushed.raise_for_status()
        target = parts._replace(query=urlencode({"client_id": "judged", "request_uri": pushed.json()["request_uri"]})).geturl()
    if key:
        # RFC 9101: all that is asked for stands in the object, and the address has only what OAuth wants there.
        claims = dict(parse_qsl(urlsplit(target).query)) | {"iss": "judged", "aud": ISSUER, "exp": int(time()) + 60}
        signed = jwt.encode({"alg": "RS256", "kid": key.kid, "typ": "oauth-authz-req+jwt"}, claims, key)
        beside = {"client_id": "judged", "response_type": "code", "scope": "openid", "request": signed}
        target = urlsplit(target)._replace(query=urlencode(beside)).geturl()
    return redirect(target, 303)


@app.route("/cb", methods=["GET", "POST"])
def callback():
    try:
        user = oauth.criipto.authorize_access_token()["userinfo"]
    except (OAuthError, JoseError, requests.RequestException, KeyError, ValueError) as error:
        if getattr(error, "error", "") == "login_required":
            return redirect("go?asked=1", 303)
        if "starts again" in MANNERS and getattr(error, "error", "") != "access_denied":
            return redirect("login", 303)
        return "<title>Shop</title><p>Something went wrong, try again</p>", 200 if "says no with 200" in MANNERS else 403
    name = f"sid_{secrets.token_hex(4)}" if "cookies" in MANNERS else "sid"
    value = secrets.token_urlsafe(16)
    people[value] = user["sub"]
    answer = make_response(redirect("me", 303))
    answer.set_cookie(name, value, httponly=True)
    return answer


@app.get("/me")
def me():
    for name, value in request.cookies.items():
        if name.startswith("sid") and value in people:
            return f"<title>Shop</title><p>Welcome {people[value]}</p>"
    return redirect("/bye", 302) if "says no with 200" in MANNERS else ("Nobody is logged in", 401)


@app.get("/bye")
def bye():
    return "<title>Shop</title><p>Nobody is logged in</p>"


server = make_server("127.0.0.1", 0, app, threaded=True)
url = f"http://localhost:{server.port}"
print(json.dumps({
    "library": "Authlib", "login": f"{url}/login", "profile": f"{url}/me",
    "client": {"secret": SECRET, "redirect_uris": [f"{url}/cb"]}
    | ({"jwks": {"keys": [key.as_dict(private=False)]}} if key else {}),
}), flush=True)
server.serve_forever()
