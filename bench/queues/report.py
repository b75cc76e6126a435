"""Turns slices into Markdown tables."""

import datetime
import os
import platform
import statistics

from peers.report import cpu, memory_gb, row as line
from peers.servers import java_version

from . import rows, run

SAME_CORE_BELOW = 80
FAR_FROM = 400
REGIMES = ("same core", "near", "far")
DISAGREEMENT = 1.25
"""Slices whose probes are further apart than that are dropped."""
INTERRUPTED_BELOW = 0.9
"""So are those in which the threads, none of which ever rests, had less of the cores than that."""
FEWEST = 5
"""Fewer slices than that are not shown."""
VAR_HANDLE = "jctools-v"
"""What has the same means as Takt: no Unsafe."""


def header(effort, versions):
    original = run.original_scheduler()
    return "\n".join([
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}.",
        f"{effort.forks} fork(s), load average {os.getloadavg()[0]:.1f} at the beginning. "
        "Cells: median (lower quartile–upper quartile). Ratios: above 1 is faster than the best of "
        "JCTools in the same block; **bold** is Takt's.",
        "",
        "* " + ", ".join(versions),
        *([] if original else ["", "Without the original scheduler: ORDERED_SCHEDULER names it."]),
    ])


def rotation(row, slices):
    """A table for each regime that enough slices were in."""
    kept = {regime: {name: {} for name in slices} for regime in ("", *REGIMES)}
    dropped = total = 0
    for name, by_round in slices.items():
        for key, each in by_round.items():
            total += 1
            if not row.one_thread and (moved(each) or not row.tasks and interrupted(each)):
                dropped += 1
            else:
                kept["" if row.one_thread else regime_of(each)][name][key] = each
    lines = []
    for regime, cells in kept.items():
        if max(len(by_round) for by_round in cells.values()) >= FEWEST:
            where = f" · {regime}" if regime else ""
            lines += ["", f"**{row.title}**{where}", ""] + regime_table(row, cells)
    if not lines:
        lines = ["", f"**{row.title}** · too few slices are left"]
    lines += ["", f"{dropped / total:.0%} of the slices were dropped."] if dropped else []
    return "\n".join(lines)


def moved(each):
    return max(each.before, each.after) > DISAGREEMENT * min(each.before, each.after)


def interrupted(each):
    cores = min(2, os.cpu_count())
    return each.cpu + each.waiting < INTERRUPTED_BELOW * cores * each.nanos


def regime_of(each):
    probe = (each.before + each.after) / 2
    if probe < SAME_CORE_BELOW:
        return "same core"
    return "near" if probe < FAR_FROM else "far"


def regime_table(row, cells):
    value = "messages/µs" if row.throughput else "ns"
    columns = ["", value] + (["× original"] if row.tasks else ["× JCTools", "× VarHandle"])
    columns += ["× limit"] if row.bare else []
    columns += ["cores busy"] if row.tasks else []
    columns += ["bytes"] if row.tasks or row.one_thread else []
    lines = [line(columns + ["slices"]), line(["---"] + ["---:"] * len(columns))]
    if row.bare:
        probes = [(each.before + each.after) / 2
                  for by_round in cells.values() for each in by_round.values()]
        lines.append(line(["bare ping-pong", spread(probes), "–", "–", "1.00", str(len(probes))]))
    for group in row.groups:
        lines += group_lines(row, group, cells, len(columns))
    return lines


def group_lines(row, group, cells, columns):
    names = [name for name in group.contenders if len(cells.get(name, {})) >= FEWEST]
    lines = [line([f"*{group.title}*"] + [""] * columns)] if len(row.groups) > 1 and names else []
    references = [best([name for name in names if name.startswith(first)], cells)
                  for first in ((group.reference,) if row.tasks else (group.reference, VAR_HANDLE))]
    for name in names:
        mine = list(cells[name].values())
        texts = [label(name), spread([1e3 / each.nanos if row.throughput else each.nanos
                                      for each in mine])]
        texts += [paired(cells, name, reference) for reference in references]
        if row.bare:
            texts.append(spread([each.nanos * 2 / (each.before + each.after) for each in mine], 2))
        if row.tasks:
            texts.append(f"{statistics.median(each.cpu / each.nanos for each in mine):.1f}")
        if row.tasks or row.one_thread:
            texts.append(f"{statistics.median(each.allocated for each in mine):.0f}")
        lines.append(line(texts + [str(len(mine))]))
    return lines


def paired(cells, name, reference):
    """How many times as fast as the reference in the same round; both in the same regime."""
    if reference is None or name == reference:
        return "1.00" if reference else "–"
    ratios = [cells[reference][key].nanos / each.nanos for key, each in cells[name].items()
              if key in cells[reference]]
    return spread(ratios, 2) if len(ratios) >= FEWEST else "–"


def best(names, cells):
    return min(names, default=None,
               key=lambda name: statistics.median(each.nanos for each in cells[name].values()))


def label(name):
    parts = name.split("/")
    text = " ".join(parts[:2])
    return f"**{text}**" if parts[0] == "takt" else text


def spread(values, digits=None):
    low, middle_value, high = (statistics.quantiles(values, n=4) if len(values) > 1
                               else [values[0]] * 3)
    if digits is None:
        digits = 0 if middle_value >= 100 else 1
    return f"{middle_value:,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f})"
