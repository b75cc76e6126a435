"""Turns figures into Markdown tables."""

import datetime
import os
import subprocess
from pathlib import Path

from peers.report import cpu, memory_gb, row as line, spread
from peers.servers import java_version
from queues.run import ROOT

from . import run


def header(programs, rounds):
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True, check=False).stdout.strip()
    versions = [f"takt {commit or 'without a commit'}"]
    versions += [Path(jar).stem for jar in programs.jars
                 if Path(jar).name.startswith(("nuprocess", "jna"))]
    if run.has_nuprocess4():
        versions.append(f"{Path(os.environ['NUPROCESS4_JAR']).stem} (nuprocess4)")
    lines = [
        f"{datetime.date.today().isoformat()}, {cpu()}, {os.cpu_count()} CPUs, "
        f"{memory_gb():.0f} GB, {run.kernel_and_libc()}, {java_version()}.",
        f"{rounds} round(s), load average {os.getloadavg()[0]:.1f} at the beginning. Cells: median "
        "(least–most) of the rounds; ratios are of figures of the same round.",
        "",
        "* " + ", ".join(versions)]
    if not run.has_nuprocess4():
        lines += ["", "Without NuProcess 4: NUPROCESS4_JAR names its jar."]
    return "\n".join(lines)


def table(title, figures, cells):
    columns = [""]
    for figure in figures:
        columns.append(figure.title)
        columns += [f"× {other}" for other in figure.references if other in cells]
        columns += [f"− {other}" for other in figure.less if other in cells]
    lines = ["", f"**{title}**", "", line(columns),
             line(["---"] + ["---:"] * (len(columns) - 1))]
    for name, rounds in cells.items():
        texts = [f"**{name}**" if name.startswith("takt") else name]
        for figure in figures:
            texts.append(spread([each.get(figure.key) for each in rounds], figure.digits))
            texts += [ratio(figure.key, rounds, cells[other]) for other in figure.references
                      if other in cells]
            texts += [difference(figure, rounds, cells[other]) for other in figure.less
                      if other in cells]
        lines.append(line(texts))
    return "\n".join(lines)


def ratio(key, rounds, others):
    """Of the same rounds, which were within a minute of each other."""
    return spread([mine[key] / other[key] for mine, other in zip(rounds, others)
                   if key in mine and other.get(key)], 2)


def difference(figure, rounds, others):
    return spread([mine[figure.key] - other[figure.key] for mine, other in zip(rounds, others)],
                  figure.digits)
