"""The proxies of deploy/ on loopback, with the files as they stand but for the addresses, and replicas behind them."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import requests

from program import ROOT, Program

DEPLOY = ROOT / "deploy"


def installed(name: str) -> str:
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    assert path, f"{name} is missing: scripts/prepare test installs it"
    return path


def listening() -> socket.socket:
    """A socket on a free port of loopback, for a process to inherit."""
    taken = socket.create_server(("127.0.0.1", 0), backlog=511)
    taken.set_inheritable(True)
    return taken


class Proxy:
    """A proxy in front of replicas, on a port that nobody else can have taken."""

    def __init__(self, folder: Path, replicas: list[str]):
        self.folder, self.replicas = folder, [address.removeprefix("http://") for address in replicas]
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "log.txt"
        with listening() as taken:
            self.port = taken.getsockname()[1]
            command, environment = self.command(taken.fileno())
            with self.log.open("wb") as log:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, pass_fds=[taken.fileno()]
                )
        self.http = f"http://127.0.0.1:{self.port}"
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise

    def wait(self) -> None:
        end = time.monotonic() + 20
        while True:
            try:
                requests.get(f"{self.http}/_eidolon/health", timeout=5)
                return
            except requests.RequestException:
                assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def with_replicas(self, text: str) -> str:
        """The file with a line for each replica, made after the first of the three that stand in it."""
        lines = re.findall(r"^ *server .*eidolon-\d:8080.*\n", text, re.MULTILINE)
        assert len(lines) == 3
        ours = [
            lines[0].replace("eidolon-1:8080", address).replace("eidolon-1", f"eidolon-{number}").replace("id 1 ", f"id {number} ")
            for number, address in enumerate(self.replicas, 1)
        ]
        return text.replace("".join(lines), "".join(ours))


class Nginx(Proxy):
    file = DEPLOY / "nginx" / "eidolon.conf"

    def command(self, descriptor: int):
        rules = self.with_replicas(self.file.read_text())
        assert rules.count("listen 8080;") == 1
        rules = rules.replace("listen 8080;", f"listen 127.0.0.1:{self.port};")
        return nginx(self.folder, rules, descriptor)


def nginx(folder: Path, rules: str, *descriptors: int):
    """A command and an environment that run nginx in the foreground on inherited sockets."""
    for name in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
        (folder / name).mkdir(exist_ok=True)
    paths = "".join(f"{name}_temp_path {folder / kind};\n" for name, kind in [
        ("client_body", "body"), ("proxy", "proxy"), ("fastcgi", "fastcgi"), ("uwsgi", "uwsgi"), ("scgi", "scgi")])
    (folder / "nginx.conf").write_text(
        f"daemon off;\nworker_processes 1;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{ worker_connections 4096; }}\n"
        f"http {{\naccess_log off;\n{paths}{rules}\n}}\n"
    )
    inherited = "".join(f"{each};" for each in descriptors)
    return [installed("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"], {"NGINX": inherited}


class HAProxy(Proxy):
    file = DEPLOY / "haproxy" / "haproxy.cfg"

    def command(self, descriptor: int):
        rules = self.with_replicas(self.file.read_text())
        assert rules.count("bind :8080\n") == 1
        (self.folder / "haproxy.cfg").write_text(rules.replace("bind :8080\n", f"bind fd@{descriptor}\n"))
        return [installed("haproxy"), "-db", "-f", str(self.folder / "haproxy.cfg")], None


PROXIES = {"nginx": Nginx, "haproxy": HAProxy}


class Replicas:
    """Eidolons that know nothing of each other, each with a journal of everything."""

    def __init__(self, path: Path, folder: Path, count: int = 3, *options: str):
        folder.mkdir(parents=True, exist_ok=True)
        self.journals = [folder / f"{number}.ndjson" for number in range(count)]
        self.programs: list[Program] = []
        try:
            for journal in self.journals:
                self.programs.append(Program(path, "--strict", "--journal", str(journal), "--journal-control", *options))
        except BaseException:
            self.stop()
            raise

    @property
    def urls(self) -> list[str]:
        return [program.http for program in self.programs]

    def stop(self) -> None:
        for program in self.programs:
            program.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.stop()


class Stubs:
    """Replicas that say only which one they are: many requests to them cost little."""

    def __init__(self, folder: Path, count: int):
        folder.mkdir(parents=True, exist_ok=True)
        sockets = [listening() for _ in range(count)]
        ports = [each.getsockname()[1] for each in sockets]
        self.urls = [f"http://127.0.0.1:{port}" for port in ports]
        servers = "".join(
            f'server {{ listen 127.0.0.1:{port}; location / {{ return 200 "{number} $http_host $request_uri"; }} }}\n'
            for number, port in enumerate(ports)
        )
        command, environment = nginx(folder, servers, *(each.fileno() for each in sockets))
        with (folder / "log.txt").open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                pass_fds=[each.fileno() for each in sockets],
            )
        for each in sockets:
            each.close()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(5)


def said(port: int, request: bytes, timeout: float = 20) -> bytes:
    """What comes back for the bytes of a request that asks to close the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.sendall(request)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
        return answer
