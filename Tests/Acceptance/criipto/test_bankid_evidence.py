"""What the person signed, checked with other libraries than ours: the XML signature over the texts, and the OCSP response."""

import base64
import hashlib
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from bankid_clients import AndroidApp
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from bankid_stage import Stage
from verify_client import Verify

from program import Program

DSIG = "{http://www.w3.org/2000/09/xmldsig#}"
TYPES = "{http://www.bankid.com/signature/v1.0.0/types}"
CLIENT, SECRET = "urn:eidolon:dynamic", "demo+secret/with=base64=="


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.fixture(scope="module")
def evidence(eidolon):
    with Program(eidolon) as program:
        stage = Stage(program.http)
        verify = Verify(
            stage.domain, CLIENT, SECRET, scenario="bankid-approve", scope="openid evidence",
            redirect_uri="http://localhost:9000/callback",
        )
        client = AndroidApp(
            verify, stage.advance, action="sign", message=encoded("Köp för 100 kr"), nonVisibleData=encoded("osedd")
        )
        claims = client.login(10)
        yield {**claims, "keys": verify.keys()}



def test_the_signature_holds_over_the_texts_that_the_person_saw(evidence):
    text = base64.b64decode(evidence["evidence"]).decode()
    root = ElementTree.fromstring(text)
    data = root.find(f"{DSIG}Object/{TYPES}bankIdSignedData")
    assert base64.b64decode(data.findtext(f"{TYPES}usrVisibleData")).decode() == "Köp för 100 kr"
    assert base64.b64decode(data.findtext(f"{TYPES}usrNonVisibleData")).decode() == "osedd"
    assert data.findtext(f"{TYPES}clientInfo/{TYPES}funcId") == "Signing"
    # The elements stand in canonical form in the text; another library's form of them has the same digest.
    inner = text[text.index("<bankIdSignedData") : text.index("</Object>")]
    assert ElementTree.canonicalize(inner) == inner
    digest = root.findtext(f"{DSIG}SignedInfo/{DSIG}Reference/{DSIG}DigestValue")
    assert base64.b64decode(digest) == hashlib.sha256(inner.encode()).digest()
    info = text[text.index("<SignedInfo") : text.index("</SignedInfo>") + len("</SignedInfo>")]
    assert ElementTree.canonicalize(info) == info
    key = evidence["keys"].get_by_kid(root.findtext(f"{DSIG}KeyInfo/{DSIG}KeyName"))
    signature = base64.b64decode(root.findtext(f"{DSIG}SignatureValue"))
    key.public_key.verify(signature, info.encode(), padding.PKCS1v15(), hashes.SHA256())


def test_openssl_reads_the_state_of_the_certificate(evidence, tmp_path):
    file = tmp_path / "response.der"
    file.write_bytes(base64.b64decode(evidence["ocspResponse"]))
    shown = subprocess.run(
        ["openssl", "ocsp", "-respin", str(file), "-noverify", "-resp_text"], capture_output=True, text=True, timeout=20
    )
    assert "OCSP Response Status: successful" in shown.stdout, shown.stderr
    assert "Cert Status: good" in shown.stdout and "Basic OCSP Response" in shown.stdout
    assert "Signature Algorithm: sha256WithRSAEncryption" in shown.stdout
