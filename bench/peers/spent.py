"""Runs a command and tells what it cost, from its start and while it ran steadily."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass

from .measure import Failure

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 0.1
END_SECONDS = 0.7
"""What a tool does at the end, such as printing, is left out of its steady time."""


@dataclass
class Spent:
    """CPU time of a process."""

    seconds: float
    """User and system time from start to end."""
    steady_cores: float
    """CPU seconds per second in the middle of the run, when all is compiled."""


def execute(command, folder, run_seconds):
    """Runs a command whose last `run_seconds` are the load; gives its output and what it cost."""
    out, err = folder / "stdout", folder / "stderr"
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, cwd=folder)
        timer = threading.Timer(run_seconds * 3 + 60, process.kill)
        timer.start()
        samples = []
        try:
            while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
                samples.append((time.monotonic(), cpu_seconds(process.pid)))
                time.sleep(LOOK_SECONDS)
            ended = time.monotonic()
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    text = out.read_text(encoding="utf-8", errors="replace")
    if process.returncode < 0 or not text.strip():
        words = err.read_text(encoding="utf-8", errors="replace").strip()[-500:]
        raise Failure(f"{command[0]} ended with code {process.returncode}: {words}")
    return text, Spent(usage.ru_utime + usage.ru_stime, steady(samples, ended, run_seconds))


def steady(samples, ended, run_seconds):
    """CPU seconds per second after the first third of the load, and before its end."""
    first = ended - run_seconds * 2 / 3
    within = [each for each in samples if first <= each[0] <= ended - END_SECONDS]
    if len(within) < 2:
        return 0.0
    (begin, before), (end, after) = within[0], within[-1]
    return (after - before) / (end - begin)


def cpu_seconds(pid):
    """User and system time so far; the fields of proc(5), behind the name in parentheses."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS
