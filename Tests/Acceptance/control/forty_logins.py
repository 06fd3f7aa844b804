"""Forty tests as a team would write them with the shipped fixtures; not collected here, but run by test_forty_tests.py.

FORTY_CLIENT says which client they test. Thirty people log in; ten stories go wrong on purpose.
"""

import os
import sys
import time
from pathlib import Path

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import errors
from joserfc.jwk import KeySet

sys.path.append(os.environ["FORTY_CLIENTS"])
from relying_party import Refused, RelyingParty, SubjectMismatch  # noqa: E402


class NeverRedeems(RelyingParty):
    """It takes the callback for the login: whoever has a code is in."""

    def login(self, **parameters):
        started = self.start(**parameters)
        return self.callback(self.open(started["url"]), started)


class SendsExpiredAssertions(RelyingParty):
    """It made its client assertion once, an hour ago."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        made = int(time.time()) - 7200
        method = PrivateKeyJWT(None, claims={"iat": made, "exp": made + 3600}, headers={"kid": self.signing.kid})
        self.authlib.client_auth_methods = [method]


class DropsTheNonce(RelyingParty):
    """It checks everything in an id_token but the nonce."""

    def identity(self, token, started):
        return super().identity(token, started | {"nonce": None})


CLIENTS = {
    "right": RelyingParty,
    "never redeems": NeverRedeems,
    "expired assertions": SendsExpiredAssertions,
    "drops the nonce": DropsTheNonce,
}

NEGATIVES = {
    "reject": Refused,
    "wrong-icon": Refused,
    "code-reused": OAuthError,
    "id-token-bad-signature": errors.BadSignatureError,
    "id-token-unknown-kid": errors.InvalidKeyIdError,
    "id-token-wrong-issuer": errors.InvalidClaimError,
    "id-token-wrong-nonce": errors.InvalidClaimError,
    "id-token-wrong-audience": errors.MissingClaimError,
    "id-token-expired": errors.ExpiredTokenError,
    "userinfo-sub-of-another-person": SubjectMismatch,
}


@pytest.fixture
def client(sandbox):
    """The application under test, pointed at this test's sandbox, with the public test keys of the default client."""
    keys = KeySet.import_key_set(requests.get(f"{sandbox.url}/itsme/slate/private_jwks.json", timeout=10).json())
    use = {key.get("use"): key for key in keys.keys}
    return CLIENTS[os.environ["FORTY_CLIENT"]](
        f"{sandbox.url}/itsme/oidc",
        "EIDOLON_TEST",
        use["sig"],
        use["enc"],
        service="EIDOLON_LOGIN",
        redirect_uri="http://localhost:9000/cb",
    )


@pytest.mark.parametrize("number", range(30))
def test_somebody_logs_in(sandbox, client, number):
    sandbox.queue("itsme/approve")
    assert client.login()
    sandbox.verify("authorize")


@pytest.mark.parametrize("story", NEGATIVES)
def test_nobody_is_let_in_where(sandbox, client, story):
    """The test says what the application made of it; the story says whether that is right."""
    sandbox.queue(f"itsme/{story}")
    try:
        client.login()
    except NEGATIVES[story] as error:
        sandbox.saw("refused", str(error))
    else:
        sandbox.saw("accepted", "the dashboard is shown")
