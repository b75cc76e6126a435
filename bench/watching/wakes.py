"""What it costs a target that a thread wakes, in it or beside it: nothing but how often it does
changes between looks that take turns."""

import datetime
import math
import os
import platform
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from peers.report import cpu, row
from peers.servers import java_version
from watching.parts import cpu_seconds
from watching.run import FOREVER, ROOT, SETTLE_SECONDS, WARM_UP_SECONDS, command, interrupted, java, segments

PLACES = ("in the target", "in a JVM beside it")
MICROS = (2_000, 8_000)
"""Of sleep: as a default meter, and before that four times as many wake-ups, whose price is easier to see."""
CASES = (("", 0),) + tuple((place, micros) for place in PLACES for micros in MICROS)
NONE = CASES[0]
FIRST_SECONDS = 0.3


class Sleepers:
    """One in each place; all of them are off but the one that was named last."""

    def __init__(self, shop, folder):
        self.files = {place: Path(folder) / f"wakes-{i}" for i, place in enumerate(PLACES)}
        self.to(*NONE)
        jar = self.jar(folder)
        inside, beside = (self.files[place] for place in PLACES)
        subprocess.run([java().parent / "jcmd", str(shop.pid), "JVMTI.agent_load", jar, str(inside)],
                       check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen([java(), "-XX:+UseSerialGC", "-Xmx16m", "-XX:-UsePerfData",
                                         "-cp", jar, "Wakes", beside])

    @staticmethod
    def jar(folder):
        classes, manifest, jar = (Path(folder) / name for name in ("wakes", "manifest", "wakes.jar"))
        tools = java().parent
        subprocess.run([tools / "javac", "-d", classes, ROOT / "bench/watching/Wakes.java"], check=True)
        manifest.write_text("Agent-Class: Wakes\n", encoding="ascii")
        subprocess.run([tools / "jar", "cfm", jar, manifest, "-C", classes, "."], check=True)
        return jar

    def to(self, place, micros):
        for each, file in self.files.items():
            with open(file, "r+b" if file.exists() else "wb") as told:
                told.write(struct.pack("i", micros if each == place else 0))

    def end(self):
        self.process.kill()
        self.process.wait()


@contextmanager
def sleepers(shop, folder):
    these = Sleepers(shop, folder)
    try:
        yield these
    finally:
        these.end()


def look(shop, seconds):
    """Requests each second, and the target's CPU for each in seconds."""
    sent, used, begin = segments(), cpu_seconds(shop.pid), time.monotonic()
    time.sleep(seconds)
    requests = (segments() - sent) / 2
    return requests / (time.monotonic() - begin), (cpu_seconds(shop.pid) - used) / requests


def measured(shop, options):
    """By case, what was seen in each round; in each all of them, in an order of its own."""
    found = {case: [] for case in CASES}
    with tempfile.TemporaryDirectory() as folder:
        with interrupted(command(shop, "--mode", "throughput", "--duration", FOREVER,
                                 "--trace-limit", "1000", "--out", f"{folder}/run")):
            time.sleep(WARM_UP_SECONDS)
            with sleepers(shop, folder) as these:
                time.sleep(SETTLE_SECONDS)
                for turn in range(options.rounds):
                    for case in random.Random(turn).sample(CASES, len(CASES)):
                        these.to(*case)
                        time.sleep(FIRST_SECONDS)
                        found[case].append(look(shop, options.seconds))
                    print(f"{turn + 1} of {options.rounds}", file=sys.stderr)
    return found


def change(found, case, figure):
    """In percent against the looks of the same round without wake-ups: the mean, and its standard error."""
    logs = [100 * math.log(seen[figure] / none[figure]) for seen, none in zip(found[case], found[NONE])]
    error = statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.nan
    return f"{statistics.mean(logs):+.2f} (± {error:.2f})"


def table(found, options):
    rows = [row([place, f"{1_000_000 // micros}", change(found, (place, micros), 0), change(found, (place, micros), 1)])
            for place, micros in CASES if micros]
    none = statistics.mean(requests for requests, _ in found[NONE])
    return "\n".join([
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, Linux {platform.release()}, "
        f"{java_version()}. {options.rounds} rounds of looks of {options.seconds:g} s; "
        f"without wake-ups {none:,.0f} requests/s. In brackets the standard error.",
        "",
        row(["a thread that wakes", "times a second", "requests/s, %", "target's CPU for each request, %"]),
        row(["---", "---:", "---:", "---:"]), *rows])
