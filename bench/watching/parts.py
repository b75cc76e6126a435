"""Switches single parts of a watch on and off beside one load that goes on, and compares each time
that something was watched with the times just before and after it."""

import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from watching.latencies import Log
from watching.run import (FOREVER, ROOT, WARM_UP_SECONDS, command, interrupted, java, segments)

PARTS = ("nothing", "recording", "switches", "samples", "agent", "host's meter", "all")
"""The first is the check: whatever it seems to cost is the error of all the others."""
OWN_THREADS = ("takt-", "JFR ")
"""Threads that the target has for its observers: the agent's, and the flight recorder's."""
BESIDE = "the JVM beside it"
EVENTS_LEFT_OUT = ("jdk.Active", "jdk.Checkpoint", "jdk.Metadata")
"""Which a recording has whatever is done."""
FIRST_SECONDS = 3
"""With each part once before anything counts, because the first time loads classes on both sides."""
SECONDS_AFTER = 3
"""Before a look at what is not watched any more, at most."""
INTERVAL = "100ms"
"""Of the log of a load at a rate: of each look, less than two of them are not told of."""
PROCESS_CPU_CLOCK = 2


@dataclass(frozen=True)
class Look:
    """What was seen for some time."""

    begin: float
    """By the wall clock, in seconds since 1970, as in interval logs."""
    seconds: float
    requests: float
    target: float
    """Processor time of the target, in seconds."""
    watcher: float
    """The same of who watches, and of processes that it has started."""
    threads: dict
    """The same by name of the watcher's threads."""
    own: dict
    """Processor time by name of the target's threads that are there for its observers."""
    switches: int
    """Of all processors of the machine."""
    own_switches: int
    """Of the target's threads."""

    @property
    def cpu(self):
        """Of the target for each request."""
        return self.target / self.requests

    @property
    def serving(self):
        """Of the target's other threads for each request: what is left are effects, such as events that
        are recorded by whoever meets them, switches that take longer, and caches that others used."""
        return (self.target - sum(self.own.values())) / self.requests

    @property
    def throughput(self):
        return self.requests / self.seconds


@dataclass(frozen=True)
class Pair:
    """A look at what is watched, and those beside it at what is not."""

    watched: Look
    before: Look
    after: Look

    def ratio(self, figure):
        return figure(self.watched) / math.sqrt(figure(self.before) * figure(self.after))

    def added(self, figure):
        """How much more there was of something each second."""
        beside = (figure(self.before) / self.before.seconds + figure(self.after) / self.after.seconds) / 2
        return figure(self.watched) / self.watched.seconds - beside


