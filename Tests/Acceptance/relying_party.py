"""A relying party made of Authlib and joserfc as a developer would put them together: nothing of it knows Eidolon."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import requests
from authlib.integrations.base_client import BaseApp, OAuth2Mixin, OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import jwe, jws, jwt
from joserfc.jwk import KeySet, RSAKey

BASIC = "tag:sixdots.be,2016-06:acr_basic"
ADVANCED = "tag:sixdots.be,2016-06:acr_advanced"
ENCRYPTION = ["RSA-OAEP", "RSA-OAEP-256", "A128CBC-HS256"]


class AuthlibClient(OAuth2Mixin, OpenIDMixin, BaseApp):
    """Authlib's client as its framework integrations build it, on requests."""

    client_cls = OAuth2Session


class SubjectMismatch(Exception):
    """userinfo's sub is not the id_token's (OpenID Connect Core §5.3.2)."""


class LevelTooLow(Exception):
    """The id_token's acr is below what was asked for (OpenID Connect Core §3.1.3.7, point 12)."""


class Refused(Exception):
    """The callback came with an error."""

    def __init__(self, parameters: dict[str, str]):
        super().__init__(parameters.get("error"))
        self.parameters = parameters


class NoCallback(Exception):
    """The browser was not sent back."""

    def __init__(self, response: requests.Response):
        super().__init__(f"{response.status_code}: {response.text[:300]}")
        self.response = response


def parameters_of(url: str) -> dict[str, str]:
    """The query of a URL; a parameter that comes twice is a failure."""
    found = parse_qs(urlsplit(url).query, keep_blank_values=True, strict_parsing=True)
    assert all(len(values) == 1 for values in found.values()), found
    return {name: values[0] for name, values in found.items()}


