"""Drives one shop, watched and not, in turn."""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ("off", "default", "deep")
CONNECTIONS = "8"
WARM_UP_RUNS = 2
TICKS = os.sysconf("SC_CLK_TCK")
SHOP = "dev.takt.driver.demo.ShopMain"
HEAP = ["-Xms256m", "-Xmx256m", "-XX:+UseG1GC"]
"""Large enough, and the default collector: what a service has."""


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
        os.environ["JAVA_HOME"] = str(java().parents[1])
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
    script = 'source bin/jdk.sh && find_jdk "$PWD" && echo "$JAVA_HOME"'
    found = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return Path(found.stdout.split()[-1]) / "bin/java"


def takt(shop, level, flags):
    """One run; gives its summary and what processor time the shop had meanwhile."""
    watching = [] if level == "off" else ["--watch", level, "--watch-pid", str(shop.pid)]
    target = f"http://127.0.0.1:{shop.port}/items/{{uniform:1..1000}}"
    with tempfile.TemporaryDirectory() as folder:
        before = shop.cpu_seconds()
        done = subprocess.run(
            [ROOT / "takt", "run", "--target", target, "--connections", CONNECTIONS, *flags,
             *watching, "--format", "json", "--quiet", "--out", f"{folder}/run"],
            stdout=subprocess.PIPE, text=True, check=False)
        used = shop.cpu_seconds() - before
    if not done.stdout:
        sys.exit(f"bench/watch: takt run ended with {done.returncode}")
    return json.loads(done.stdout), used


def measure(shop, level, options):
    fast, used = takt(shop, level, ["--mode", "throughput", "--duration", f"{options.seconds}s"])
    paced, _ = takt(shop, level, ["--rate", options.rate, "--duration", f"{options.seconds}s"])
    completed = fast["balance"]["completed"]
    response = paced["total"]["response"]
    return Cell(throughput=fast["rate"]["achieved"], cpu=used / completed * 1e6,
                p50=response["p50"] / 1e6, p99=response["p99"] / 1e6)


def alternately(shop, options):
    cells = defaultdict(list)
    for _ in range(WARM_UP_RUNS):
        measure(shop, "off", options)
    for i in range(options.rounds):
        order = LEVELS if i % 2 == 0 else LEVELS[::-1]
        for level in order:
            cell = measure(shop, level, options)
            cells[level].append(cell)
            print(f"{i + 1}, {level}: {cell.throughput:,.0f}/s, {cell.cpu:.1f} µs, "
                  f"p50 {cell.p50:.2f} ms, p99 {cell.p99:.2f} ms", file=sys.stderr)
    return cells
