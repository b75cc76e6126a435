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
  private record Company(String key, String head) {}

  private static final List<Company> COMPANIES =
      List.of(
          new Company("alone", "alone"),
          new Company("same-line", "same line"),
          new Company("next-line", "next line"));

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe memory-order",
      "  takt probe memory-order --forks 10 -o costs.hdr --plot costs.png",
      "",
      "Each operation is done in a loop that does nothing else, first until it is compiled, then in",
      "rounds; each fork is a JVM of its own that goes through all cases in an order of its own. Shown",
      "are the median of all rounds, the least and the most, in nanoseconds of one operation, loop",
      "included (\"nothing\" is the loop alone). Beside it, a second thread stores all the time: to the",
      "same variable, or to the next cache line.",
      "",
      "That is how many fit in a time, not how long one takes until it is seen: a processor works on",
      "several at once, and what stands around an operation in a program changes its cost. It is no",
      "JMH; a difference that is smaller than the spread is none.",
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
        FlagValues.whole(parsed, FORKS, 5, 1, 1000),
        FlagValues.whole(parsed, ROUNDS, 10, 1, 10_000),
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
    for (Company each : COMPANIES) {
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
      for (Company each : COMPANIES) {
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
