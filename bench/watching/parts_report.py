"""Turns pairs into Markdown tables."""

import datetime
import os
import platform
import random
import statistics

from peers.report import cpu, java_version, memory_gb, row

RESAMPLES = 2_000
THREADS_SHOWN = 8


def tables(found, options):
    off = [pair.before for each in found.values() for pair in each]
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}.",
        f"{options.rounds} pairs of looks of {options.seconds:g} s for each part; load average at the "
        f"end {os.getloadavg()[0]:.1f}. {options.rate if options.paced else 'As fast as it goes'}; not watched: "
        f"{statistics.median(each.throughput for each in off):,.0f} requests/s, "
        f"{statistics.median(each.cpu for each in off) * 1e6:.1f} µs of the target's CPU for each.",
        "",
        row(["watched by", "× target's CPU for each request", "× requests/s",
             "target's CPU, + ms each second", "watcher's own CPU, ms each second"]),
        row(["---"] + ["---:"] * 4),
    ]
    for part, each in found.items():
        lines.append(row([
            part,
            interval([pair.ratio(lambda look: look.cpu) for pair in each], "{:.3f}"),
            interval([pair.ratio(lambda look: look.throughput) for pair in each], "{:.3f}"),
            interval([pair.added(lambda look: look.target) * 1e3 for pair in each], "{:+.1f}"),
            interval([pair.added(lambda look: look.watcher) * 1e3 for pair in each], "{:.1f}"),
        ]))
    return "\n".join(lines + threads(found))


def interval(values, form):
    """The median, and between what it would lie in 95 of 100 such experiments (bootstrap)."""
    dice = random.Random(1)
    medians = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(RESAMPLES))
    low, high = medians[RESAMPLES // 40], medians[-RESAMPLES // 40]
    return f"{form.format(statistics.median(values))} ({form.format(low)}–{form.format(high)})"


def threads(found):
    """Which threads of the watcher need its time, where all parts are on."""
    looks = [pair.watched for pair in found.get("all", [])]
    if not looks:
        return []
    names = {name for look in looks for name in look.threads}
    spent = {name: statistics.median(look.threads.get(name, 0) / look.seconds for look in looks) * 1e3
             for name in names}
    most = sorted((name for name in names if spent[name] >= 0.05), key=spent.get, reverse=True)
    return ["", row(["watcher's thread, with all", "ms each second"]), row(["---", "---:"]),
            *(row([name, f"{spent[name]:.1f}"]) for name in most[:THREADS_SHOWN])]
