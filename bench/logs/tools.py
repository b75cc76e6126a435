"""The tools: where each is found, and how each is asked the same questions.

A tool answers a question by one command or several, one after the other. Its output, and the files
that it leaves in the folder that it runs in, are looked through for the counts that must be there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from peers.servers import java

ROOT = Path(__file__).resolve().parents[2]
ONE_TAG = "READ.response"


class Tool:
    """A reader of interval logs. Each question that it can answer is a method: see tasks.py."""

    name = ""
    variable = ""
    """The environment variable that names it."""
    program = ""
    how_to_get = ""
    success = 0
    """The code that it ends with when all is well."""
    prints_counts = True
    tags = None
    """The tags that it is asked for, where it must be told."""

    def find(self):
        """Its path, or None."""
        named = os.environ.get(self.variable) if self.variable else None
        if named:
            return Path(named).resolve() if Path(named).exists() else None
        on_path = shutil.which(self.program) if self.program else None
        return Path(on_path) if on_path else None

    def version(self):
        return self.find().name

    def prepare(self):
        """Does what is done once, before anything is measured."""


class Takt(Tool):
    name = "takt"
    how_to_get = "./takt at the root of this repository"

    def find(self):
        return ROOT / "takt" if (ROOT / "takt").exists() else None

    def version(self):
        done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                              capture_output=True, text=True, check=False)
        return done.stdout.strip() or "without a commit"

    def prepare(self):
        subprocess.run([str(self.find()), "--version"], stdout=subprocess.DEVNULL, check=True)

    def log(self, *arguments):
        return [[str(self.find()), "log", *map(str, arguments)]]

    def summary(self, logs):
        return self.log("summarize", logs.big.path)

    def minute(self, logs):
        return self.log("summarize", logs.minute.path)

    def tag(self, logs):
        return self.log("summarize", logs.big.path, "--tag", ONE_TAG)

    def window(self, logs):
        return self.log("summarize", logs.big.path, "--start", logs.window_start,
                        "--end", logs.window_start + logs.window.intervals)

    def split(self, logs):
        return self.log("split", logs.big.path, "-o", "parts")

    def union(self, logs):
        return self.log("union", *logs.machines, "-o", "union.hlog")


class Hlp(Tool):
    """HistogramLogProcessor: percentiles of one tag to standard output, the least that it can do."""

    name = "HLP, one tag"
    variable = "HLP"
    how_to_get = "HdrHistogram-2.2.2.jar, HLP names it"
    tags = [ONE_TAG]

    def find(self):
        return super().find() or hdrhistogram()

    def process(self, log, *arguments):
        return [[java(), "-cp", str(self.find()), "org.HdrHistogram.HistogramLogProcessor",
                 "-i", str(log.path), "-tag", tag, *map(str, arguments)] for tag in self.tags]

    def summary(self, logs):
        return self.process(logs.big)

    def minute(self, logs):
        return self.process(logs.minute)

    tag = summary

    def window(self, logs):
        # Both of its ends are part of its window.
        return self.process(logs.big, "-start", logs.window_start,
                            "-end", logs.window_start + logs.window.intervals - 0.5)


class HlpAll(Hlp):
    """HistogramLogProcessor for every tag: it does one in a run."""

    name = "HLP, all tags"
    tag = None

    def __init__(self, tags):
        self.tags = tags


class HdrLogProcessing(Tool):
    name = "HdrLogProcessing"
    variable = "HDRLOGPROCESSING"
    how_to_get = "its processor.jar, HDRLOGPROCESSING names it"

    def run(self, *arguments):
        return [[java(), "-jar", str(self.find()), *map(str, arguments)]]

    def summary(self, logs):
        return self.run("summarize", "-ifp", logs.big.path)

    def minute(self, logs):
        return self.run("summarize", "-ifp", logs.minute.path)

    def tag(self, logs):
        return self.run("summarize", "-incT", ONE_TAG, "-ifp", logs.big.path)

    def window(self, logs):
        return self.run("summarize", "-s", logs.window_start,
                        "-e", logs.window_start + logs.window.intervals - 0.5,
                        "-ifp", logs.big.path)

    def split(self, logs):
        return self.run("split", "-ip", logs.big.path.parent, "-if", logs.big.path.name)

    def union(self, logs):
        inputs = [each for path in logs.machines for each in ("-ifp", path)]
        return self.run("union", *inputs, "-of", "union.hlog")


class HistogramLogAnalyzer(Tool):
    """The command line of a viewer, which loads the log into a database in memory."""

    name = "HistogramLogAnalyzer"
    variable = "HISTOGRAMLOGANALYZER"
    how_to_get = "its jar, HISTOGRAMLOGANALYZER names it"
    success = 1
    prints_counts = False

    def summary(self, logs):
        return [[java(), "--enable-native-access=ALL-UNNAMED", "-jar", str(self.find()),
                 "-pp", "-eap", "-f", str(logs.big.path)]]


class Rust(Tool):
    name = "Rust hdrhistogram"
    variable = "RUST_LOG_READER"
    program = "rustlog"
    how_to_get = "a program of some 30 lines, RUST_LOG_READER names it"

    def run(self, *arguments):
        return [[str(self.find()), *map(str, arguments)]]

    def summary(self, logs):
        return self.run(logs.big.path)

    def minute(self, logs):
        return self.run(logs.minute.path)

    def tag(self, logs):
        return self.run(logs.big.path, ONE_TAG)


def hdrhistogram():
    """The jar of HdrHistogram: what HLP names, else that of the tests."""
    named = os.environ.get("HLP")
    places = [Path(named)] if named else [
        Path.home() / ".m2/repository/org/hdrhistogram/HdrHistogram/2.2.2/HdrHistogram-2.2.2.jar"]
    return next((place.resolve() for place in places if place.is_file()), None)


def known(tags):
    """All tools, whether they are there or not."""
    return [Takt(), Hlp(), HlpAll(list(tags)), HdrLogProcessing(), HistogramLogAnalyzer(), Rust()]
