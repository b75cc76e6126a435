"""The server that all tools are pointed at: nginx if it is installed, else a small one in Java."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

NGINX = """
worker_processes 1;
daemon off;
master_process off;
error_log stderr error;
pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 2000000000;
  keepalive_timeout 600s;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /requests {{ stub_status; }}
    location / {{ default_type text/plain; return 200 "ok"; }}
  }}
}}
"""


class Server:
    """A running server, which counts the requests that it answers."""

    def __init__(self, name, port, process):
        self.name = name
        self.process = process
        self.url = f"http://127.0.0.1:{port}/"

    def requests(self):
        """How many requests it has answered since its start, this one included."""
        with urllib.request.urlopen(self.url + "requests", timeout=10) as answer:
            text = answer.read().decode()
        counts = re.search(r"requests\s+(\d+)\s+(\d+)\s+(\d+)", text)
        return int(counts.group(3)) if counts else int(text)


@contextlib.contextmanager
def start():
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="takt-bench-") as folder:
        name, command = server_command(Path(folder), port)
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            server = Server(name, port, process)
            await_answer(server, process)
            yield server
        finally:
            process.terminate()
            process.wait(10)


def server_command(folder, port):
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if nginx:
        version = subprocess.run([nginx, "-v"], capture_output=True, text=True).stderr
        config = folder / "nginx.conf"
        config.write_text(NGINX.format(folder=folder, port=port), encoding="utf-8")
        return (version.strip().replace("nginx version: ", "") + ", 1 process",
                [nginx, "-p", str(folder), "-c", str(config)])
    source = Path(__file__).with_name("OkServer.java")
    return "OkServer.java, 1 thread", [java(), "-XX:+UseSerialGC", str(source), str(port)]


def java():
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/java" if home else "java"


def java_version():
    return subprocess.run(
        [java(), "-version"], capture_output=True, text=True, check=False).stderr.splitlines()[0]


def await_answer(server, process):
    deadline = time.monotonic() + 20
    while True:
        try:
            server.requests()
            return
        except OSError as problem:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"bench/load: {server.name} does not answer: {problem}") from None
            time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
