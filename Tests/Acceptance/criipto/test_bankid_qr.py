"""The animated QR code as a camera sees it: decoded from the picture that a page shows, frame by frame with the clock."""

import hashlib
import hmac
import shutil
import struct
import subprocess
import zlib

import pytest
import requests
from bankid_clients import QR, QRPage
from bankid_stage import Stage
from verify_client import PAGE, Verify

from chromium import CHROMIUM, needs_chromium
from program import Program
from qr_scanner import needs_scanner, scanned

pytestmark = needs_scanner


@pytest.fixture(scope="module")
def program(eidolon):
    with Program(eidolon) as program:
        yield program


@pytest.fixture
def stage(program):
    return Stage(program.http)


def decode(picture: bytes, tmp_path) -> str:
    file = tmp_path / "picture.png"
    file.write_bytes(picture)
    return scanned(file)


def page_of(stage, **parameters) -> str:
    """The address of a hosted page that waits for a scan."""
    verify = Verify(stage.domain, scenario="bankid-qr-scanned")
    url = verify.start(acr_values=QR, **parameters)["url"]
    answer = verify.http.get(url, headers=PAGE, timeout=10)
    return answer.text.split('content="1;url=')[1].split('"')[0]


def check_frames(frames: list[str]) -> None:
    """Each frame is the next second, and its code is an HMAC of it under a secret that never appears."""
    parts = [frame.split(".") for frame in frames]
    assert {part[0] for part in parts} == {"bankid"} and len({part[1] for part in parts}) == 1
    assert [int(part[2]) for part in parts] == list(range(len(frames)))
    assert all(len(part[3]) == 64 and int(part[3], 16) for part in parts)
    assert len({part[3] for part in parts}) == len(frames)


def test_the_picture_by_url_changes_with_each_second_of_the_clock(stage, tmp_path):
    url = page_of(stage)
    frames = []
    for _ in range(9):
        picture = requests.get(f"{url}/qr.png", timeout=10)
        assert picture.headers["Content-Type"] == "image/png" and picture.headers["Cache-Control"] == "no-store"
        frames.append(decode(picture.content, tmp_path))
        # The same second shows the same code.
        stage.advance(0.4)
        assert decode(requests.get(f"{url}/qr.png", timeout=10).content, tmp_path) == frames[-1]
        stage.advance(0.6)
    check_frames(frames)


@needs_chromium
def test_a_camera_reads_the_page_in_a_real_browser(stage, tmp_path):
    url = page_of(stage)
    frames = []
    for _ in range(4):
        shot = tmp_path / "page.png"
        command = [
            CHROMIUM, "--no-sandbox", "--headless", "--disable-gpu", "--hide-scrollbars", "--no-proxy-server",
            f"--user-data-dir={tmp_path / 'profile'}", "--window-size=480,900", f"--screenshot={shot}", url,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=50)
        assert shot.exists(), done.stderr
        frames.append(decode(shot.read_bytes(), tmp_path))
        shot.unlink()
        stage.advance(1)
    check_frames(frames)


def test_the_codes_that_a_page_shows_by_itself_open_the_order(stage, tmp_path):
    """A page draws the texts with a library of its own; the app takes the newest and no old one."""
    client = QRPage(Verify(stage.domain, scenario="bankid-qr-scanned"), stage.advance)
    client.start()
    picture = drawn(client.order["initialQrCode"])
    assert decode(picture, tmp_path) == client.order["initialQrCode"]
    for _ in range(3):
        stage.advance(2.5)
        client.pending(client.get("pollUrl"))
    assert [int(code.split(".")[2]) for code in client.shown] == [0, 2, 5, 7]
    newest = requests.get(f"{stage.domain}/bankid-app", params={"qr": client.shown[-1]}, timeout=10)
    assert newest.status_code == 200 and "Eidolon-Finding" not in newest.headers
    oldest = requests.get(f"{stage.domain}/bankid-app", params={"qr": client.shown[0]}, timeout=10)
    assert oldest.headers["Eidolon-Finding"] == "criipto.bankid-qr-stale"
    stage.advance(3)
    assert client.get("pollUrl").json() == {}


def drawn(text: str) -> bytes:
    """The picture that another encoder makes of a text."""
    program = shutil.which("qrencode")
    if program is None:
        pytest.skip("qrencode is missing; scripts/prepare test installs it")
    return subprocess.run([program, "-o", "-", "-s", "6", text], capture_output=True, timeout=10, check=True).stdout


def test_the_vector_of_the_vendor_is_what_the_decoder_would_see():
    """BankID's published example, calculated here by another library."""
    secret = b"d28db9a7-4cde-429e-a983-359be676944c"
    assert hmac.new(secret, b"2", hashlib.sha256).hexdigest().startswith("a9e5ec59cb4eee4ef4117150abc58fad")


def test_a_picture_of_ours_is_a_sound_png(stage):
    picture = requests.get(f"{page_of(stage)}/qr.png", timeout=10).content
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    offset, data = 8, b""
    while offset < len(picture):
        length, kind = struct.unpack(">I4s", picture[offset : offset + 8])
        content = picture[offset + 8 : offset + 8 + length]
        (check,) = struct.unpack(">I", picture[offset + 8 + length : offset + 12 + length])
        assert check == zlib.crc32(kind + content)
        data += content if kind == b"IDAT" else b""
        offset += 12 + length
    width, height = struct.unpack(">II", picture[16:24])
    assert len(zlib.decompress(data)) == ((width + 7) // 8 + 1) * height
