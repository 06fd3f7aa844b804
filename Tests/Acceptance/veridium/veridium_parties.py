"""A third-party server and its apps, as the vendor's guide and demo write them, for the tests of VeridiumID."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import jwt
import requests

from own_sandbox import OwnSandbox

REST = "websec/rest/enterprise"
BASE = f"veridium/{REST}"
TYPES = {
    "AuthenticationRequest": "application/vnd.veridiumid.authenticationrequest-v1+json",
    "GetSessionStatus": "application/vnd.veridiumid.sessionstatus-v1+json",
    "GetSessionStatusAsync": "application/vnd.veridiumid.sessionstatus-v1+json",
    "RegisterSessionOpportunity": "application/vnd.veridiumid.sessionOpportunity-v2+json",
    "friend/GetStaticProfile": "application/vnd.veridiumid.profilesrequest-v3+json",
}


class FriendError(Exception):
    """The server refused a call: the HTTP status, the number and the text of its error."""

    def __init__(self, response: requests.Response):
        error = response.json().get("error", {}) if response.content else {}
        self.status = response.status_code
        self.code = error.get("errorCode")
        self.finding = response.headers.get("Eidolon-Finding", "")
        super().__init__(f"{self.status} {self.code} {error.get('errorDescription')}")


class Denied(Exception):
    """The session ended without success; the status says how."""


class Friend:
    """A third-party server: it begins sessions, follows them, and decides by what the VeridiumID server says."""

    def __init__(self, root: str, *, subject="CN=demo-friend", scenario=None, cert=None, verify=True, mount="/veridium"):
        self.root = root + mount
        self.scenario = scenario
        self.http = requests.Session()
        self.http.trust_env = False
        self.http.cert, self.http.verify = cert, verify
        if subject:
            self.http.headers["X-Friend-Cert-Subject"] = subject

    def call(self, name: str, body: dict, **headers) -> dict:
        response = self.http.post(
            f"{self.root}/{REST}/{name}", json=body, headers={"Content-Type": TYPES[name]} | headers, timeout=20
        )
        if response.status_code >= 400 or (response.json().get("error") or {}).get("errorCode", 0) != 0:
            raise FriendError(response)
        self.findings = response.headers.get("Eidolon-Finding", "")
        return response.json()

    def _chosen(self) -> dict:
        return {"Eidolon-Scenario": self.scenario} if self.scenario else {}

    def begin(self, profile="anna", member="GENERIC", **more) -> str:
        body = {"memberExternalId": member, "profileExternalId": profile} | more
        return self.call("AuthenticationRequest", body, **self._chosen())["sessionId"]

    def opportunity(self, kind="QR") -> dict:
        body = {"memberExternalId": "GENERIC", "sessionAliasType": kind}
        return self.call("RegisterSessionOpportunity", body, **self._chosen())

    def status(self, session: str) -> dict:
        return self.call("GetSessionStatus", {"sessionId": session})

    def wait(self, session: str) -> dict:
        return self.call("GetSessionStatusAsync", {"sessionId": session})

    def profile(self, principal: str) -> dict:
        return self.call("friend/GetStaticProfile", {"principal": principal, "adaptorId": "4c8e1f9a"})

    def authenticators(self, identifier: str) -> list[dict]:
        response = self.http.get(
            f"{self.root}/{REST}/friend/Authenticators/{identifier}", headers={"Accept": "application/json"}, timeout=20
        )
        response.raise_for_status()
        return response.json()

    def follow(self, session: str, pause, limit: int = 200) -> tuple[str, list[str]]:
        """The handler of the session status, as the vendor's demo has it: CREATED and OPPORTUNITY go on, COMPLETED is a
        login, and everything else is a refusal. Gives the UPN and the words on the way."""
        seen = []
        for _ in range(limit):
            answer = self.status(session)
            seen.append(answer["status"])
            match answer["status"]:
                case "COMPLETED":
                    return answer["data"]["upn"], seen
                case "CREATED" | "OPPORTUNITY":
                    assert answer["data"] is None
                    pause()
                case word:
                    assert answer["data"] is None
                    raise Denied(word)
        raise AssertionError(f"still {seen[-1]} after {limit} questions")

    def signing_key(self) -> str:
        """The key that the administrator hands over, out of band."""
        return self.http.get(f"{self.root}/signing-key.pem", timeout=20).text


def verify_offline(token: str, key: str, *, session: str, profile: str, issuer: str) -> dict:
    """The check of an IdentityToken by a server that has the public key: signature, times, audience, and whose it is."""
    claims = jwt.decode(
        token,
        key,
        algorithms=["RS256"],
        audience="VeridiumID",
        issuer=issuer,
        leeway=60,
        options={"require": ["exp", "iat", "sub"]},
    )
    if claims["exp"] - claims["iat"] > 3600:
        raise jwt.InvalidTokenError("exp is more than an hour after iat")
    if claims.get("sessionId") != session:
        raise jwt.InvalidTokenError("the token is of another session")
    if claims["sub"] != profile:
        raise jwt.InvalidTokenError("the token is of another profile")
    return claims


class MobileSDK:
    """Stands for VIDMobileSDK and VeridiumMobileSDK: what they do with the server is one call of the stub."""

    def __init__(self, root: str, mount: str = "/veridium"):
        self.root = root + mount

    def authenticate(self, profile: str, session: str, **more) -> dict:
        body = {"profileId": profile, "vidSessionId": session} | more
        for _ in range(10):
            response = requests.post(f"{self.root}/sdk/authenticate", json=body, timeout=20)
            response.raise_for_status()
            # 202: nothing is decided yet.
            if response.status_code != 202:
                return response.json()
        raise AssertionError("the stub never decided")

    def pending(self, profile: str) -> list[dict]:
        answer = requests.get(f"{self.root}/sdk/pending", params={"profileId": profile}, timeout=20)
        answer.raise_for_status()
        return answer.json()

    def attach(self, profile: str, alias: str) -> dict:
        body = {"profileId": profile, "sessionAlias": alias}
        answer = requests.post(f"{self.root}/sdk/attach", json=body, timeout=20)
        answer.raise_for_status()
        return answer.json()


class RequestResource:
    """The guide's iOS sample: a delegate whose methods the SDK calls, one of three for each authentication."""

    def __init__(self, sdk: MobileSDK, profiles: list[str]):
        self.sdk, self.profiles = sdk, profiles
        self.outcome, self.identity_token, self.printed = None, None, []
        self.reenrolled: list[str] = []

    def resource(self, response: dict) -> "RequestResource":
        if response["stepup"]:
            self.authenticate(response["vidSessionId"])
        return self

    def authenticate(self, session: str) -> None:
        answer = self.sdk.authenticate(self.profiles[0], session)
        match answer["delegate"]:
            case "didFinishAuthentication":
                self.did_finish(answer)
            case "didCancelAuthentication":
                self.did_cancel()
            case "didFailAuthentication":
                self.did_fail(answer["error"], session)

    def did_finish(self, response: dict) -> None:
        match response["status"]:
            case "AUTHENTICATED":
                self.outcome, self.identity_token = "success", response["identityToken"]
            case "ON_GOING_AUTHENTICATION":
                self.outcome = "continue on another device"
            case "CANCELED" | "FAILED" | "TIMEOUT" | "NONE":
                self.outcome = f"failed: {response['status']}"
            case status:
                self.outcome = f"unknown: {status}"
        assert (response["identityToken"] is not None) == (response["status"] == "AUTHENTICATED")

    def did_cancel(self) -> None:
        self.outcome = "cancelled"

    def did_fail(self, error: dict, session: str) -> None:
        if error["requiresBiometryRevalidation"] and self.profiles:
            # reenrollBiometricAuthenticators(for:), and then the same session once more.
            self.reenrolled.append(self.profiles[0])
            self.authenticate(session)
        else:
            self.outcome = "error"
            self.printed.append(error["localizedReason"])


