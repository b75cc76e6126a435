"""The tools: where each is found, how each is called, and what each says."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from .measure import Result
from .servers import java

ROOT = Path(__file__).resolve().parents[2]


class Tool:
    """A load generator. Subclasses say how it is called and how its output is read."""

    name = ""
    variable = ""
    """The environment variable that names it where it is not on the PATH."""
    program = ""
    how_to_get = ""
    sends_requests = True

    def find(self):
        """Its path, or None."""
        named = os.environ.get(self.variable) if self.variable else None
        return named if named and Path(named).exists() else shutil.which(self.program)

    def version(self):
        return first_line([self.find(), "--version"])

    def can(self, rate):
        """Whether it can be run at a rate; None is as fast as it goes."""
        return True

    def environment(self, load):
        return {}

    def command(self, url, rate, load, folder):
        raise NotImplementedError

    def first_request_command(self, url, load, folder):
        return self.command(url, 1000, load, folder)

    def result(self, output, folder, rate, load):
        raise NotImplementedError


class Takt(Tool):
    how_to_get = "./takt at the root of this repository"
    program = "takt"

    def __init__(self, pacing):
        self.name = f"takt-{pacing}"
        self.pacing = pacing
        self.jvm = "no run that ended"

    def find(self):
        return str(ROOT / "takt") if (ROOT / "takt").exists() else None

    def version(self):
        commit = first_line(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"])
        return f"{commit}, --pacing {self.pacing}; JVM: {self.jvm}"

    def can(self, rate):
        return rate is not None or self.pacing == "hybrid"  # without a schedule there is no pacing

    def command(self, url, rate, load, folder):
        mode = ["--mode", "throughput"] if rate is None else ["--rate", f"{rate}/s"]
        return [self.find(), "run", "--target", url, *mode, "--duration", f"{load.seconds}s",
                "--connections", str(load.connections), "--threads", str(load.threads),
                "--pacing", self.pacing, "--format", "json", "--quiet", "--out", str(folder / "run")]

    def first_request_command(self, url, load, folder):
        return self.command(url, 1000, load, folder) + ["--self-warmup", "off"]

    def result(self, output, folder, rate, load):
        jvm = json.loads((folder / "run" / "run.json").read_text())["environment"]["jvm"]
        self.jvm = f"{jvm['name']} {jvm['version']} of {jvm['vendor']}"
        run = json.loads(output)
        times = run["total"]["service" if rate is None else "response"]
        generator, balance = run["generator"], run["balance"]
        lost = balance["intended"] - balance["completed"]
        return Result(
            run["rate"]["achieved"], times["p50"], times["p99"], times["p999"],
            lateness_p99=generator["latenessP99"] if rate else None,
            warm_cpu_micros=generator["cpuNanos"] / 1e3 / max(1, balance["completed"]),
            note=verdict(generator["verdict"], lost))


class Wrk2(Tool):
    name, variable, program = "wrk2", "WRK2", "wrk2"
    how_to_get = "build github.com/giltene/wrk2 (make), then WRK2=/path/to/its/wrk"
    calibration_seconds = 10

    def version(self):
        return first_line([self.find(), "-v"])

    def command(self, url, rate, load, folder):
        return [self.find(), f"-t{load.threads}", f"-c{load.connections}",
                f"-d{load.seconds + self.calibration_seconds}s", f"-R{rate or 2000000}",
                "--u_latency" if rate is None else "--latency", url]

    def result(self, output, folder, rate, load):
        text = output if rate else output[output.index("Uncorrected"):]
        return wrk_result(output, text)


class Wrk(Tool):
    name, variable, program = "wrk", "WRK", "wrk"
    how_to_get = "the package wrk of most distributions, or WRK=/path/to/wrk"

    def version(self):
        return first_line([self.find(), "-v"])

    def can(self, rate):
        return rate is None

    def command(self, url, rate, load, folder):
        return [self.find(), f"-t{load.threads}", f"-c{load.connections}", f"-d{load.seconds}s",
                "--latency", url]

    def result(self, output, folder, rate, load):
        result = wrk_result(output, output)
        result.p999 = None  # it does not print it
        return result


class Oha(Tool):
    name, variable, program = "oha", "OHA", "oha"
    how_to_get = "cargo install oha --locked, or OHA=/path/to/oha"

    def environment(self, load):
        return {"TOKIO_WORKER_THREADS": str(load.threads)}

    def command(self, url, rate, load, folder):
        pace = [] if rate is None else ["-q", str(rate), "--latency-correction"]
        return [self.find(), "-z", f"{load.seconds}s", "-c", str(load.connections), *pace,
                "--no-tui", "--output-format", "json", url]

    def result(self, output, folder, rate, load):
        run = json.loads(output)
        times = run["latencyPercentiles"]
        return Result(run["summary"]["requestsPerSec"], times["p50"] * 1e9, times["p99"] * 1e9,
                      times["p99.9"] * 1e9)


class K6(Tool):
    name, variable, program = "k6", "K6", "k6"
    how_to_get = "go install go.k6.io/k6@latest, or K6=/path/to/k6"
    script = """
