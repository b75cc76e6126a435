"""The resident memory of each tool after a minute at one rate."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import measure

RATE = 10_000
AFTER_SECONDS = 60


def after_a_minute(tools, rounds, connections, threads, server):
    """Megabytes by tool name, a list of one for each round."""
    sizes = {tool.name: [] for tool in tools if tool.sends_requests and tool.can(RATE)}
    for _ in range(rounds):
        for tool in tools:
            if tool.name in sizes:
                try:
                    sizes[tool.name].append(resident_mb(tool, connections, threads, server))
                except measure.Failure as problem:
                    print(f"memory of {tool.name}: {problem}", file=sys.stderr)
    return sizes


def resident_mb(tool, connections, threads, server):
    """Runs a tool for longer than a minute, and kills it when it was measured."""
    load = measure.Load(AFTER_SECONDS + 30, connections, threads)
    with tempfile.TemporaryDirectory(prefix="takt-bench-") as folder:
        process = subprocess.Popen(
            tool.command(server.url, RATE, load, Path(folder)), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
            env={**os.environ, **tool.environment(load)}, start_new_session=True)
        try:
            time.sleep(AFTER_SECONDS)
            if process.poll() is not None:
                raise measure.Failure(f"ended with code {process.returncode} within the minute")
            return sum(resident_kb(each) for each in measure.family(process.pid)) / 1024
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def resident_kb(pid):
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])
