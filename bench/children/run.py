"""Builds the programs in Java and in C, runs them in turn and reads the figures that they print."""

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from pathlib import Path

from jdk import use_jdk
from queues.run import SCRIPT, built, java, output, package

HERE = Path(__file__).parent
MEASURE = "dev.takt.bench.process.Measure"
FIRST_USE = "dev.takt.bench.process.FirstUse"
OPTIONS = ("-XX:+UseSerialGC", "-Xmx1g", "--enable-native-access=ALL-UNNAMED")
"""For all alike: one collector thread, and more direct memory than anybody needs."""
FILE_BYTES = 250_000_000
PIECE_BYTES = 1 << 20


class Programs:
    """What is run, and with what."""

    def __init__(self, folder, build):
        if build:
            target, jars = package()
        else:
            use_jdk()
            target, jars = built()
        self.jars = [str(jar) for jar in target.glob("takt-bench-jmh-*.jar")] + jars
        own = os.environ.get("TAKT_PROCESS")
        if own:
            self.jars.insert(0, own)
        self.folder = Path(folder)
        self.c = self.compile()
        self.file = self.folder / "random"
        self.crc = None

    def compile(self):
        """The programs in C by their names; none without a compiler."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            print(f"{SCRIPT}: no C compiler, so nothing is compared with C", file=sys.stderr)
            return {}
        programs = {}
        for source in HERE.glob("*.c"):
            programs[source.stem] = self.folder / source.stem
            output([compiler, "-O2", "-pthread", "-o", str(programs[source.stem]), str(source)])
        return programs

    def make_file(self):
        """A file of random bytes, always the same."""
        if self.crc is not None:
            return
        piece, self.crc, left = random.Random(20_260_101), 0, FILE_BYTES
        with self.file.open("wb") as file:
            while left > 0:
                content = piece.randbytes(min(left, PIECE_BYTES))
                file.write(content)
                self.crc = zlib.crc32(content, self.crc)
                left -= len(content)

    def class_path(self, contender):
        """All jars, with one NuProcess at most."""
        jars = [jar for jar in self.jars if not Path(jar).name.startswith("nuprocess")]
        if contender == "nuprocess4":
            jars.append(os.environ["NUPROCESS4_JAR"])
        elif contender == "nuprocess3":
            jars += [jar for jar in self.jars if Path(jar).name.startswith("nuprocess")]
        return os.pathsep.join(jars)

    def command(self, row, contender):
        program = row.c_command(contender)
        if program:
            words = [str(self.c[program[0]]), *program[1:]]
        else:
            words = [java(), *OPTIONS, "-cp", self.class_path(contender), MEASURE, contender,
                     *row.java]
        return [word.format(file=self.file, crc=self.crc) for word in words]


def present(names, wanted, programs):
    """Those that were asked for and can be had."""
    names = [name for name in names if not wanted or name in wanted]
    if not has_nuprocess4():
        names = [name for name in names if name != "nuprocess4"]
    if not programs.c:
        names = [name for name in names if name != "c" and not name.startswith("c-")]
    return names


def has_nuprocess4():
    return Path(os.environ.get("NUPROCESS4_JAR", "/nowhere")).is_file()


def alternately(row, names, programs, rounds, progress):
    """Runs each contender once in each round; gives {name: [{figure: value} of each round]}."""
    if "{file}" in row.java:
        programs.make_file()
    cells = {name: [] for name in names}
    for number in range(rounds):
        order = list(names)
        random.Random(f"{row.title}{number}").shuffle(order)
        for name in order:
            cells[name].append(figures(output(programs.command(row, name))))
            progress(row, name, cells[name][-1])
    return cells


def figures(text):
    """What a program printed; the median where it printed something several times."""
    values = defaultdict(list)
    for line in text.splitlines():
        name, value = line.split("\t")
        values[name].append(float(value))
    return {name: statistics.median(several) for name, several in values.items()}


def first_use(names, programs, rounds, caches):
    """Fresh JVMs in turn; gives {name: [{figure: value}]}."""
    cells = {name: [] for name in names}
    commands = {}
    for name in names:
        base = [java(), *OPTIONS]
        main = ["-cp", programs.class_path(name), FIRST_USE, name]
        if caches:
            cache = programs.folder / f"{name}.aot"
            output([*base, f"-XX:AOTCacheOutput={cache}", *main])
            base.append(f"-XX:AOTCache={cache}")
        commands[name] = base + main
    for number in range(rounds):
        order = list(names)
        random.Random(number).shuffle(order)
        for name in order:
            start = time.perf_counter()
            micros = int(output(commands[name]))
            wall = time.perf_counter() - start
            cells[name].append({"wall_ms": wall * 1e3, "main_ms": micros / 1e3})
    return cells


def temporary_folder():
    return tempfile.TemporaryDirectory(prefix="takt-bench-")


def kernel_and_libc():
    libc = subprocess.run(["getconf", "GNU_LIBC_VERSION"], capture_output=True, text=True,
                          check=False).stdout.strip()
    return f"Linux {os.uname().release}, {libc or 'unknown libc'}"