import http from 'k6/http';
export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(99)', 'p(99.9)', 'max'],
  scenarios: { bench: %s },
};
export default function () { http.get('%s'); }
"""

    def version(self):
        return first_line([self.find(), "version"])

    def environment(self, load):
        return {"GOMAXPROCS": str(load.threads)}

    def command(self, url, rate, load, folder):
        duration = f"{load.seconds}s"
        scenario = ({"executor": "constant-vus", "vus": load.connections, "duration": duration}
                    if rate is None else
                    {"executor": "constant-arrival-rate", "rate": rate, "timeUnit": "1s",
                     "duration": duration, "preAllocatedVUs": 100, "maxVUs": 1000})
        script = folder / "bench.js"
        script.write_text(self.script % (json.dumps(scenario), url), encoding="utf-8")
        return [self.find(), "run", "--no-usage-report", "--no-color", "--summary-export",
                str(folder / "summary.json"), str(script)]

    def result(self, output, folder, rate, load):
        metrics = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["metrics"]
        times = metrics["http_req_duration"]
        dropped = metrics.get("dropped_iterations", {}).get("count", 0)
        return Result(metrics["http_reqs"]["rate"], times["med"] * 1e6, times["p(99)"] * 1e6,
                      times["p(99.9)"] * 1e6, note=f"{dropped:,.0f} dropped" if dropped else "")


class Hyperfoil(Tool):
    name, variable, program = "hyperfoil", "HYPERFOIL", "hyperfoil"
    how_to_get = ("the distribution of github.com/Hyperfoil/Hyperfoil, then HYPERFOIL=its folder"
                  " (with bin/wrk2.sh)")

    def find(self):
        home = os.environ.get(self.variable, "")
        return home if home and (Path(home) / "bin/wrk2.sh").exists() else None

    def version(self):
        jars = sorted(Path(self.find()).glob("**/hyperfoil-core-*.jar"))
        return jars[0].stem.replace("hyperfoil-core-", "") if jars else "unknown"

    def command(self, url, rate, load, folder):
        script = "wrk.sh" if rate is None else "wrk2.sh"
        pace = [] if rate is None else ["-R", str(rate)]
        return [str(Path(self.find()) / "bin" / script), "-t", str(load.threads), "-c",
                str(load.connections), "-d", f"{load.seconds}s", *pace, "--latency", url]

    def result(self, output, folder, rate, load):
        return wrk_result(output, output)


class Ycsb(Tool):
    """Sends nothing: only what its harness costs, with a database that does nothing."""

    name, variable, program = "ycsb", "YCSB", "ycsb"
    how_to_get = ("site.ycsb:core:0.17.0 with its dependencies from Maven Central in one folder,"
                  " then YCSB=that folder")
    sends_requests = False

    def find(self):
        home = os.environ.get(self.variable, "")
        return home if home and list(Path(home).glob("core-*.jar")) else None

    def version(self):
        return next(Path(self.find()).glob("core-*.jar")).stem + ", BasicDB: no network"

    def can(self, rate):
        return rate is not None

    def command(self, url, rate, load, folder):
        properties = {
            "workload": "site.ycsb.workloads.CoreWorkload", "recordcount": 1000,
            "operationcount": rate * load.seconds, "readproportion": 1, "updateproportion": 0,
            "measurement.interval": "both", "measurementtype": "hdrhistogram",
            "hdrhistogram.percentiles": "50,99,99.9", "basicdb.verbose": "false"}
        settings = [word for key, value in properties.items() for word in ("-p", f"{key}={value}")]
        return [java(), "-cp", f"{self.find()}/*", "site.ycsb.Client", "-t", "-db",
                "site.ycsb.BasicDB", "-target", str(rate), "-threads", str(load.connections),
                *settings]

    def result(self, output, folder, rate, load):
        def value(section, key):
            return float(re.search(rf"\[{section}\], {re.escape(key)}[^,]*, ([\d.]+)", output)[1])

        percentile = {key: value("Intended-READ", key) * 1e3
                      for key in ("50thPercentileLatency", "99thPercentileLatency",
                                  "99.9PercentileLatency", "99.9thPercentileLatency")
                      if f"[Intended-READ], {key}" in output}
        return Result(
            value("OVERALL", "Throughput"), percentile.get("50thPercentileLatency"),
            percentile.get("99thPercentileLatency"),
            percentile.get("99.9PercentileLatency", percentile.get("99.9thPercentileLatency")),
            requests=int(value("READ", "Operations")), note="no network")


ALL = [Takt("hybrid"), Takt("sleep"), Wrk2(), Oha(), Hyperfoil(), K6(), Ycsb(), Wrk()]


def wrk_result(output, latencies):
    """Reads what wrk, wrk2 and Hyperfoil print alike."""
    units = {"ns": 1, "us": 1e3, "μs": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9}

    def percentile(number):
        found = re.search(rf"^\s*{re.escape(number)}0*%\s+([\d.]+)\s*([a-zμµ]+)", latencies, re.M)
        return float(found[1]) * units[found[2]] if found else None

    achieved = float(re.search(r"Requests/sec:\s*([\d.,]+)", output)[1].replace(",", ""))
    lost = re.search(r"Socket errors.*", output)
    return Result(achieved, percentile("50") or percentile("50."), percentile("99")
                  or percentile("99."), percentile("99.9"), note=lost[0] if lost else "")


def verdict(words, lost):
    parts = [] if words == "ok" else [words]
    return ", ".join(parts + ([f"{lost:,} not completed"] if lost else []))


def first_line(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0].strip() if lines else "unknown"
