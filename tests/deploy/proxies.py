"""The proxies of docs/deploy.md, run with the documented files; only names, ports and paths are others."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from programs import CADDY, NGINX

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"


@dataclass
class Front:
    """A proxy that runs."""

    kind: str
    address: str
    """Where browsers reach it by HTTPS: a name and a port."""
    plain: str
    """Where they reach it by HTTP."""
    app_port: int
    """Where it expects the server."""
    tls: ssl.SSLContext
    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def url(self) -> str:
        return f"https://{self.address}"

    def log(self) -> str:
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def reload(self) -> None:
        self.process.send_signal(signal.SIGHUP)


@contextmanager
def front(kind: str, folder: Path, **changes: str) -> Iterator[Front]:
    """Runs nginx or Caddy with the documented file; `changes` are further replacements, for times that tests cannot
    wait for.
    """
    https, http, app = free_ports(3)
    certificate(folder)
    start = start_nginx if kind == "nginx" else start_caddy
    process = start(folder, https, http, app, changes)
    context = ssl.create_default_context(cafile=str(folder / "cert.pem"))
    running = Front(kind, f"localhost:{https}", f"localhost:{http}", app, context, process, folder)
    try:
        wait_for(https, running)
        yield running
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def start_nginx(folder: Path, https: int, http: int, app: int, changes: dict[str, str]) -> subprocess.Popen[bytes]:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = replaced(text, "127.0.0.1:8080", f"127.0.0.1:{app}")
    text = replaced(text, f"https://{NAME}", f"https://localhost:{https}")
    for documented, port in (("443", https), ("80", http)):
        text = re.sub(rf"listen (\[::\]:)?{documented}\b", rf"listen \g<1>{port}", text)
    if not has_ipv6():
        text = re.sub(r" *listen \[::\].*\n", "", text)
    text = replaced(text, f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "cert.pem"))
    text = replaced(text, f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem"))
    text = replaced(text, "/var/log/nginx/texcoco.log", str(folder / "texcoco.log"))
    text = replaced(text, NAME, "localhost")
    for old, new in changes.items():
        text = replaced(text, old, new)
    (folder / "texcoco.conf").write_text(text, encoding="utf-8")
    paths = "".join(
        f"{name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid {folder / 'nginx.pid'}; error_log {folder / 'error.log'} warn;\n"
        + ("user root;\n" if os.geteuid() == 0 else "")  # the folders of tests are not for other users
        + f"events {{ worker_connections 1024; }}\nhttp {{\n{paths}include {folder / 'texcoco.conf'};\n}}\n",
        encoding="utf-8",
    )
    command = [NGINX.found(), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


def start_caddy(folder: Path, https: int, http: int, app: int, changes: dict[str, str]) -> subprocess.Popen[bytes]:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = replaced(text, "127.0.0.1:8080", f"127.0.0.1:{app}")
    text = replaced(text, f"\n{NAME} {{", f"\nlocalhost {{\n\ttls {folder / 'cert.pem'} {folder / 'key.pem'}")
    text = replaced(text, "\n{\n", f"\n{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n")
    for old, new in changes.items():
        text = replaced(text, old, new)
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log:
        return subprocess.Popen(
            [CADDY.found(), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
        )  # fmt: skip


def replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"{old} is not in the documented file any more"
    return text.replace(old, new)


def certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def free_ports(n: int) -> list[int]:
    """Ports below those from which the system takes one for each outgoing connection."""
    found: set[int] = set()
    while len(found) < n:
        port = random.randrange(10_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            found.add(port)
    return list(found)


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def wait_for(port: int, running: Front) -> None:
    for _ in range(200):
        assert running.process.poll() is None, running.log()
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise AssertionError(running.log())
