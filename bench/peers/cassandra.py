"""Takt, cassandra-stress and java-driver on one Cassandra: the contenders, and the tables."""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import measure, spent
from .report import cpu, memory_gb, row, spread
from .servers import java, java_version
from .tools import ROOT, first_line

TABLES = ("rate", "load")

READS = "bench_reads"
"""The keyspace that all contenders read."""

READ_ROWS = 10_000

LOAD_SECONDS = 120
"""What a load takes at most, about; three times that ends it."""

MAX_REASONS = 5
"""How many kinds of failures are named."""


@dataclass
class Done:
    """One run of one contender."""

    achieved: float
    failed: int
    micros: float
    """CPU time of the whole process per operation."""
    steady_micros: float
    """The same while it ran steadily."""
    wall: float
    cpu: float


class Takt:
    name = "Takt, sleep"
    keyspace = "bench_takt"

    def find(self):
        return Path(os.environ.get("TAKT", ROOT / "takt"))

    def version(self):
        return first_line(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"])

    def stress(self, words, options, folder):
        return [str(self.find()), "cassandra-stress", *words, *node(options), "--pacing", "sleep",
                "--format", "json", "--quiet", "--no-report", "--out", str(folder / "run")]

    def reads(self, options, folder):
        return self.stress(read_words(options), options, folder)

    def writes(self, options, folder):
        return self.stress(write_words(options, self.keyspace), options, folder)

    def said(self, output):
        run = json.loads(output)
        balance = run["balance"]
        return run["rate"]["achieved"], balance["intended"] - balance["completed"]


class CassandraStress:
    name = "cassandra-stress"
    keyspace = "bench_stress"
    how_to_get = "CASSANDRA_STRESS=its folder, with tools/lib/stress.jar"

    OPENED = ["io", "lang", "lang.module", "lang.reflect", "math", "net", "nio", "time", "util",
              "util.concurrent", "util.concurrent.atomic"]
    """Packages of java.base that Cassandra 3 and 4 look into."""

    def find(self):
        home = Path(os.environ.get("CASSANDRA_STRESS", "/nowhere"))
        return home if (home / "tools/lib/stress.jar").exists() else None

    def version(self):
        return next((self.find() / "lib").glob("apache-cassandra-[0-9]*.jar")).stem

    def stress(self, words, options):
        opens = [word for package in self.OPENED
                 for word in ("--add-opens", f"java.base/java.{package}=ALL-UNNAMED")]
        home = self.find()
        return [os.environ.get("CASSANDRA_STRESS_JAVA", java()), *opens, "--add-opens",
                "java.base/sun.nio.ch=ALL-UNNAMED", "--add-exports",
                "java.rmi/sun.rmi.registry=ALL-UNNAMED", "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:+UseSerialGC", "-cp",
                f"{home}/conf:{home}/lib/*:{home}/tools/lib/*",
                "-Dlogback.configurationFile=logback-tools.xml",
                "org.apache.cassandra.stress.Stress", *words, *node(options)]

    def reads(self, options, folder):
        return self.stress(read_words(options), options)

    def writes(self, options, folder):
        return self.stress(write_words(options, self.keyspace), options)

    def said(self, output):
        def value(name):
            return float(re.search(rf"^{name} *: *([\d,.]+)", output, re.M)[1].replace(",", ""))

        return value("Op rate"), int(value("Total errors"))


class JavaDriver:
    name = "java-driver"
    how_to_get = "JAVA_DRIVER=a folder of jars, java-driver-core and its dependencies"

    def __init__(self):
        self.classes = None

    def find(self):
        home = Path(os.environ.get("JAVA_DRIVER", "/nowhere"))
        return home if list(home.glob("java-driver-core-*.jar")) else None

    def version(self):
        return next(self.find().glob("java-driver-core-*.jar")).stem

    def compile(self, folder):
        self.classes = folder / "java-driver"
        subprocess.run([java() + "c", "-proc:none", "-cp", f"{self.find()}/*", "-d",
                        str(self.classes), str(Path(__file__).with_name("JavaDriverReads.java"))],
                       check=True)

    def reads(self, options, folder):
        host, _, port = options.node.rpartition(":")
        return [java(), "-XX:+UseSerialGC", "-cp", f"{self.find()}/*:{self.classes}",
                "JavaDriverReads", host, port, READS, str(options.rate), str(options.seconds)]

    def said(self, output):
        found = re.search(r"(\d+) reads, (\d+) failed, ([\d.]+)/s", output)
        return float(found[3]), int(found[2])


def node(options):
    host, _, port = options.node.rpartition(":")
    return ["-node", host, "-port", f"native={port}"]


def read_words(options):
    return ["read", f"n={options.rate * options.seconds}", "no-warmup", "-pop",
            f"dist=uniform(1..{READ_ROWS})", "-rate", f"threads={options.threads}",
            f"throttle={options.rate}/s", "-mode", "native", "cql3", "-schema",
            f"keyspace={READS}"]


def write_words(options, keyspace):
    return ["write", f"n={options.rows}", "no-warmup", "-rate", f"threads={options.threads}", "-mode", "native", "cql3", "-schema",
            f"keyspace={keyspace}"]


def tables(options, folder):
    takt, stress, driver = Takt(), CassandraStress(), JavaDriver()
    present = [takt]
    for each in (stress, driver):
        if each.find():
            present.append(each)
        else:
            print(f"skipped {each.name}: {each.how_to_get}", file=sys.stderr)
    if driver in present:
        driver.compile(folder)
    parts = [header(options, present)]
    if options.only != "load":
        fill(takt, options, folder)
        parts.append(rate_table(options, present, folder))
    if options.only != "rate":
        parts.append(load_table(options, [each for each in present if each is not driver], folder))
    return "\n\n".join(parts)


def empty(takt, options, keyspace, folder):
    """Drops the keyspace, so that each load begins with no rows."""
    subprocess.run(
        [str(takt.find()), "run", f"cql://{options.node}", "--cql",
         f"DROP KEYSPACE IF EXISTS {keyspace}", "--mode", "throughput", "--count", "1", "--quiet",
         "--no-report", "--no-self-warmup", "--timeout", "60s", "--out",
         str(Path(tempfile.mkdtemp(dir=folder)) / "run")],
        check=True, stdout=subprocess.DEVNULL)


def fill(takt, options, folder):
    """The rows that are read."""
    place = Path(tempfile.mkdtemp(dir=folder))
    words = ["write", f"n={READ_ROWS}", "no-warmup", "-rate", "threads=8", "-schema",
             f"keyspace={READS}"]
    subprocess.run(takt.stress(words, options, place), check=True, stdout=subprocess.DEVNULL)


def run(contender, command, operations, seconds, folder):
    """Runs one contender once; None, with a word on standard error, if that failed."""
    output = ""
    begin = time.monotonic()
    try:
        output, cost = spent.execute(command, folder, seconds)
        wall = time.monotonic() - begin
        achieved, failed = contender.said(output)
    except (measure.Failure, ValueError, KeyError, TypeError) as problem:
        print(f"{contender.name}: {problem!r} {output[-300:]}", file=sys.stderr)
        return None
    done = Done(achieved, failed, cost.seconds * 1e6 / operations,
                cost.steady_cores * 1e6 / achieved, wall, cost.seconds)
    print(f"{contender.name}: {achieved:,.0f}/s, {done.micros:.1f} us CPU per operation,"
          f" {wall:.1f} s", file=sys.stderr)
    for line in re.findall(r"(?m)^failed: .*", output)[:MAX_REASONS]:
        print(f"  {line}", file=sys.stderr)
    return done


def alternately(options, contenders, command, operations, seconds, folder):
    """Runs each contender in each round, so that a bad minute of the machine hits all alike."""
    runs = {each.name: [] for each in contenders}
    for number in range(options.rounds):
        turn = number % len(contenders)
        for each in contenders[turn:] + contenders[:turn]:
            place = Path(tempfile.mkdtemp(dir=folder))
            done = run(each, command(each, place), operations, seconds, place)
            if done:
                runs[each.name].append(done)
    return runs


def rate_table(options, contenders, folder):
    runs = alternately(
        options, contenders, lambda each, place: each.reads(options, place),
        options.rate * options.seconds, options.seconds, folder)
    columns = ["", "CPU µs/read, steady", "start included", "achieved/s", "not read"]
    lines = [f"**Reads of a row by its key at {options.rate:,}/s, {options.seconds} s,"
             f" {options.threads} threads**", "", row(columns), row(["---"] + ["---:"] * 4)]
    for each in contenders:
        done = runs[each.name]
        lines.append(row([each.name] + ([
            spread([one.steady_micros for one in done], 1), spread([one.micros for one in done], 1),
            spread([one.achieved for one in done], 0), f"{sum(one.failed for one in done):,}"]
            if done else ["failed", "", "", ""])))
    return "\n".join(lines)


def load_table(options, contenders, folder):
    def command(each, place):
        empty(contenders[0], options, each.keyspace, folder)
        return each.writes(options, place)

    runs = alternately(options, contenders, command, options.rows, LOAD_SECONDS, folder)
    columns = ["", "wall s", "CPU s", "CPU µs/row", "rows/s while it wrote", "not written"]
    lines = [f"**`write n={options.rows:,}`, as fast as it goes, {options.threads} threads**", "",
             row(columns), row(["---"] + ["---:"] * 5)]
    for each in contenders:
        done = runs[each.name]
        lines.append(row([each.name] + ([
            spread([one.wall for one in done], 1), spread([one.cpu for one in done], 1),
            spread([one.micros for one in done], 1), spread([one.achieved for one in done], 0),
            f"{sum(one.failed for one in done):,}"] if done else ["failed"] + [""] * 4)))
    return "\n".join(lines)


def header(options, contenders):
    versions = ", ".join(f"{each.name} {each.version()}" for each in contenders)
    return (f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
            f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}. {versions}. "
            f"{options.rounds} round(s), server on the same machine; load average at the start "
            f"{os.getloadavg()[0]:.1f}. Cells: median (least–most).")
