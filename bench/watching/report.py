"""Turns runs into a Markdown table."""

import datetime
import os
import platform
import statistics

from peers.report import cpu, memory_gb, row
from peers.servers import java_version


def table(cells, options):
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}.",
        f"{options.rounds} round(s) of {options.seconds:g} s each, load average at the end "
        f"{os.getloadavg()[0]:.1f}. Cells: median (least–most); ratios are of pairs in the same round.",
        "",
        row(["watched", "requests/s", "× not watched", "target's CPU µs/request", "× not watched",
             f"p50 ms at {options.rate}", f"p99 ms at {options.rate}", "× not watched"]),
        row(["---"] + ["---:"] * 7),
    ]
    for level, each in cells.items():
        lines.append(row([
            level,
            spread([cell.throughput for cell in each], "{:,.0f}"),
            ratio(cells, level, lambda cell: cell.throughput),
            spread([cell.cpu for cell in each], "{:.1f}"),
            ratio(cells, level, lambda cell: cell.cpu),
            spread([cell.p50 for cell in each], "{:.2f}"),
            spread([cell.p99 for cell in each], "{:.2f}"),
            ratio(cells, level, lambda cell: cell.p99),
        ]))
    return "\n".join(lines)


def ratio(cells, level, figure):
    if level == "off":
        return ""
    pairs = zip(cells[level], cells["off"])
    return spread([figure(mine) / figure(its) for mine, its in pairs], "{:.3f}")


def spread(values, form):
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{form.format(middle)} ({form.format(least)}–{form.format(most)})"
