"""mozilla-django-oidc, set up as its quick start has it, which finds people by their e-mail addresses."""

import json
import sys
from importlib.metadata import version
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path

ISSUER = f"{sys.argv[1]}/bioid/connect"
APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "mozilla_django_oidc"]

settings.configure(
    SECRET_KEY="a secret of this test",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["localhost"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    MIGRATION_MODULES={app.rpartition(".")[2]: None for app in APPS},
    INSTALLED_APPS=APPS,
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    OIDC_RP_CLIENT_ID="judged",
    OIDC_RP_CLIENT_SECRET="demo-secret",
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_OP_AUTHORIZATION_ENDPOINT=f"{ISSUER}/authorize",
    OIDC_OP_TOKEN_ENDPOINT=f"{ISSUER}/token",
    OIDC_OP_USER_ENDPOINT=f"{ISSUER}/userinfo",
    OIDC_OP_JWKS_ENDPOINT=f"{ISSUER}/.well-known/jwks",
    LOGIN_REDIRECT_URL="/me",
    LOGIN_REDIRECT_URL_FAILURE="/failed",
)
django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)


def me(request):
    if request.user.is_authenticated:
        return HttpResponse(f"Welcome {request.user.email}")
    return HttpResponse("Nobody is logged in", status=401)


def failed(request):
    return HttpResponse("Not logged in", status=403)


urlpatterns = [path("me", me), path("failed", failed), path("oidc/", include("mozilla_django_oidc.urls"))]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
url = f"http://localhost:{server.server_port}"
client = {"secret": "demo-secret", "partition": 12, "redirect_uris": [f"{url}/oidc/callback/"]}
library = f"mozilla-django-oidc {version('mozilla-django-oidc')}"
party = {"library": library, "login": f"{url}/oidc/authenticate/", "profile": f"{url}/me"}
print(json.dumps(party | {"client": client}), flush=True)
server.serve_forever()
