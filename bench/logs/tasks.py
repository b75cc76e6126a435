"""The questions that tools are asked, and the counts that their answers must hold."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Callable

from .tools import ONE_TAG


@dataclass(frozen=True)
class Task:
    """A question. A tool that has a method of its key can answer it."""

    key: str
    title: str
    counts: Callable
    """From the logs and a tool's tags to the counts that it must print, or leave in its files."""
    written: bool = False
    """Whether the answer is logs, in the folder that the tool ran in."""
    wall_in_ms: bool = False


ALL = [
    Task("summary", "percentiles of each tag of the big log",
         lambda logs, tags: of_tags(logs.big, tags)),
    Task("minute", "percentiles of each tag of a log of one minute",
         lambda logs, tags: of_tags(logs.minute, tags), wall_in_ms=True),
    Task("tag", f"one tag of the big log, {ONE_TAG}",
         lambda logs, tags: [logs.big.counts[ONE_TAG]]),
    Task("window", "one minute of the big log, after 5 of 6 hours",
         lambda logs, tags: of_tags(logs.window, tags)),
    Task("split", "the big log into one log for each tag",
         lambda logs, tags: of_tags(logs.big, tags), written=True),
    Task("union", "the logs of six machines, added up interval by interval into one",
         lambda logs, tags: [logs.big.count], written=True),
]


def of_tags(log, tags):
    return [count for tag, count in log.counts.items() if tags is None or tag in tags]


def missing(expected, text):
    """The counts that a text does not hold, each as often as it is expected.

    Thousands may be separated as the tool likes.
    """
    found = Counter(int(re.sub(r"\D", "", number))
                    for number in re.findall(r"\d+(?:[,_'\u00a0\u202f]\d{3})*", text))
    return list((Counter(expected) - found).elements())
