"""Runs tools in turn and measures what they cost."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from peers.servers import java

from . import files, tasks

TIMEOUT_SECONDS = 900


@dataclass(frozen=True)
class Run:
    """What an answer cost; where it takes several commands, all of them, one after the other."""

    wall_s: float
    cpu_s: float
    """User and system time, of children too."""
    rss_mb: float
    """The most of any command."""


@dataclass
class Cell:
    """All runs of one tool at one task."""

    runs: list = field(default_factory=list)
    problems: list = field(default_factory=list)


class Failure(Exception):
    """A tool did not do what it was asked to; says why."""


def alternately(tools, chosen, rounds, logs, jar):
    """Asks each tool in each round, so that a bad minute of the machine hits all alike."""
    cells = {}
    for task in chosen:
        able = [tool for tool in tools if getattr(tool, task.key, None)]
        for number in range(rounds):
            turn = number % max(1, len(able))
            for tool in able[turn:] + able[:turn]:
                cell = cells.setdefault((task.key, tool.name), Cell())
                if len(cell.problems) > len(cell.runs):
                    continue  # it failed: it will not do better
                ask(tool, task, logs, jar, cell)
    return cells


def ask(tool, task, logs, jar, cell):
    with tempfile.TemporaryDirectory(prefix="takt-bench-", dir=logs.big.path.parent) as folder:
        folder = Path(folder)
        try:
            run, text = run_all(getattr(tool, task.key)(logs), folder, tool.success)
        except Failure as problem:
            cell.problems.append(str(problem))
            print(f"{task.key}, {tool.name}: {problem}", file=sys.stderr)
            return
        cell.runs.append(run)
        print(f"{task.key}, {tool.name}: {run.wall_s:.2f} s, {run.cpu_s:.2f} s CPU, "
              f"{run.rss_mb:.0f} MB", file=sys.stderr)
        if len(cell.runs) == 1:
            wrong = verify(tool, task, logs, jar, text, folder)
            if wrong:
                cell.problems.append(wrong)
                print(f"{task.key}, {tool.name}: {wrong}", file=sys.stderr)


def verify(tool, task, logs, jar, text, folder):
    """What is wrong with an answer, or an empty text."""
    expected = task.counts(logs, tool.tags)
    if task.written:
        written = [str(path) for path in folder.rglob("*") if path.is_file()]
        done = subprocess.run([java(), "-cp", str(jar), str(files.HERE / "Totals.java"), *written],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"its log cannot be read: {done.stderr.strip()[-200:]}"
        text = done.stdout
    elif not tool.prints_counts:
        return ""
    absent = tasks.missing(expected, text)
    return f"**wrong**: no count of {', '.join(f'{count:,}' for count in absent)}" if absent else ""


def run_all(commands, folder, success):
    texts, runs = [], []
    for command in commands:
        run, text = execute(command, folder, success)
        runs.append(run)
        texts.append(text)
    return Run(sum(run.wall_s for run in runs), sum(run.cpu_s for run in runs),
               max(run.rss_mb for run in runs)), "\n".join(texts)


def execute(command, folder, success):
    """Runs a command to its end; gives what it cost and its standard output."""
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                   cwd=folder)
        timer = threading.Timer(TIMEOUT_SECONDS, process.kill)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        text, errors = content(stdout), content(stderr)
    if process.returncode != success:
        raise Failure(f"ended with code {process.returncode}: {errors.strip()[-300:]}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def content(file):
    file.seek(0)
    return file.read().decode("utf-8", errors="replace")