class RelyingParty:
    """Logs people in, one step a function, so that a test can stop anywhere."""

    authentication = "private_key_jwt"

    def __init__(
        self,
        issuer: str,
        client_id: str,
        signing: RSAKey,
        encryption: RSAKey | None = None,
        *,
        redirect_uri: str = "https://client.example.test/cb",
        service: str = "ACCEPTANCE_LOGIN",
        scope: str = "profile email phone address",
        verify: bool | str = True,
        timeout: float = 10,
        audience: str | None = None,
        pkce: bool = False,
        scenario: str | None = None,
    ):
        self.issuer, self.client_id, self.redirect_uri = issuer, client_id, redirect_uri
        self.signing, self.encryption, self.verify = signing, encryption, verify
        self.service, self.scenario, self.timeout = service, scenario, timeout
        options = {
            "scope": f"openid service:{service} {scope}".strip(),
            "token_endpoint_auth_method": self.authentication,
            "verify": verify,
            "default_timeout": timeout,
        }
        if pkce:
            options["code_challenge_method"] = "S256"
        self.authlib = AuthlibClient(
            None,
            name="itsme",
            client_id=client_id,
            server_metadata_url=f"{issuer}/.well-known/openid-configuration",
            **self.credentials(audience),
            client_kwargs=options,
        )

    def credentials(self, audience: str | None) -> dict:
        """What Authlib authenticates with at the token endpoint."""
        method = PrivateKeyJWT(audience, headers={"kid": self.signing.kid})
        return {"client_secret": self.signing, "client_auth_methods": [method]}

    @property
    def metadata(self) -> dict:
        return self.authlib.load_server_metadata()

    # The browser

    def start(self, **parameters) -> dict:
        """The authorization URL with what must be remembered for the callback: url, state, nonce, code_verifier."""
        if "claims" in parameters and not isinstance(parameters["claims"], str):
            parameters["claims"] = json.dumps(parameters["claims"])
        return self.authlib.create_authorization_url(self.redirect_uri, **parameters)

    def open(self, url: str, **headers: str) -> requests.Response:
        """Opens a URL as a client that is not a browser; does not follow redirects."""
        if self.scenario:
            headers["Eidolon-Scenario"] = self.scenario
        return requests.get(url, headers=headers, allow_redirects=False, verify=self.verify, timeout=self.timeout)

    def callback(self, response: requests.Response, started: dict) -> dict[str, str]:
        """The parameters with which the browser is sent back."""
        location = response.headers.get("Location", "")
        if response.status_code != 302 or not location.startswith(self.redirect_uri):
            raise NoCallback(response)
        parameters = parameters_of(location)
        assert parameters.get("state") == started["state"], parameters
        if "error" in parameters:
            raise Refused(parameters)
        return parameters

    # The back channel

    def exchange(self, code: str, started: dict, **parameters) -> dict:
        """The token response for a code."""
        if "code_verifier" in started:
            parameters.setdefault("code_verifier", started["code_verifier"])
        return self.authlib.fetch_access_token(self.redirect_uri, code=code, **parameters)

    def identity(self, token: dict, started: dict) -> dict:
        """The claims of the id_token: decrypted if need be, then verified by Authlib."""
        token = dict(token, id_token=self.decrypted(token["id_token"]))
        return self.authlib.parse_id_token(token, started.get("nonce"))

    def userinfo(self, token: dict, subject: str) -> dict:
        """The claims of userinfo, verified as an application/jwt."""
        response = self.authlib.get(self.metadata["userinfo_endpoint"], token=token)
        response.raise_for_status()
        assert response.headers["Content-Type"] == "application/jwt", response.headers
        keys = KeySet.import_key_set(self.authlib.fetch_jwk_set())
        verified = jwt.decode(self.decrypted(response.text), keys, algorithms=["RS256"])
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.metadata["issuer"]},
            aud={"essential": True, "value": self.client_id},
            sub={"essential": True},
        )
        registry.validate(verified.claims)
        if verified.claims["sub"] != subject:
            raise SubjectMismatch(f"{verified.claims['sub']} is not {subject}")
        return verified.claims

    def decrypted(self, token: str) -> str:
        """The signed token inside an encrypted one; a token that is not encrypted as it is."""
        if token.count(".") != 4:
            return token
        return jwe.decrypt_compact(token, self.encryption, algorithms=ENCRYPTION).plaintext.decode()

    # All of it

    def login(self, **parameters) -> "Login":
        started = self.start(**parameters)
        response = self.open(started["url"])
        callback = self.callback(response, started)
        token = self.exchange(callback["code"], started)
        identity = self.identity(token, started)
        asked = parameters.get("acr_values")
        if asked == ADVANCED and identity["acr"] != ADVANCED:
            raise LevelTooLow(identity["acr"])
        return Login(started, response, token, identity, self.userinfo(token, identity["sub"]))

    # Request objects

    def request_object(self, encrypt_to: KeySet | None = None, algorithm: str = "RSA-OAEP", **members) -> str:
        """A request object, signed and, given the provider's keys, encrypted around the signature."""
        members = {"iss": self.client_id, "aud": self.metadata["issuer"], "client_id": self.client_id} | members
        signed = jwt.encode({"alg": "RS256", "kid": self.signing.kid}, members, self.signing)
        if encrypt_to is None:
            return signed
        key = next(key for key in encrypt_to.keys if key.get("use") == "enc")
        header = {"alg": algorithm, "enc": "A128CBC-HS256", "kid": key.kid, "cty": "JWT", "typ": "JWT"}
        # The key set says alg RSA-OAEP, which joserfc takes to the letter; the provider takes both.
        plain = RSAKey.import_key({name: value for name, value in key.as_dict(private=False).items() if name != "alg"})
        return jwe.encrypt_compact(header, signed.encode(), plain, algorithms=ENCRYPTION)


class Login:
    """What a whole login gave."""

    def __init__(self, started: dict, response: requests.Response, token: dict, identity: dict, person: dict):
        self.started, self.response, self.token = started, response, token
        self.identity, self.person = identity, person


def header_of(token: str) -> dict:
    """The header of a compact JWS or JWE, unverified."""
    return jws.extract_compact(token.encode()).headers() if token.count(".") == 2 else _jwe_header(token)


def _jwe_header(token: str) -> dict:
    from joserfc.util import urlsafe_b64decode

    return json.loads(urlsafe_b64decode(token.split(".")[0].encode()))
