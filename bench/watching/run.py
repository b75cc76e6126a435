"""Drives one shop, watched and not, in turn."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from jdk import use_jdk

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ("off", "default", "deep")
CONNECTIONS = "8"
WARM_UP_SECONDS = 30
SETTLE_SECONDS = 10
"""Until whoever attaches has loaded, and the target has compiled again, what attaching changes."""
FOREVER = "24h"
TICKS = os.sysconf("SC_CLK_TCK")
SHOP = "dev.takt.driver.demo.ShopMain"
HEAP = ["-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-XX:+EnableDynamicAgentLoading"]
"""Large enough, and the default collector: what a service has. Nobody needs to be warned of the agent."""


@dataclass(frozen=True)
class Cell:
    """What one pair of runs at one level told."""

    throughput: float
    """Completed requests each second, as fast as it goes."""
    cpu: float
    """Processor time of the target for each of them, in microseconds."""
    p50: float
    """Response time at the rate, in milliseconds."""
    p99: float
    """The same."""


class Shop:
    """The demo's shop in a JVM of its own."""

    def __enter__(self):
        subprocess.run([ROOT / "takt", "--version"], check=True, stdout=subprocess.DEVNULL)
        jars = os.pathsep.join(str(jar) for jar in sorted((ROOT / "cli/target/lib").glob("*.jar")))
        self.process = subprocess.Popen([java(), *HEAP, "-cp", jars, SHOP], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    @property
    def pid(self):
        return self.process.pid

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


def java():
    return use_jdk() / "bin/java"


def command(shop, *flags):
    target = f"http://127.0.0.1:{shop.port}/items/{{uniform:1..1000}}"
    return [ROOT / "takt", "run", "--target", target, "--connections", CONNECTIONS, "--quiet", *flags]


def hears_interrupts():
    """Which a shell makes whatever it starts in the background deaf to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def interrupted(words):
    """A command that goes on meanwhile, and is then ended as by Ctrl-C."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=hears_interrupts)
    try:
        yield
        if process.poll() is not None:
            sys.exit(f"bench/watch: {words[0]} {words[1]} ended with {process.returncode}")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


@contextmanager
def watched(shop, level):
    if level == "off":
        time.sleep(SETTLE_SECONDS)
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        deep = ["--deep"] if level == "deep" else []
        with interrupted([ROOT / "takt", "watch", str(shop.pid), *deep, "--quiet",
                          "--out", f"{folder}/watch"]):
            time.sleep(SETTLE_SECONDS)
            yield


def segments():
    """What all sockets of the machine have sent: two for a request and its answer."""
    names, values = (line.split() for line in Path("/proc/net/snmp").read_text().splitlines()
                     if line.startswith("Tcp:"))
    return int(values[names.index("OutSegs")])


def fast(shop, level, options):
    """Requests per second as fast as it goes, and the shop's CPU time for each in microseconds."""
    with watched(shop, level):
        begin, sent, used = time.monotonic(), segments(), shop.cpu_seconds()
        time.sleep(options.seconds)
        requests = (segments() - sent) / 2
        return (requests / (time.monotonic() - begin),
                (shop.cpu_seconds() - used) / requests * 1e6)


def paced(shop, level, options):
    """Median and 99th percentile of the response time at the rate, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, watched(shop, level):
        done = subprocess.run(
            command(shop, "--rate", options.rate, "--duration", f"{options.seconds:g}s",
                    "--format", "json", "--out", f"{folder}/run"),
            stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        sys.exit(f"bench/watch: takt run ended with {done.returncode}")
    response = json.loads(done.stdout)["total"]["response"]
    return response["p50"] / 1e6, response["p99"] / 1e6


def in_turn(options, measure):
    figures = defaultdict(list)
    for i in range(options.rounds):
        for level in LEVELS if i % 2 == 0 else LEVELS[::-1]:
            figures[level].append(measure(level))
            print(f"{i + 1}, {level}: {figures[level][-1]}", file=sys.stderr)
    return figures


def alternately(shop, options):
    """One load that goes on all the time tells throughput; then runs at the rate tell latency."""
    with tempfile.TemporaryDirectory() as folder:
        with interrupted(command(shop, "--mode", "throughput", "--duration", FOREVER,
                                 "--trace-limit", "1000", "--out", f"{folder}/run")):
            time.sleep(WARM_UP_SECONDS)
            speed = in_turn(options, lambda level: fast(shop, level, options))
    latency = in_turn(options, lambda level: paced(shop, level, options))
    return {level: [Cell(*one, *other) for one, other in zip(speed[level], latency[level])]
            for level in LEVELS}
