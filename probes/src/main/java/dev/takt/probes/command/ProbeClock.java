package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.JfrClock;
import dev.takt.probes.clock.ClockProbe;
import dev.takt.probes.clock.ClockResult;
import dev.takt.probes.clock.LinuxClockSource;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe clock`: measures the resolution and cost of Java's clocks on this machine.
final class ProbeClock implements ProbeSession.Probe<Long> {

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe clock",
      "  takt probe clock --for 60s --format json",
      "",
      "Steps: the difference between successive distinct reads, and the unit of which all steps are",
      "multiples. Steps shorter than a read cannot be observed. Cost: mean time of many consecutive",
      "reads. Between processors: two threads read the clock in turns; a read must not be earlier than",
      "the timestamp received from the other thread.",
      "",
      "Rounds in which the thread did not have its processor all the time are left out; the time that",
      "a hypervisor says it took (steal) counts.",
      "",
      "The tags of the log are CLOCK:step, and CLOCK:cost-of-1000 for what a thousand reads cost.",
    };
    return ProbeFlags.command(
        "clock",
        "Measures resolution, cost and monotonicity of Java's clocks.",
        examples,
        Options.text(ProbeFlags.FOR, "TIME", "How long it takes altogether, about (default 6s)"));
  }

  @Override
  public Long settings(ParseResult parsed) {
    return FlagValues.time(parsed, ProbeFlags.FOR, "6s");
  }

  @Override
  public void run(Long nanos, ProbeSession.Session session)
      throws IOException, InterruptedException {
    ClockProbe probe = new ClockProbe(nanos);
    session.stopping().by(probe::stop);
    ClockResult result = probe.run(session.output());
    session.output().finish(document(result), "Java's clocks: steps, and cost of 1000 reads");
  }

  static ProbeDocument document(ClockResult result) {
    ProbeDocument document = new ProbeDocument("clock");
    document.remarks("disturbed", "", result.disturbance().remarks(result.lost()));
    source(document, result.source());
    document.fact("jfrClock", "JFR's clock", Cell.text(recorder(result.jfrClock())));
    document.fact("drift", "wall clock", Cell.text(drift(result.drift())));
    document.fact(
        "driftPerMillion",
        "drift",
        Cell.number(
            result.drift().perMillion(),
            EnglishText.format("%.3g ppm", result.drift().perMillion())));
    document.table(
        "clocks",
        "In one thread",
        clockColumns(),
        result.clocks().entrySet().stream()
            .map(each -> clockRow(each.getKey().text(), each.getValue()))
            .toList());
    document.table("exchanges", "Between two threads", exchangeColumns(), exchangeRows(result));
    document.remarks("findings", "findings", findings(result));
    document.remarks("notes", "notes", result.notes());
    return document;
  }

  private static void source(ProbeDocument document, LinuxClockSource source) {
    String clock = source.clock();
    String others =
        source.others().isEmpty()
            ? ""
            : " (there is also " + String.join(", ", source.others()) + ")";
    document.fact(
        "clockSource", "clock source", clock == null ? Cell.NONE : Cell.text(clock + others));
    document.fact(
        "processorFlags",
        "processor",
        source.flags().isEmpty() ? Cell.NONE : Cell.text(String.join(" ", source.flags())));
  }

  private static String recorder(JfrClock clock) {
    if (clock.unknown() != null) {
      return "unknown: " + clock.unknown();
    }
    String speed = EnglishText.format("%.6g million ticks a second", clock.ticksPerSecond() / 1e6);
    return clock.isMonotonicClock()
        ? "the one of nanoTime, from another zero (" + speed + ")"
        : "the processor's counter (" + speed + "): its times must be aligned with nanoTime's";
  }

  private static String drift(ClockResult.Drift drift) {
    return EnglishText.format(
        "%s %s nanoTime in %s, give or take %s",
        Units.time(Math.abs(drift.gainedNanos())),
        drift.gainedNanos() < 0 ? "behind" : "ahead of",
        Units.time(drift.overNanos()),
        Units.time(drift.errorNanos()));
  }

  private static List<Column> clockColumns() {
    return List.of(
        new Column("clock", ""),
        new Column("reads", "reads"),
        new Column("unitNanos", "unit"),
        new Column("smallestStepNanos", "least step"),
        new Column("medianStepNanos", "median step"),
        new Column("readNanos", "cost"),
        new Column("readMinNanos", "least", true),
        new Column("readMaxNanos", "most", true),
        new Column("backwards", "went back"),
        new Column("worstBackNanos", "by at most", true));
  }

  private static List<Cell> clockRow(String name, ClockResult.Figures figures) {
    ClockResult.Steps steps = figures.steps();
    FiveNumberSummary cost = figures.readNanos();
    boolean any = steps.smallest() > 0;
    return List.of(
        Cell.text(name),
        Cell.count(steps.reads()),
        any ? Cell.nanos(steps.unit()) : Cell.NONE,
        any ? Cell.nanos(steps.smallest()) : Cell.NONE,
        any ? Cell.nanos(steps.median()) : Cell.NONE,
        cost == null ? Cell.NONE : Cell.nanos(cost.median()),
        cost == null ? Cell.NONE : Cell.nanos(cost.min()),
        cost == null ? Cell.NONE : Cell.nanos(cost.max()),
        Cell.count(steps.backwards()),
        back(steps.backwards(), steps.worst()));
  }

  private static Cell back(long times, long worst) {
    return times == 0 ? Cell.NONE : Cell.nanos(worst);
  }

  private static List<Column> exchangeColumns() {
    return List.of(
        new Column("clock", ""),
        new Column("processors", "processors"),
        new Column("exchanges", "exchanges"),
        new Column("backwards", "went back"),
        new Column("worstBackNanos", "by at most", true));
  }

  private static List<List<Cell>> exchangeRows(ClockResult result) {
    List<List<Cell>> rows = new ArrayList<>();
    result
        .clocks()
        .forEach((clock, figures) ->
            figures
                .exchanges()
                .forEach((where, each) ->
                    rows.add(
                        List.of(
                            Cell.text(clock.text()),
                            Cell.text(where),
                            Cell.count(each.exchanges()),
                            Cell.count(each.backwards()),
                            back(each.backwards(), each.worst())))));
    return rows;
  }

  private static List<String> findings(ClockResult result) {
    List<String> findings = new ArrayList<>();
    result
        .clocks()
        .forEach((clock, figures) -> {
          long back =
              figures.steps().backwards()
                  + figures.exchanges().values().stream()
                      .mapToLong(ClockResult.Exchange::backwards)
                      .sum();
          if (back > 0) {
            findings.add(
                EnglishText.format(
                    "%s went back %,d times: times taken with it can be negative",
                    clock.text(), back));
          }
        });
    if (findings.isEmpty()) {
      findings.add("no clock went back here; a wall clock may");
    }
    return findings;
  }
}
