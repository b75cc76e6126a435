"""Runs tools in turn and measures what they cost."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional


@dataclass(frozen=True)
class Load:
    """What every tool is asked to do; the rate is given apart."""

    seconds: int
    connections: int
    threads: int


@dataclass
class Result:
    """What a tool says of its run; times in nanoseconds, None where it does not say."""

    achieved: float
    p50: Optional[float] = None
    p99: Optional[float] = None
    p999: Optional[float] = None
    lateness_p99: Optional[float] = None
    requests: Optional[int] = None
    """How many requests it sent altogether, if the server did not see them."""
    warm_cpu_micros: Optional[float] = None
    """CPU time per request while the schedule ran."""
    note: str = ""


@dataclass
class Run:
    """One run of one tool: what it says, and what was measured from outside."""

    result: Result
    cpu_micros: float
    """CPU time of the whole process, user and system, per request that the server saw."""
    rss_mb: float
    hiccup_p99_ms: float
    hiccup_max_ms: float


@dataclass
class Cell:
    """All runs of one tool at one rate."""

    runs: list = field(default_factory=list)
    failures: list = field(default_factory=list)


def alternately(tools, rates, rounds, load, server):
    """Runs each tool in each round, so that a bad minute of the machine hits all alike."""
    cells = {}
    for rate in rates:
        able = [tool for tool in tools if tool.can(rate)]
        for number in range(rounds):
            turn = number % max(1, len(able))
            for tool in able[turn:] + able[:turn]:
                cell = cells.setdefault((rate, tool.name), Cell())
                try:
                    run = run_once(tool, rate, load, server)
                except Failure as problem:
                    cell.failures.append(str(problem))
                    print(f"{label(rate)} {tool.name}: {problem}", file=sys.stderr)
                    continue
                cell.runs.append(run)
                print(f"{label(rate)} {tool.name}, round {number + 1}: "
                      f"{run.result.achieved:,.0f}/s, {run.cpu_micros:.1f} us CPU per request",
                      file=sys.stderr)
    return cells


def label(rate):
    return "max" if rate is None else f"{rate:,}/s"


class Failure(Exception):
    """A tool did not do what it was asked to; says why."""


def run_once(tool, rate, load, server):
    with tempfile.TemporaryDirectory(prefix="takt-bench-") as folder:
        folder = Path(folder)
        command = tool.command(server.url, rate, load, folder)
        before = server.requests()
        with Hiccups() as hiccups:
            output, usage, peak_kb = execute(command, folder, tool.environment(load),
                                             timeout=load.seconds * 3 + 60)
        seen = server.requests() - before - 1
        try:
            result = tool.result(output, folder, rate, load)
        except (ValueError, KeyError, IndexError, AttributeError, OSError) as problem:
            raise Failure(f"its output was not understood ({problem!r}): {output[-300:]}") from None
    requests = result.requests or seen
    if requests == 0:
        raise Failure("the server saw no request")
    cpu = (usage.ru_utime + usage.ru_stime) * 1e6 / requests
    return Run(result, cpu, peak_kb / 1024, hiccups.p99_ms(), hiccups.max_ms())


def execute(command, folder, environment, timeout):
    """Runs a command to its end; gives its standard output, its resource usage and its peak of memory."""
    out, err = folder / "stdout", folder / "stderr"
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                   cwd=folder, env={**os.environ, **environment})
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        try:
            peak_kb = watch_memory(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    text = out.read_text(encoding="utf-8", errors="replace")
    if code < 0 or not text.strip():
        words = err.read_text(encoding="utf-8", errors="replace").strip()[-300:]
        raise Failure(f"ended with code {code}: {words}")
    return text, usage, peak_kb


def watch_memory(pid):
    """Waits until a process is about to be gone; gives its peak resident memory in KB.

    The kernel's own figure (ru_maxrss) cannot be used: it counts what this Python had when it
    forked.
    """
    peak_kb = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        peak_kb = max([peak_kb] + [peak_of(each) for each in family(pid)])
        time.sleep(0.1)
    return peak_kb


def family(pid):
    """A process and all that descend from it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [pid] + [each for child in children for each in family(int(child))]


def peak_of(pid):
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) if found else 0


class Hiccups:
    """How late a thread wakes up that only sleeps: what the machine did to everybody."""

    INTERVAL = 0.005

    def __enter__(self):
        self.late = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()
        self.late.sort()

    def watch(self):
        while not self.stopped.is_set():
            start = time.monotonic()
            time.sleep(self.INTERVAL)
            self.late.append(time.monotonic() - start - self.INTERVAL)

    def p99_ms(self):
        return self.late[int(len(self.late) * 0.99)] * 1e3 if self.late else 0.0

    def max_ms(self):
        return self.late[-1] * 1e3 if self.late else 0.0
