"""The time from the command to the first bytes of the first request, as a listener sees it."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from . import measure

TIMEOUT_SECONDS = 30
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"


def request_times(tools, rounds):
    """Milliseconds by tool name, a list of one for each round."""
    times = {tool.name: [] for tool in tools if tool.sends_requests}
    for _ in range(rounds):
        for tool in tools:
            if tool.sends_requests:
                took = first_request(tool)
                if took is None:
                    print(f"first request of {tool.name}: none came", file=sys.stderr)
                else:
                    times[tool.name].append(took)
    return times


def first_request(tool):
    load = measure.Load(seconds=3, connections=1, threads=1)
    with tempfile.TemporaryDirectory(prefix="takt-bench-") as folder, Listener() as listener:
        command = tool.first_request_command(listener.url, load, Path(folder))
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=folder, env={**os.environ, **tool.environment(load)},
            start_new_session=True)
        try:
            came = listener.came.wait(TIMEOUT_SECONDS)
            return (listener.at - start) * 1e3 if came else None
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Listener:
    """Notes when the first bytes come, and answers all requests until it is closed."""

    def __enter__(self):
        self.at = 0.0
        self.came = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def accept(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                while client.recv(65536):
                    if not self.came.is_set():
                        self.at = time.monotonic()
                        self.came.set()
                    client.sendall(ANSWER)
            except OSError:
                return
