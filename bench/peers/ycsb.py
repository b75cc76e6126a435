"""YCSB and Takt on the same bindings: the rows, and the tables that they make."""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from . import measure, spent
from .report import cpu, median, memory_gb, row, spread
from .servers import java, java_version
from .tools import ROOT, first_line

TABLES = ("delay", "nothing", "four-mode", "overhead")

READS = {"workload": "site.ycsb.workloads.CoreWorkload", "recordcount": 1000,
         "readproportion": 1, "updateproportion": 0, "scanproportion": 0, "insertproportion": 0,
         "basicdb.verbose": "false"}
"""Nothing but reads, so that neither tool spends its time on making values up."""

BASIC = "site.ycsb.BasicDB"
FOUR_MODE = "FourModeDb"
RATE = 40_000

ENDLESS = 2_000_000_000
"""More operations than there is time for: YCSB takes 0 for none."""


@dataclass(frozen=True)
class Ask:
    """What both tools are asked to do; a rate of None is as fast as it goes."""

    rate: Optional[int]
    threads: int
    seconds: int
    binding: str = BASIC
    properties: tuple = ()


@dataclass
class Times:
    """Of one measure, in microseconds."""

    count: int
    mean: float
    p50: float
    p99: float
    p999: float
    max: float


@dataclass
class Said:
    """What a tool says of its run, and what was measured from outside."""

    service: Times
    response: Optional[Times]
    wait_mean: Optional[float]
    achieved: float
    note: str
    cpu: spent.Spent
    hiccup_p99_ms: float


class Ycsb:
    """YCSB's own client."""

    def __init__(self, jars, bindings, spin=False):
        self.jars, self.bindings, self.spin = jars, bindings, spin
        self.name = "YCSB, spinning" if spin else "YCSB"

    def command(self, ask, folder):
        properties = {
            **READS, **dict(ask.properties), "operationcount": ENDLESS,
            "maxexecutiontime": ask.seconds, "measurement.interval": "both",
            "measurementtype": "hdrhistogram", "hdrhistogram.percentiles": "50,99,99.9",
            "spin.sleep": str(self.spin).lower()}
        pace = ["-target", str(ask.rate)] if ask.rate else []
        return [java(), "-cp", f"{self.jars}/*:{self.bindings}", "site.ycsb.Client", "-t", "-db",
                ask.binding, "-threads", str(ask.threads), *pace, *words(properties)]

    def said(self, output, ask):
        service = self.times(output, "READ")
        response = self.times(output, "Intended-READ") if ask.rate else None
        lost = ask.rate * ask.seconds - service.count if ask.rate else 0
        return dict(
            service=service, response=response,
            wait_mean=response.mean - service.mean if response else None,
            achieved=service.count / (self.value(output, "OVERALL", "RunTime") / 1000),
            note=f"{lost:,} of those due never issued"
            if ask.rate and lost > ask.rate * 0.02 * ask.seconds else "")

    def times(self, output, section):
        def value(*keys):
            return next(self.value(output, section, key) for key in keys
                        if f"[{section}], {key}" in output)

        return Times(
            int(value("Operations")), value("AverageLatency"), value("50thPercentileLatency"),
            value("99thPercentileLatency"),
            value("99.9PercentileLatency", "99.9thPercentileLatency"), value("MaxLatency"))

    @staticmethod
    def value(output, section, key):
        return float(re.search(
            rf"^\[{re.escape(section)}\], {re.escape(key)}[^,]*, ([\d.E+-]+)", output, re.M)[1])