class ResourceAccessHandler:
    """The guide's Android sample: one callback that gets an intent with an error, with a response, or no intent at all."""

    RESPONSE = "VERIDIUMID_KEY_RESPONSE_EXTRA"
    ERROR = "VERIDIUMID_KEY_ERROR_EXTRA"

    def __init__(self, sdk: MobileSDK, profile: str):
        self.sdk, self.profile = sdk, profile
        self.outcome, self.identity_token = None, None

    def get_resource(self, response: dict) -> "ResourceAccessHandler":
        if response["stepup"]:
            answer = self.sdk.authenticate(self.profile, response["vidSessionId"])
            if answer["delegate"] == "didCancelAuthentication":
                self.on_activity_result(None)
            elif answer["delegate"] == "didFailAuthentication":
                self.on_activity_result({self.ERROR: answer["error"]})
            else:
                self.on_activity_result({self.RESPONSE: answer})
        return self

    def on_activity_result(self, data: dict | None) -> None:
        if data is None:
            self.outcome = "back"
        elif self.ERROR in data:
            self.outcome = "error"
        else:
            response = data[self.RESPONSE]
            self.identity_token = response["identityToken"]
            self.outcome = response["status"]


class Stage(OwnSandbox):
    """A sandbox whose clock stands still until it is moved."""

    def __init__(self, program, name: str, story: str | None = None, root: str | None = None):
        super().__init__(program.http, name)
        self.program = program
        self.root = f"{root or program.http}/~{name}"
        self.friend = Friend(self.root, scenario=story)
        self.plain = Friend(self.root)
        self.approving = Friend(self.root, scenario="veridium/approve")
        self.sdk = MobileSDK(self.root)
        self.issuer = f"{self.root}/veridium"

    def ios(self, session: str) -> RequestResource:
        return RequestResource(self.sdk, ["anna"]).resource({"stepup": True, "vidSessionId": session})

    def android(self, session: str) -> ResourceAccessHandler:
        return ResourceAccessHandler(self.sdk, "anna").get_resource({"stepup": True, "vidSessionId": session})

    def advance(self, by: str = "1s") -> None:
        super().advance(by)

    def follow(self, session: str) -> tuple[str, list[str]]:
        return self.friend.follow(session, self.advance)

    def meanwhile(self, ask, by: str):
        """What a call that is held gives when the clock is moved."""
        with ThreadPoolExecutor(1) as pool:
            started = threading.Event()

            def run():
                started.set()
                return ask()

            answer = pool.submit(run)
            assert started.wait(10)
            for _ in range(100):
                if answer.done():
                    break
                # The call may not have arrived before the first move; later ones are harmless.
                self.advance(by)
                try:
                    answer.exception(timeout=0.2)
                except TimeoutError:
                    continue
            return answer.result(10)

    def verify(self, token: str, session: str, key: str | None = None) -> dict:
        return verify_offline(
            token, key or self.friend.signing_key(), session=session, profile="anna", issuer=self.issuer
        )

def make_certificate(folder, name: str) -> tuple[str, str, str]:
    """A friend certificate of our own: the files of certificate and key, and the fingerprint for world.json."""
    import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return str(paths[0]), str(paths[1]), f"sha256:{certificate.fingerprint(hashes.SHA256()).hex()}"
