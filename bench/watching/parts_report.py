"""Turns pairs into Markdown tables."""

import datetime
import os
import platform
import random
import statistics
from collections import Counter

from peers.report import cpu, memory_gb, row
from peers.servers import java_version
from watching.latencies import percentile

RESAMPLES = 2_000
POOLS = 400
"""Resamples of whole distributions, which take longer."""
THREADS_SHOWN = 8
PERCENTILES = (50, 90, 99, 99.9)
SWITCH_MICROS = 0.106
"""What bench/switches says that the program in the kernel takes of each switch."""
EVENT_MICROS = 8
"""What a park of a millisecond costs if it is recorded with its stack: most events are cheaper."""


def tables(found, events, log, options):
    off = [pair.before for each in found.values() for pair in each]
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}.",
        f"{options.rounds} pairs of looks of {options.seconds:g} s for each part; load average at the "
        f"end {os.getloadavg()[0]:.1f}. {options.rate if options.paced else 'As fast as it goes'}; not watched: "
        f"{statistics.median(each.throughput for each in off):,.0f} requests/s, "
        f"{statistics.median(each.cpu for each in off) * 1e6:.1f} µs of the target's CPU for each.",
        "",
        row(["watched by", "× target's CPU for each request", "× without its observers' threads", "× requests/s",
             "target's CPU, + ms each second", "watcher's own CPU, ms each second"]),
        row(["---"] + ["---:"] * 5),
    ]
    for part, each in found.items():
        lines.append(row([
            part,
            interval([pair.ratio(lambda look: look.cpu) for pair in each], "{:.3f}"),
            interval([pair.ratio(lambda look: look.serving) for pair in each], "{:.3f}"),
            interval([pair.ratio(lambda look: look.throughput) for pair in each], "{:.3f}"),
            interval([pair.added(lambda look: look.target) * 1e3 for pair in each], "{:+.1f}"),
            interval([pair.added(lambda look: look.watcher) * 1e3 for pair in each], "{:.1f}"),
        ]))
    return "\n".join(lines + (responses(found, log) if log else []) + balance(found, events))


def responses(found, log):
    """What operations took when watched and in the looks beside: percentiles of all of a part's looks together,
    which a few bad seconds can decide, and the median of the ratios of single pairs, which they cannot."""
    names = [f"p{percent:g}" for percent in PERCENTILES]
    lines = ["", row(["watched by", "operations watched",
                      *(column for name in names
                        for column in (f"{name} not watched, ms", f"× {name}, all", f"× {name}, pair by pair"))]),
             row(["---"] + ["---:"] * (1 + 3 * len(names)))]
    for part, each in found.items():
        looks = ((taken(log, [pair.watched]), taken(log, [pair.before, pair.after])) for pair in each)
        counted = [(on, off) for on, off in looks if on and off]
        if not counted:
            continue
        cells = [part, f"{sum(sum(on.values()) for on, _ in counted):,}"]
        for percent, of_all in zip(PERCENTILES, pooled(counted)):
            beside = percentile(together(off for _, off in counted), percent)
            single = [percentile(on, percent) / percentile(off, percent) for on, off in counted]
            cells += [f"{beside / 1e6:.3f}", of_all, interval(single, "{:.3f}")]
        lines.append(row(cells))
    return lines


def taken(log, looks):
    return together(log.between(look.begin, look.begin + look.seconds) for look in looks)


def together(counts):
    total = Counter()
    for each in counts:
        total.update(each)
    return total


def pooled(counted):
    """For each percentile, the ratio of that of all that were watched to that of all beside, and between what it
    would lie in 95 of 100 such experiments (bootstrap of the pairs)."""
    def ratios(pairs):
        watched, beside = together(on for on, _ in pairs), together(off for _, off in pairs)
        return [percentile(watched, percent) / percentile(beside, percent) for percent in PERCENTILES]

    dice = random.Random(1)
    resampled = zip(*(ratios(dice.choices(counted, k=len(counted))) for _ in range(POOLS)))
    return [f"{ratio:.3f} ({each[POOLS // 40]:.3f}–{each[-POOLS // 40]:.3f})"
            for ratio, each in zip(ratios(counted), map(sorted, resampled))]


def interval(values, form):
    """The median, and between what it would lie in 95 of 100 such experiments (bootstrap)."""
    dice = random.Random(1)
    medians = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(RESAMPLES))
    low, high = medians[RESAMPLES // 40], medians[-RESAMPLES // 40]
    return f"{form.format(statistics.median(values))} ({form.format(low)}–{form.format(high)})"


def balance(found, events):
    """What all parts together take, as far as it can be counted: processor time of threads by the
    kernel's clock, and what is counted times what each costs."""
    looks = [pair.watched for pair in found.get("all", [])]
    if not looks:
        return []
    switches = statistics.median(look.switches / look.seconds for look in looks)
    of_target = statistics.median(look.own_switches / look.seconds for look in looks) * SWITCH_MICROS / 1e3
    own, watcher = each_second(looks, lambda look: look.own), each_second(looks, lambda look: look.threads)
    rows = [(f"target's `{name}`", spent) for name, spent in own]
    rows += [(f"watcher's `{name}`", spent) for name, spent in watcher]
    others = switches * SWITCH_MICROS / 1e3 - of_target
    rows += [("target's switches", of_target),
             (f"others' switches ({switches:,.0f} each second in all)", others),
             (f"{events:,.0f} events each second, at most", events * EVENT_MICROS / 1e3)]
    total = sum(spent for _, spent in rows)
    target = statistics.median(look.target / look.seconds for look in looks) * 1e3
    inside = total - others - sum(spent for _, spent in watcher)
    machine = os.cpu_count() * 1e3
    return ["", row(["all parts", "ms of CPU each second"]), row(["---", "---:"]),
            *(row([name, f"{spent:.2f}"]) for name, spent in rows),
            row([f"sum, {total / machine:.2%} of {os.cpu_count()} processors", f"{total:.1f}"]),
            row([f"of it in the target, {inside / (target - inside):.2%} of what it needs itself, "
                 f"{inside / machine:.2%} of the processors", f"{inside:.1f}"])]


def each_second(looks, figure):
    """By name, what threads needed in milliseconds, those that need most first."""
    names = {name for look in looks for name in figure(look)}
    spent = {name: statistics.median(figure(look).get(name, 0) / look.seconds for look in looks) * 1e3
             for name in names}
    most = sorted((name for name in names if spent[name] >= 0.05), key=spent.get, reverse=True)
    return [(name, spent[name]) for name in most[:THREADS_SHOWN]]