class Takt:
    """Takt with the same binding, or with a target of its own that does the same."""

    def __init__(self, jars, bindings, pacing="hybrid", target=None):
        self.jars, self.bindings, self.pacing, self.target = jars, bindings, pacing, target
        self.name = f"Takt, {pacing}" + (f", {target}" if target else "")

    def command(self, ask, folder):
        workload = folder / "workload"
        properties = {**READS, **dict(ask.properties)}
        workload.write_text(
            "".join(f"{key}={value}\n" for key, value in properties.items()), encoding="utf-8")
        pace = ["--rate", f"{ask.rate}/s"] if ask.rate else ["--mode", "throughput"]
        what = ["--target", self.target] if self.target else [
            "--workload", str(workload), "--target", f"ycsb:{ask.binding}",
            "--bindings", str(self.bindings)]
        return [os.environ.get("TAKT", str(ROOT / "takt")), "run", *what, *pace, "--workers", str(ask.threads),
                "--duration", f"{ask.seconds}s", "--pacing", self.pacing, "--format", "json",
                "--quiet", "--no-report", "--out",
                str(folder / "run")]

    def said(self, output, ask):
        run = json.loads(output)
        total, balance = run["total"], run["balance"]
        lost = balance["intended"] - balance["completed"]
        verdict = run["generator"]["verdict"]
        notes = ([] if verdict == "ok" else [verdict]) + (
            [f"{lost:,} not completed: in its response times with their age"] if lost else [])
        return dict(
            service=micros(total["service"]),
            response=micros(total["response"]) if ask.rate else None,
            wait_mean=total["wait"]["mean"] / 1e3 if ask.rate else None,
            achieved=run["rate"]["achieved"], note=", ".join(notes))


def micros(times):
    return Times(times["count"], *(times[key] / 1e3 for key in ("mean", "p50", "p99", "p999", "max")))


def words(properties):
    return [word for key, value in properties.items() for word in ("-p", f"{key}={value}")]


def run(tool, ask, folder):
    """Runs one tool once; None, with a word on standard error, if that failed."""
    place = Path(tempfile.mkdtemp(dir=folder))
    output = ""
    try:
        with measure.Hiccups() as hiccups:
            output, cost = spent.execute(tool.command(ask, place), place, ask.seconds)
        said = tool.said(output, ask)
    except measure.Failure as problem:
        print(f"{tool.name}: {problem}", file=sys.stderr)
        return None
    except (ValueError, KeyError, IndexError, TypeError, StopIteration) as problem:
        print(f"{tool.name}: its output was not understood ({problem!r}): {output[-300:]}",
              file=sys.stderr)
        return None
    result = Said(**said, cpu=cost, hiccup_p99_ms=hiccups.p99_ms())
    print(f"{tool.name}, {ask.threads} thread(s), {ask.rate or 'unlimited'}: "
          f"{result.achieved:,.0f}/s", file=sys.stderr)
    return result


def tables(options, jars, folder):
    bindings = folder / "bindings"
    bindings.mkdir()
    subprocess.run(
        [str(Path(java()).with_name("javac")) if "/" in java() else "javac", "-proc:none", "-cp",
         f"{jars}/*", "-d", str(bindings), str(Path(__file__).with_name("FourModeDb.java"))],
        check=True)
    makers = {"delay": delay, "nothing": nothing, "four-mode": four_mode, "overhead": overhead}
    wanted = [options.only] if options.only else TABLES
    parts = [makers[name](options, jars, bindings, folder) for name in wanted]
    return "\n\n".join([header(options, jars)] + parts)


def header(options, jars):
    core = next(jars.glob("core-*.jar")).stem
    commit = first_line(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"])
    return (f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
            f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}. YCSB {core}, "
            f"Takt {commit}. Runs of {options.seconds} s; load average at the end "
            f"{os.getloadavg()[0]:.1f}. All times in µs.")


def delay(options, jars, bindings, folder):
    ask = Ask(1000, 1, options.seconds, properties=(
        ("basicdb.simulatedelay", 4), ("basicdb.randomizedelay", "false")))
    tools = [Ycsb(jars, bindings), Takt(jars, bindings)]
    return times_table(
        "**A store that takes 4 ms, asked 1,000 times a second by one thread** (it can do 250)",
        tools, ask, folder)