class Watcher:
    """The JVM that holds a part of a watch."""

    def __init__(self, shop, folder):
        jars = os.pathsep.join(str(jar) for jar in sorted((ROOT / "cli/target/lib").glob("*.jar")))
        subprocess.run([java().parent / "javac", "-cp", jars, "-d", folder,
                        ROOT / "bench/watching/Parts.java"], check=True)
        self.process = subprocess.Popen(
            [java(), f"@{ROOT}/cli/src/main/dist/jvm.options",
             "-cp", f"{folder}{os.pathsep}{jars}", "Parts", str(shop.pid), folder],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def switch(self, line):
        """To the part of that name, or to none."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline().strip() != "ready":
            sys.exit(f"bench/watch: the watcher ended at: {line}")

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    def cpu_seconds(self):
        pid = self.process.pid
        return sum(cpu_seconds(each) for each in [pid, *children(pid)])

    def threads(self):
        """Its own, and in one the processes that it has started."""
        pid = self.process.pid
        beside = sum(cpu_seconds(each) for each in children(pid))
        return {**threads(pid), (0, BESIDE): beside}


def of_each_thread(pid, read):
    """What is read in the folders of a process's threads; of those that end meanwhile, nothing."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found.append(read(task))
        except OSError:
            continue
    return found


def threads(pid):
    """The processor time of each thread of a process, by its number and name."""
    return dict(of_each_thread(pid, lambda task: (
        (int(task.name), (task / "comm").read_text().strip()),
        int((task / "schedstat").read_text().split()[0]) / 1e9)))


def spent(before, after):
    """By name, what threads needed between two readings."""
    by_name = defaultdict(float)
    for (tid, name), now in after.items():
        by_name[name] += now - before.get((tid, name), 0.0)
    return dict(by_name)


def switches():
    """Since the machine's start, of all processors."""
    for line in Path("/proc/stat").read_text(encoding="ascii").splitlines():
        if line.startswith("ctxt "):
            return int(line.split()[1])
    return 0


def switches_of(pid):
    """Of a process, by its threads: how often each gave a processor away, or lost it."""
    return dict(of_each_thread(pid, lambda task: (task.name, sum(
        int(line.split()[1]) for line in (task / "status").read_text().splitlines()
        if "_ctxt_switches:" in line))))


def cpu_seconds(pid):
    """Of all threads that a process has and had, by the clock that the kernel keeps of it."""
    try:
        return time.clock_gettime(~pid << 3 | PROCESS_CPU_CLOCK)
    except OSError:
        return 0.0


def children(pid):
    told = of_each_thread(pid, lambda task: (task / "children").read_text().split())
    return [int(child) for each in told for child in each]


def look(shop, watcher, seconds):
    watchers, targets, switched = watcher.threads(), threads(shop.pid), switches()
    switched_itself = switches_of(shop.pid)
    watching, sent = watcher.cpu_seconds(), segments()
    wall, used, begin = time.time(), cpu_seconds(shop.pid), time.monotonic()
    time.sleep(seconds)
    used, passed = cpu_seconds(shop.pid) - used, time.monotonic() - begin
    requests, watching = (segments() - sent) / 2, watcher.cpu_seconds() - watching
    own = {name: used for name, used in spent(targets, threads(shop.pid)).items()
           if name.startswith(OWN_THREADS)}
    itself = sum(now - switched_itself.get(task, 0) for task, now in switches_of(shop.pid).items())
    return Look(wall, passed, requests, used, watching, spent(watchers, watcher.threads()), own,
                switches() - switched, itself)


def watched(shop, watcher, part, seconds, settle):
    """A watch that begins or ends has work of its own, which is no part of it; and what it leaves out
    because the target cannot afford it, it leaves out after three seconds."""
    watcher.switch(part)
    time.sleep(settle)
    seen = look(shop, watcher, seconds)
    watcher.switch("none")
    time.sleep(min(settle, SECONDS_AFTER))
    return seen


def pairs(shop, watcher, options):
    """In each round all parts, in an order of its own."""
    found = {part: [] for part in options.parts}
    for part in options.parts:
        watched(shop, watcher, part, FIRST_SECONDS, options.settle)
    before = look(shop, watcher, options.seconds)
    for turn in range(options.rounds):
        for part in random.Random(turn).sample(options.parts, len(options.parts)):
            seen = watched(shop, watcher, part, options.seconds, options.settle)
            after = look(shop, watcher, options.seconds)
            found[part].append(Pair(seen, before, after))
            before = after
        print(f"{turn + 1} of {options.rounds}", file=sys.stderr)
    return found


def events(folder):
    """How many of them the longest recording of the target has each second."""
    recordings = sorted(Path(folder).glob("part-*/target.jfr"), key=lambda file: file.stat().st_size)
    if not recordings:
        return 0.0
    told = subprocess.run([java().parent / "jfr", "summary", recordings[-1]],
                          capture_output=True, text=True, check=True).stdout
    seconds, count = 1.0, 0
    for words in map(str.split, told.splitlines()):
        if words[:1] == ["Duration:"]:
            seconds = float(words[1])
        elif words and words[0].startswith("jdk.") and not words[0].startswith(EVENTS_LEFT_OUT):
            count += int(words[1])
    return count / seconds


def measured(shop, options):
    """Beside one load, as fast as it goes or at a rate: the pairs of each part, how many events a
    recording had each second, and at a rate what operations took."""
    pace = (["--rate", options.rate, "--interval", INTERVAL] if options.paced
            else ["--mode", "throughput"])
    with tempfile.TemporaryDirectory() as folder:
        with interrupted(command(shop, *pace, "--duration", FOREVER,
                                 "--trace-limit", "1000", "--out", f"{folder}/run")):
            time.sleep(WARM_UP_SECONDS)
            watcher = Watcher(shop, folder)
            try:
                found, recorded = pairs(shop, watcher, options), events(folder)
            finally:
                watcher.end()
        return found, recorded, Log(f"{folder}/run/latency.hdr") if options.paced else None
