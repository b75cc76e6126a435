"""Builds the Java side and runs it; gives back what each slice took."""

import os
import random
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from jdk import use_jdk

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = f"bench/{Path(sys.argv[0]).name}"
PACKAGE = "dev.takt.bench.concurrent"
OPTIONS = ["--sun-misc-unsafe-memory-access=allow",
           "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xbatch",
           "-XX:CompileThresholdScaling=0.1"]
"""For JCTools and for Agrona; and so that what was warmed up is compiled, however busy the machine
is. A loop whose code was discarded at a late assumption is compiled again only after 40,000
iterations, which a slice of slow code is far from: it would stay 15 times as slow until the end."""
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
    rounds: float
    """As a share of what a row wants."""
    warm_up: int
    longest_seconds: int
    """For warming up, and again for measuring, where the machine is busy."""


FULL = Effort(forks=3, rounds=1, warm_up=30, longest_seconds=30)
QUICK = Effort(forks=1, rounds=0.25, warm_up=20, longest_seconds=8)


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
            elif fields[0] == "#compiled ms":
                if fields[1] != "0":
                    print(f"{row.title}: compiled for {fields[1]} ms while measured", file=sys.stderr)
            else:
                number, name, *values = fields
                slices[name][fork, int(number)] = Slice(*map(float, values))
    return slices


def present(row):
    if original_scheduler():
        return row.contenders
    return [name for name in row.contenders if name != "original"]


def output(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=TIMEOUT_SECONDS, check=False)
    if done.returncode != 0:
        sys.exit(f"{SCRIPT}: {' '.join(command[-20:])}\n{done.stdout[-1500:]}\n"
                 f"{done.stderr[:2000]}")
    return done.stdout