def nothing(options, jars, bindings, folder):
    tools = [Ycsb(jars, bindings), Ycsb(jars, bindings, spin=True), Takt(jars, bindings, "sleep"),
             Takt(jars, bindings), Takt(jars, bindings, "spin")]
    return times_table(
        "**A store that does nothing, asked 1,000 times a second by one thread**: what is left is"
        " the tool's own", tools, Ask(1000, 1, options.seconds), folder)


def four_mode(options, jars, bindings, folder):
    ask = Ask(10_000, 25, options.seconds, FOUR_MODE)
    tools = [Ycsb(jars, bindings), Takt(jars, bindings),
             Takt(jars, bindings, target="sim:four-mode")]
    return times_table(
        "**The store with four modes, 10,000 times a second by 25 threads**", tools, ask, folder)


def times_table(title, tools, ask, folder):
    columns = ["", "", "operations", "mean", "p50", "p99", "p99.9", "max",
               "machine's hiccups p99 ms", ""]
    lines = [title, "", row(columns), row(["---", "---"] + ["---:"] * 7 + ["---"])]
    for tool in tools:
        said = run(tool, ask, folder)
        if said is None:
            lines.append(row([tool.name, "failed"] + [""] * 8))
            continue
        own = isinstance(tool, Ycsb)
        lines.append(row([tool.name, "READ" if own else "service", *figures(said.service),
                          f"{said.hiccup_p99_ms:.1f}", ""]))
        lines.append(row(["", "Intended-READ" if own else "response", *figures(said.response), "",
                          f"wait {said.wait_mean:,.1f} on average" + (
                              f"; {said.note}" if said.note else "")]))
    return "\n".join(lines)


def figures(times):
    return [f"{times.count:,}"] + [
        f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
        for value in (times.mean, times.p50, times.p99, times.p999, times.max)]


def overhead(options, jars, bindings, folder):
    scheduled = [Ycsb(jars, bindings), Takt(jars, bindings), Takt(jars, bindings, "sleep")]
    lines = ["**What the tools themselves cost, on a store that does nothing**"]
    for rate in (RATE, None):
        tools = scheduled if rate else scheduled[:2]
        columns = ["threads", "", "operations/s", "CPU µs/operation", "× YCSB",
                   "of that while it ran steadily", "× YCSB", "mean wait", "hiccups p99 ms", ""]
        title = f"at {rate:,}/s" if rate else "as fast as it goes"
        lines += ["", f"*{title}*", "", row(columns),
                  row(["---:", "---"] + ["---:"] * 7 + ["---"])]
        for threads in (1, 2, 16):
            ask = Ask(rate, threads, options.seconds)
            lines += overhead_rows(tools, ask, options.rounds, folder)
    return "\n".join(lines)


def overhead_rows(tools, ask, rounds, folder):
    runs = {tool.name: [] for tool in tools}
    for number in range(rounds):
        turn = number % len(tools)
        for tool in tools[turn:] + tools[:turn]:
            said = run(tool, ask, folder)
            if said:
                runs[tool.name].append(said)
    yardstick = runs[tools[0].name]
    return [overhead_row(tool, ask, runs[tool.name], yardstick) for tool in tools]


def overhead_row(tool, ask, runs, yardstick):
    if not runs:
        return row([str(ask.threads), tool.name, "failed"] + [""] * 7)
    whole = [each.cpu.seconds * 1e6 / each.service.count for each in runs]
    steady = [each.cpu.steady_cores * 1e6 / each.achieved for each in runs]
    return row([
        str(ask.threads), tool.name, spread([each.achieved for each in runs], 0),
        spread(whole, 2), times_of(whole, [y.cpu.seconds * 1e6 / y.service.count for y in yardstick]),
        spread(steady, 2), times_of(steady, [y.cpu.steady_cores * 1e6 / y.achieved
                                             for y in yardstick]),
        spread([each.wait_mean for each in runs], 1),
        f"{median([each.hiccup_p99_ms for each in runs]):.1f}",
        "; ".join(dict.fromkeys(each.note for each in runs if each.note))])


def times_of(values, others):
    return f"{median(values) / median(others):.2f}" if others and median(others) else "–"
