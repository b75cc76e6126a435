"""Turns measurements into a Markdown table."""

import datetime
import os
import platform
import statistics
from pathlib import Path

from .measure import label

YARDSTICK = "wrk2"


def markdown(tools, cells, starts, sizes, load, rounds, server):
    lines = header(tools, load, rounds, server)
    for rate in dict.fromkeys(rate for rate, _ in cells):
        lines += [""] + rate_table(tools, cells, rate)
    if starts or sizes:
        lines += [""] + start_table(starts, sizes)
    return "\n".join(lines)


def header(tools, load, rounds, server):
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}. "
        f"Server and generators share the machine: {server.name}.",
        f"{load.connections} connections, {load.threads} sending thread(s), "
        f"{load.seconds} s, {rounds} round(s), load average at the end "
        f"{os.getloadavg()[0]:.1f}. Cells: median (least–most).",
        "",
    ]
    return lines + [f"* {tool.name}: {tool.version()}" for tool in tools]


def rate_table(tools, cells, rate):
    scheduled = rate is not None
    columns = ["tool", "CPU µs/request", f"× {YARDSTICK}", "warm µs", f"× {YARDSTICK}",
               "achieved/s", "p50 ms", "p99 ms", "p99.9 ms"]
    columns += ["lateness p99 µs"] if scheduled else [f"× {YARDSTICK}"]
    columns += ["RSS MB", "machine's hiccups p99 / max ms", ""]
    kind = "response" if scheduled else "service"
    lines = [f"**{label(rate)}** ({kind} times as each tool reports them)", "",
             row(columns), row(["---"] + ["---:"] * (len(columns) - 2) + ["---"])]
    yardstick = cells.get((rate, YARDSTICK))
    for tool in tools:
        cell = cells.get((rate, tool.name))
        if cell:
            lines.append(row(cell_columns(tool.name, cell, yardstick, scheduled)))
    return lines


def cell_columns(name, cell, yardstick, scheduled):
    if not cell.runs:
        return [name, "failed: " + cell.failures[0].replace("\n", " ")[:80]] + [""] * 11
    runs, other = cell.runs, yardstick.runs if yardstick else []
    results = [run.result for run in runs]
    cpu_of_other = [run.cpu_micros for run in other]
    warm = [result.warm_cpu_micros for result in results]
    achieved = [result.achieved for result in results]
    columns = [name, spread([run.cpu_micros for run in runs], 1),
               ratio([run.cpu_micros for run in runs], cpu_of_other),
               spread(warm, 1), ratio(warm, cpu_of_other), spread(achieved, 0)]
    columns += [spread([scaled(value, 1e6) for value in values], 3) for values in (
        [result.p50 for result in results], [result.p99 for result in results],
        [result.p999 for result in results])]
    if scheduled:
        columns.append(spread([scaled(result.lateness_p99, 1e3) for result in results], 0))
    else:
        columns.append(ratio(achieved, [run.result.achieved for run in other]))
    columns.append(spread([run.rss_mb for run in runs], 0))
    columns.append(f"{median([run.hiccup_p99_ms for run in runs]):.1f} / "
                   f"{median([run.hiccup_max_ms for run in runs]):.1f}")
    notes = [result.note for result in results if result.note] + cell.failures
    columns.append("; ".join(dict.fromkeys(note.replace("\n", " ")[:60] for note in notes)))
    return columns


def start_table(starts, sizes):
    lines = ["**Start and memory**: ms from the command to the first bytes of the first request at a"
             " listener (Takt already built, without its own warm-up); resident memory a minute after"
             " the start, at 10,000/s", "",
             row(["tool", "first request ms", "resident MB"]), row(["---", "---:", "---:"])]
    names = dict.fromkeys([*starts, *sizes])
    return lines + [row([name, spread(starts.get(name, []), 0), spread(sizes.get(name, []), 1)])
                    for name in names]


def row(columns):
    return "| " + " | ".join(columns) + " |"


def spread(values, digits):
    known = [value for value in values if value is not None]
    if not known:
        return "–"
    middle = f"{median(known):,.{digits}f}"
    return middle if len(known) == 1 else (
        f"{middle} ({min(known):,.{digits}f}–{max(known):,.{digits}f})")


def ratio(values, others):
    known = [value for value in values if value is not None]
    return f"{median(known) / median(others):.2f}" if known and others else "–"


def median(values):
    return statistics.median(values)


def scaled(value, unit):
    return None if value is None else value / unit


def cpu():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def memory_gb():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
