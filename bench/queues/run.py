"""Builds the Java side and runs it; gives back what each slice, or each iteration, took."""

import json
import os
import random
import subprocess
import sys
import tempfile
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from jdk import use_jdk

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = f"bench/{Path(sys.argv[0]).name}"
PACKAGE = "dev.takt.bench.concurrent"
OPTIONS = ["--sun-misc-unsafe-memory-access=allow",
           "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xbatch"]
"""For JCTools and for Agrona; and so that what was warmed up is compiled, however busy the machine
is."""
TIMEOUT_SECONDS = 600


@dataclass(frozen=True)
class Slice:
    """What one slice of a contender took, for each operation, and the probes about it."""

    before: float
    after: float
    nanos: float
    cpu: float
    waiting: float
    """CPU time of the first thread after its own part: not idle, but not at work either."""
    allocated: float


@dataclass(frozen=True)
class Effort:
    """How much is done for the answers."""

    forks: int
    jmh_forks: int
    rounds: float
    """As a share of what a row wants."""
    warm_up: int
    iterations: int
    iteration_ms: int
    longest_seconds: int
    """For warming up, and again for measuring, where the machine is busy."""


FULL = Effort(forks=3, jmh_forks=2, rounds=1, warm_up=15, iterations=5, iteration_ms=300,
              longest_seconds=20)
QUICK = Effort(forks=1, jmh_forks=1, rounds=0.25, warm_up=10, iterations=3, iteration_ms=100,
               longest_seconds=5)


def build():
    """Builds what is run, and gives its class path."""
    target, jars = package()
    original = [str(original_scheduler())] if original_scheduler() else []
    return os.pathsep.join([str(target / "classes"), *jars, *original])


def package():
    """Builds bench/jmh; gives its target folder and the jars that it uses."""
    use_jdk()
    # Maven's own libraries use what the JDK warns of.
    os.environ["MAVEN_OPTS"] = (os.environ.get("MAVEN_OPTS", "")
                                + " --sun-misc-unsafe-memory-access=allow")
    command = ["mvn", "-q", "-B", "package", "-Pbench", "-pl", "bench/jmh", "-am", "-DskipTests",
               "-Dspotless.check.skip=true"]
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        sys.exit(f"{SCRIPT}: the build failed")
    return built()


def built():
    """As `package`, of what was built before."""
    target = ROOT / "bench/jmh/target"
    return target, sorted(str(jar) for jar in (target / "lib").glob("*.jar"))


def versions(class_path):
    """What is compared, by the commit and the names of jars."""
    done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                          capture_output=True, text=True, check=False)
    jars = [Path(path).stem for path in class_path.split(os.pathsep)]
    return [f"takt {done.stdout.strip() or 'without a commit'}"] + [
        jar for jar in jars if jar.startswith(("jctools", "agrona", "disruptor", "jmh-core"))]


def original_scheduler():
    """The jar, or the folder of classes, of the scheduler by Ullink; or None."""
    named = os.environ.get("ORDERED_SCHEDULER")
    return Path(named).resolve() if named and Path(named).exists() else None


def java():
    return str(Path(os.environ["JAVA_HOME"]) / "bin" / "java")


def rotation(row, class_path, effort):
    """Runs a row's contenders in turn; gives their slices by fork and round: {name: {key: Slice}}."""
    names = present(row)
    slices = {name: {} for name in names}
    for fork in range(effort.forks):
        seed = zlib.crc32(f"{row.title}{fork}".encode())
        random.Random(seed).shuffle(names)  # who is made first lies elsewhere in memory
        text = output([java(), *row.options, *OPTIONS, "-cp", class_path, f"{PACKAGE}.Alternate",
                       row.contest, row.parameter, str(row.slice_micros), str(effort.warm_up),
                       str(max(8, round(row.rounds * effort.rounds))), str(effort.longest_seconds),
                       str(seed), *names])
        for line in text.splitlines():
            fields = line.split("\t")
            if fields[0] == "#collections":
                if fields[1] != "0" and not row.one_thread:
                    print(f"{row.title}: {fields[1]} collections", file=sys.stderr)
            else:
                number, name, *values = fields
                slices[name][fork, int(number)] = Slice(*map(float, values))
    return slices


def present(row):
    if original_scheduler():
        return row.contenders
    return [name for name in row.contenders if name != "original"]


def alone(row, class_path, effort):
    """Runs a row's contenders by JMH; gives {name: [(ns, bytes) of each fork]}."""
    with tempfile.TemporaryDirectory(prefix="takt-bench-") as folder:
        results = Path(folder) / "results.json"
        length = f"{effort.iteration_ms}ms"
        output([java(), "-cp", class_path, "org.openjdk.jmh.Main", f"{PACKAGE}.{row.benchmark}.",
                "-p", "contender=" + ",".join(row.contenders),
                "-f", str(effort.jmh_forks), "-wi", "3", "-i", str(effort.iterations),
                "-w", length, "-r", length, "-prof", "gc", "-foe", "true",
                "-jvmArgs", " ".join(OPTIONS), "-rf", "json", "-rff", str(results)])
        measured = json.loads(results.read_text(encoding="utf-8"))
    cells = defaultdict(list)
    for result in measured:
        bytes_each = result["secondaryMetrics"]["gc.alloc.rate.norm"]["rawData"]
        for nanos, allocated in zip(result["primaryMetric"]["rawData"], bytes_each):
            cells[result["params"]["contender"]] += zip(nanos, allocated)
    return dict(cells)


def output(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=TIMEOUT_SECONDS, check=False)
    if done.returncode != 0:
        sys.exit(f"{SCRIPT}: {' '.join(command[-20:])}\n{done.stdout[-1500:]}\n"
                 f"{done.stderr[:2000]}")
    return done.stdout
