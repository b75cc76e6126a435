package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.memory.MemoryOrderProbe;
import dev.takt.probes.memory.MemoryOrderResult;
import dev.takt.probes.memory.MemoryOrderResult.Cost;
import dev.takt.probes.memory.MemoryOrderSettings;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe memory-order`: measures the cost of stores, loads and atomic operations.
final class ProbeMemoryOrder implements ProbeSession.Probe<MemoryOrderSettings> {

  private static final String FORKS = "--forks";
  private static final String ROUNDS = "--rounds";
  private static final String ROUND = "--round-time";

  /// What a variable shares: nothing, its cache line, or the next line.
  private record ContentionColumn(String key, String head) {}

  private static final List<ContentionColumn> CONTENTION_COLUMNS =
      List.of(
          new ContentionColumn("alone", "alone"),
          new ContentionColumn("same-line", "same line"),
          new ContentionColumn("next-line", "next line"));

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe memory-order",
      "  takt probe memory-order --forks 10 -o costs.hdr --plot costs.png",
      "",
      "Each operation runs in a tight loop: first a warm-up for the JIT compiler, then measured rounds.",
      "Each fork is a separate JVM that runs all cases in random order. The table has median, minimum",
      "and maximum of all rounds, in nanoseconds per operation, including the loop (\"nothing\" is the",
      "empty loop). In the contended cases a second thread stores continuously, to the same variable",
      "or to the next cache line.",
      "",
      "Rounds in which a thread did not have its processor all the time, by its CPU time, are left out.",
      "",
      "This measures throughput, not latency until visibility: a processor executes several operations",
      "in parallel, and the surrounding code changes the cost. It does not replace JMH; a difference",
      "smaller than the spread is not significant.",
      "",
      "The tags of the log are OPERATION:alone, :same-line and :next-line. Its values are nanoseconds of",
      "1000 operations, which is picoseconds of one.",
    };
    return ProbeFlags.command(
        "memory-order",
        "What stores, loads and atomic operations cost, in each memory order of Java.",
        examples,
        Options.text(FORKS, "N", "How many JVMs (default 5, some 5 s each)"),
        Options.text(ROUNDS, "N", "How many rounds of each case in each of them (default 10)"),
        Options.text(ROUND, "TIME", "How long a round is, about (default 10ms)"),
        Options.text(
            ProbeFlags.WARMUP,
            "TIME",
            "How long each case is done before its rounds (default 50ms)"));
  }

  @Override
  public MemoryOrderSettings settings(ParseResult parsed) {
    return new MemoryOrderSettings(
        FlagValues.integer(parsed, FORKS, 5, 1, 1000),
        FlagValues.integer(parsed, ROUNDS, 10, 1, 10_000),
        FlagValues.time(parsed, ROUND, "10ms"),
        FlagValues.timeOrZero(parsed, ProbeFlags.WARMUP, "50ms"));
  }

  @Override
  public void run(MemoryOrderSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    MemoryOrderProbe probe = new MemoryOrderProbe(settings);
    session.stopping().by(probe::stop);
    MemoryOrderResult result = probe.run(session.output());
    session.output().finish(document(result), "Memory orders: the cost of 1000 operations");
  }

  static ProbeDocument document(MemoryOrderResult result) {
    ProbeDocument document = new ProbeDocument("memory-order");
    document.remarks("disturbed", "", result.disturbance().remarks(result.lost()));
    document.fact("rounds", "rounds", Cell.count(result.disturbance().rounds()));
    document.fact("disturbedRounds", "disturbed", Cell.count(result.disturbance().disturbed()));
    document.fact("jvms", "JVMs", Cell.count(result.forks()));
    List<Integer> on = result.processors();
    document.fact(
        "processors",
        "processors",
        Cell.text(on.isEmpty() ? "any" : on.get(0) + ", the other thread on " + on.get(1)));
    document.table("costs", "Of one operation", columns(), rows(result));
    document.remarks("notes", "notes", result.notes());
    return document;
  }

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("operation", ""));
    for (ContentionColumn each : CONTENTION_COLUMNS) {
      columns.add(new Column(each.key(), each.head()));
      columns.add(new Column(each.key() + "-min", "least", true));
      columns.add(new Column(each.key() + "-max", "most", true));
      columns.add(new Column(each.key() + "-rounds", "rounds", true));
    }
    return columns;
  }

  private static List<List<Cell>> rows(MemoryOrderResult result) {
    Map<String, Map<String, FiveNumberSummary>> costs = new LinkedHashMap<>();
    for (Cost each : result.costs()) {
      costs
          .computeIfAbsent(each.access(), _ -> new LinkedHashMap<>())
          .put(each.contention(), each.nanos());
    }
    List<List<Cell>> rows = new ArrayList<>();
    costs.forEach((access, spreads) -> {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(access));
      for (ContentionColumn each : CONTENTION_COLUMNS) {
        FiveNumberSummary spread = spreads.get(each.key());
        cells.add(spread == null ? Cell.NONE : Cell.nanos(spread.median()));
        cells.add(spread == null ? Cell.NONE : Cell.nanos(spread.min()));
        cells.add(spread == null ? Cell.NONE : Cell.nanos(spread.max()));
        cells.add(spread == null ? Cell.NONE : Cell.count(spread.rounds()));
      }
      rows.add(cells);
    });
    return rows;
  }
}
