"""Turns measurements into Markdown tables."""

import datetime
import os
import platform

from peers.report import cpu, memory_gb, ratio, row, spread
from peers.servers import java_version


def markdown(tools, cells, chosen, logs, rounds):
    lines = header(tools, logs, rounds)
    for task in chosen:
        lines += [""] + task_table(tools, cells, task)
    return "\n".join(lines)


def header(tools, logs, rounds):
    big = logs.big
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, Linux {platform.release()}, {java_version()}.",
        f"The big log: {big.lines:,} lines, {len(big.counts)} tags x {big.intervals:,} s, "
        f"{big.path.stat().st_size:,} bytes, {big.count:,} values. {rounds} round(s), load average "
        f"at the end {os.getloadavg()[0]:.1f}. Cells: median (least–most).",
        "",
    ]
    return lines + [f"* {tool.name}: {tool.version()}" for tool in tools]


def task_table(tools, cells, task):
    wall = "wall ms" if task.wall_in_ms else "wall s"
    columns = ["tool", wall, "× Takt", "CPU s", "× Takt", "RSS MB", ""]
    lines = [f"**{task.title[0].upper()}{task.title[1:]}**", "", row(columns),
             row(["---"] + ["---:"] * (len(columns) - 2) + ["---"])]
    takt = cells.get((task.key, "takt"))
    for tool in tools:
        cell = cells.get((task.key, tool.name))
        if cell:
            lines.append(row(cell_columns(tool.name, cell, takt, task)))
    return lines


def cell_columns(name, cell, takt, task):
    notes = "; ".join(dict.fromkeys(" ".join(text.split())[:100] for text in cell.problems))
    if not cell.runs:
        return [name] + ["–"] * 5 + [notes]
    walls, cpus = [run.wall_s for run in cell.runs], [run.cpu_s for run in cell.runs]
    other = takt.runs if takt else []
    return [name,
            spread([wall * 1e3 for wall in walls], 0) if task.wall_in_ms else spread(walls, 2),
            ratio(walls, [run.wall_s for run in other]),
            spread(cpus, 2), ratio(cpus, [run.cpu_s for run in other]),
            spread([run.rss_mb for run in cell.runs], 0), notes]
