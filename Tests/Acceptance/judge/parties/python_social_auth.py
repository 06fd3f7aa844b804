"""Python Social Auth in a Django application, as it documents its generic OpenID Connect backend."""

import json
import sys
from importlib.metadata import version
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path

APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "social_django"]

settings.configure(
    SECRET_KEY="a secret of this test",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["localhost"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    MIGRATION_MODULES={app.rpartition(".")[2]: None for app in APPS},
    INSTALLED_APPS=APPS,
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "social_django.middleware.SocialAuthExceptionMiddleware",
    ],
    AUTHENTICATION_BACKENDS=["social_core.backends.open_id_connect.OpenIdConnectAuth"],
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=f"{sys.argv[1]}/criipto",
    SOCIAL_AUTH_OIDC_KEY="judged",
    SOCIAL_AUTH_OIDC_SECRET="demo-secret",
    SOCIAL_AUTH_OIDC_ACR_VALUES="urn:grn:authn:dk:mitid:substantial",
    SOCIAL_AUTH_LOGIN_REDIRECT_URL="/me",
    SOCIAL_AUTH_LOGIN_ERROR_URL="/failed",
)
django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)


def login(request):
    token = f"<input type=hidden name=csrfmiddlewaretoken value='{get_token(request)}'>"
    form = f"<form method=post action=/login/oidc/>{token}<button>Log in</button></form>"
    return HttpResponse(f"<body onload='document.forms[0].submit()'>{form}")


def me(request):
    if request.user.is_authenticated:
        return HttpResponse(f"Welcome {request.user.social_auth.get().uid}")
    return HttpResponse("Nobody is logged in", status=401)


def failed(request):
    return HttpResponse("Not logged in", status=403)


urlpatterns = [path("login", login), path("me", me), path("failed", failed), path("", include("social_django.urls"))]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
url = f"http://localhost:{server.server_port}"
client = {"secret": "demo-secret", "redirect_uris": [f"{url}/complete/oidc/"]}
party = {"library": f"social-auth-core {version('social-auth-core')}", "login": f"{url}/login", "profile": f"{url}/me"}
print(json.dumps(party | {"client": client}), flush=True)
server.serve_forever()
