"""The logs that are read, each with the counts that a reader of it must find."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from peers.servers import java

HERE = Path(__file__).resolve().parent
WINDOW_START = 5 / 6
"""Where the window begins, as a share of the big log: after 5 of 6 hours."""
WINDOW_INTERVALS = 60


@dataclass(frozen=True)
class Log:
    """An interval log, and what is in it."""

    path: Path
    intervals: int
    counts: dict
    """How many values each tag has."""

    @property
    def lines(self):
        return self.intervals * len(self.counts)

    @property
    def count(self):
        return sum(self.counts.values())


@dataclass(frozen=True)
class Logs:
    """All that the bench reads."""

    big: Log
    minute: Log
    window: Log
    """What a window of the big log holds; not read, only its counts are used."""
    window_start: int
    machines: list
    """The big log in one untagged log for each tag, as if they came from that many machines."""


def prepare(folder, intervals, jar):
    """Makes the logs that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    start = int(intervals * WINDOW_START)
    big = made(folder / f"{intervals}.hlog", intervals, 0, jar)
    window = made(folder / f"{intervals}-window.hlog", min(WINDOW_INTERVALS, intervals - start),
                  start, jar)
    minute = made(folder / "minute.hlog", 60, 0, jar)
    return Logs(big, minute, window, start, untagged(big, folder / f"{intervals}-machines"))


def made(path, intervals, first, jar):
    totals = Path(f"{path}.totals")
    if not totals.exists():  # it is written last
        print(f"making {path} ...", file=sys.stderr)
        done = subprocess.run(
            [java(), "-cp", str(jar), str(HERE / "MakeLog.java"), str(path),
             "--first", str(first), "--intervals", str(intervals)],
            stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            sys.exit(f"bench/log: {path} was not made")
    rows = [line.split("\t") for line in totals.read_text(encoding="utf-8").splitlines()[1:]]
    return Log(path, intervals, {row[0]: int(row[1]) for row in rows})


def untagged(log, folder):
    """Writes each tag's lines, without the tag, to a log of its own."""
    paths = {tag: folder / f"machine-{number}.hlog" for number, tag in enumerate(log.counts)}
    if folder.exists():
        return list(paths.values())
    unfinished = folder.with_suffix(".part")
    unfinished.mkdir(exist_ok=True)
    outs = {tag: open(unfinished / path.name, "w", encoding="ascii")
            for tag, path in paths.items()}
    with open(log.path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith("Tag="):
                tag, rest = line[len("Tag="):].split(",", 1)
                outs[tag].write(rest)
            else:
                for out in outs.values():
                    out.write(line)
    for out in outs.values():
        out.close()
    unfinished.rename(folder)
    return list(paths.values())
