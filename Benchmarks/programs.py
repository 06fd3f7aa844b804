"""The programs that are measured and their peers: started, looked at from outside, and ended."""

import http.client
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
DISCOVERY = "/itsme/oidc/.well-known/openid-configuration"
KEY_SET = "/itsme/oidc/jwkSet"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Program:
    """A server in a process of its own, which answers at `path` when it is ready."""

    def __init__(self, name: str, command: list[str], port: int, path: str, errors: Path, tls_port: int = 0):
        self.name, self.port, self.tls_port = name, port, tls_port
        self.errors = errors
        with errors.open("wb") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file)
        self._await(path)

    def _await(self, path: str) -> None:
        for _ in range(500):
            try:
                if self.get(path)[0] == 200:
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
        raise SystemExit(f"bench: {self.name} does not start:\n{self.errors.read_text()}")

    def get(self, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    @property
    def processes(self) -> list[int]:
        """The process and its children, as nginx's workers are."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def cpu_seconds(self) -> float:
        """CPU time of the processes with all their threads (proc(5), stat, fields 14 and 15)."""
        stats = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in self.processes]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICKS

    def anonymous_kilobytes(self) -> int:
        """Memory of its own; `smaps_rollup` counts page by page, where `status` estimates since Linux 6.2."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Anonymous:"))

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def eidolon(name: str, binary: str, folder: Path, *options: str) -> Program:
    port, tls_port = free_port(), free_port()
    command = [binary, "serve", "--listen", f"127.0.0.1:{port}", "--tls", f"127.0.0.1:{tls_port}"]
    command += ["--tls-cert", str(folder / "certificate.pem"), "--tls-key", str(folder / "key.pem"), *options]
    return Program(name, command, port, DISCOVERY, folder / f"{name}.errors", tls_port)


def nginx(folder: Path, documents: dict[str, bytes]) -> Program:
    """nginx with the same bytes in files, as fast as it goes: no access log, descriptors and sizes cached."""
    port, tls_port, files = free_port(), free_port(), folder / "files"
    for path, content in documents.items():
        (files / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        (files / path.lstrip("/")).write_bytes(content)
    configuration = folder / "nginx.conf"
    configuration.write_text(f"""
daemon off;
worker_processes {os.cpu_count()};
error_log {folder}/nginx.log;
pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  default_type application/json;
  server_tokens off;
  keepalive_requests 1000000000;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=16 inactive=1h;
  open_file_cache_valid 1h;
  etag off;
  if_modified_since off;
  max_ranges 0;
  add_header Eidolon emulator;
  add_header Last-Modified "";
  root {files};
  ssl_certificate {folder}/certificate.pem;
  ssl_certificate_key {folder}/key.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  server {{ listen 127.0.0.1:{port}; }}
  server {{ listen 127.0.0.1:{tls_port} ssl; }}
}}
""")
    command = ["nginx", "-p", str(folder), "-c", str(configuration)]
    return Program("nginx", command, port, DISCOVERY, folder / "nginx.errors", tls_port)


def oidc_provider_mock(folder: Path) -> Program:
    port = free_port()
    command = [str(Path(os.sys.executable).parent / "oidc-provider-mock"), "--port", str(port), "--no-refresh-token", "true"]
    return Program("oidc-provider-mock", command, port, "/.well-known/openid-configuration", folder / "mock.errors")
