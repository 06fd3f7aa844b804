"""Relying parties of itsme's second version, of Authlib and joserfc: one with keys, one with a secret."""

from __future__ import annotations

import hashlib
import json

import requests
from joserfc import jwe, jwt
from joserfc.jwk import KeySet, OctKey, RSAKey

from relying_party import LevelTooLow, Login, RelyingParty, SubjectMismatch, header_of

PREFIX = "http://itsme.services/v2/claim/"
BASIC, ADVANCED = f"{PREFIX}acr_basic", f"{PREFIX}acr_advanced"
CALLBACK = "https://client.example.test/cb"
SECRET = "a-secret-of-the-acceptance-tests-0123456789"
# Thirty-two bytes, as base64url.
DECODABLE = "YS1zZWNyZXQtb2YtdGhpcnR5LXR3by1ieXRlcy1sb24"
ALGORITHMS = ["RSA-OAEP-256", "RSA-OAEP", "A128CBC-HS256", "A256GCM", "dir"]


def services(kind: str = "authentication", *more: str, **members) -> dict:
    """The services of a client's entry in world.json."""
    names = {"authentication": "LOGIN", "identification": "IDENT", "data_sharing": "SHARE", "confirmation": "CONFIRM"}
    return {names[each]: {"type": each, "redirect_uris": [CALLBACK]} | members for each in (kind, *more)}


def world(keys: dict[str, RSAKey], key_server_url: str, request_uri: str) -> dict:
    """Clients of both kinds, and those with something particular."""
    mine = {"keys": [keys[each].as_dict(private=False) for each in ("signing", "encryption")]}
    two = {"keys": [*mine["keys"], keys["other encryption"].as_dict(private=False)]}
    everything = services("authentication", "identification", "data_sharing", "confirmation")
    clients = {
        "KEYS": {"services": everything, "jwks": mine, "request_uris": [request_uri]},
        "TWO_KEYS": {"services": everything, "jwks": two},
        "FETCHED": {"services": everything, "jwks_uri": key_server_url},
        "SECRET": {"services": everything, "secret": SECRET},
        "HS256": {"services": everything, "secret": SECRET, "id_token_signing": "HS256"},
        "PKCE": {"services": everything, "secret": SECRET, "require_pkce": True},
        "PLATFORM": {"services": everything, "secret": SECRET, "base": "legacy", "preset": "platform"},
        "RAW": {"services": everything, "secret": SECRET, "quirks": {"secret_key": "raw32"}},
        "DECODED": {"services": everything, "secret": DECODABLE, "quirks": {"secret_key": "base64url"}},
        "LENIENT": {"services": everything, "secret": SECRET, "preset": "lenient"},
    }
    return {"clients": {"itsme-v2": clients}}


class KeyParty(RelyingParty):
    """With private_key_jwt; tokens come signed, then encrypted to its key."""

    signing_algorithm = "RS256"

    def __init__(
        self, root: str, client_id: str = "KEYS", *args, base: str = "v2", mount: str = "/itsme-v2", **options
    ):
        options.setdefault("service", "LOGIN")
        super().__init__(f"{root}{mount}/{base}", client_id, *args, **options)

    def decryption_key(self, header: dict):
        return self.encryption if header["kid"] == self.encryption.kid else None

    def decrypted(self, token: str) -> str:
        if token.count(".") != 4:
            return token
        key = self.decryption_key(header_of(token))
        return jwe.decrypt_compact(token, key, algorithms=ALGORITHMS).plaintext.decode()

    def identity(self, token: dict, started: dict) -> dict:
        """As was agreed at registration, whatever the token's header says."""
        self.metadata["id_token_signing_alg_values_supported"] = [self.signing_algorithm]
        return super().identity(token, started)

    def userinfo(self, token: dict, subject: str) -> dict:
        response = self.authlib.get(self.metadata["userinfo_endpoint"], token=token)
        response.raise_for_status()
        claims = response.json() if response.headers["Content-Type"] == "application/json" else self.verified(response)
        if claims["sub"] != subject:
            raise SubjectMismatch(f"{claims['sub']} is not {subject}")
        return claims

    def verified(self, response: requests.Response) -> dict:
        assert response.headers["Content-Type"] == "application/jwt", response.headers
        token = jwt.decode(self.decrypted(response.text), self.verifying(), algorithms=[self.signing_algorithm])
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.metadata["issuer"]},
            aud={"essential": True, "value": self.client_id},
            exp={"essential": True},
        )
        registry.validate(token.claims)
        return token.claims

    def verifying(self):
        return KeySet.import_key_set(self.authlib.fetch_jwk_set())

    def login(self, **parameters) -> Login:
        login = super().login(**parameters)
        if parameters.get("acr_values") == ADVANCED and login.identity.get("acr") != ADVANCED:
            raise LevelTooLow(login.identity.get("acr", "no level"))
        return login

    def nested_request(self, started: dict, **members) -> str:
        """The URL of an authorization request whose parameters are a signed and encrypted request object."""
        inner = self.sent(started) | members
        provider = KeySet.import_key_set(self.authlib.fetch_jwk_set())
        sealed = self.request_object(provider, "RSA-OAEP-256", **inner)
        outer = {"client_id": self.client_id, "response_type": "code", "scope": inner["scope"], "request": sealed}
        return requests.Request("GET", self.metadata["authorization_endpoint"], params=outer).prepare().url

    def sent(self, started: dict) -> dict:
        from relying_party import parameters_of

        return parameters_of(started["url"])

    def confirm(self, claims: dict) -> Login:
        """A Confirmation, with its template in a request object."""
        started = self.start()
        response = self.open(self.nested_request(started, claims=claims))
        token = self.exchange(self.callback(response, started)["code"], started)
        identity = self.identity(token, started)
        asked = claims["userinfo"].get("sub", {}).get("value", identity["sub"])
        if identity["sub"] != asked:
            raise SubjectMismatch(f"{identity['sub']} is not {asked}")
        return Login(started, response, token, identity, self.userinfo(token, identity["sub"]))


class SecretParty(KeyParty):
    """With client_secret_post; tokens come signed, then encrypted with a key made of the secret."""

    authentication = "client_secret_post"

    def __init__(self, root: str, client_id: str = "SECRET", secret: str = SECRET, **options):
        self.secret = secret
        super().__init__(root, client_id, None, **options)

    def credentials(self, _: str | None) -> dict:
        return {"client_secret": self.secret}

    def decryption_key(self, header: dict):
        assert header["alg"] == "dir", header
        return OctKey.import_key(self.derived())

    def derived(self) -> bytes:
        """The key made of the secret (OpenID Connect Core §10.2)."""
        return hashlib.sha256(self.secret.encode()).digest()


class SymmetricParty(SecretParty):
    """Registered for HS256, which Authlib's OpenID client does not verify: joserfc does."""

    signing_algorithm = "HS256"

    def verifying(self):
        return OctKey.import_key(self.secret.encode())

    def identity(self, token: dict, started: dict) -> dict:
        verified = jwt.decode(self.decrypted(token["id_token"]), self.verifying(), algorithms=["HS256"])
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.metadata["issuer"]},
            aud={"essential": True, "value": self.client_id},
            nonce={"essential": True, "value": started["nonce"]},
            exp={"essential": True},
        )
        registry.validate(verified.claims)
        return verified.claims


def claims_of(*names: str, at: str = "id_token") -> str:
    """A claims parameter that asks for these."""
    return json.dumps({at: {name: None for name in names}})
