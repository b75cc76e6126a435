package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.Fleet.Machine;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The machines of a fleet as a table: the share of each, its times and the state of its generator.
public final class MachineTable {

  private static final List<String> HEAD =
      List.of("machine", "share", "count", "p50", "p99", "max", "generator");

  private static final int MAX_NAME = 20;
  private static final int STATE = 6;

  private MachineTable() {}

  /// Adds the table, and how exactly the machines started together.
  ///
  /// @param fleet null for a run of one machine: nothing is added
  /// @param most the maximum number of machines; those with a problem come first
  static void print(@Nullable Fleet fleet, int most, TextPage page) {
    if (fleet == null) {
      return;
    }
    page.blank();
    List<Machine> machines = fleet.machines();
    int shown = machines.size() > most ? most - 1 : machines.size();
    page.table(HEAD, shown(machines, shown).stream().map(MachineTable::row).toList(), 0, STATE);
    if (shown < machines.size()) {
      page.line("and " + (machines.size() - shown) + " more: see --verbose");
    }
    page.line(page.paint().faint(start(machines)));
  }

  /// The table of all machines; empty for a run of one machine.
  public static String render(@Nullable Fleet fleet, TextStyle style) {
    TextPage page = new TextPage(style);
    print(fleet, Integer.MAX_VALUE, page);
    return page.toString();
  }

  private static List<Machine> shown(List<Machine> machines, int count) {
    return count == machines.size()
        ? machines
        : machines.stream()
            .sorted(Comparator.comparing(MachineTable::isFine))
            .limit(count)
            .toList();
  }

  private static boolean isFine(Machine machine) {
    return machine.state() == Fleet.State.FINISHED
        && (machine.verdict() == Verdict.OK || machine.share() == null);
  }

  private static List<String> row(Machine machine) {
    Distribution times = machine.times();
    List<String> cells = new ArrayList<>();
    cells.add(Prose.cutEnd(machine.name(), MAX_NAME));
    cells.add(Objects.requireNonNullElse(machine.share(), ""));
    cells.add(times == null ? "" : Units.count(times.count()));
    cells.add(time(times, Distribution::p50));
    cells.add(time(times, Distribution::p99));
    cells.add(time(times, Distribution::max));
    cells.add(machine.stateInOneWord());
    return cells;
  }

  private static String time(@Nullable Distribution times, ToLongFunction<Distribution> figure) {
    return times == null ? "" : LatencyTable.cell(times, Units.time(figure.applyAsLong(times)));
  }

  /// `started up to 12 µs after the agreed moment; clocks known to ± 563 µs`.
  private static String start(List<Machine> machines) {
    LongSummaryStatistics late = new LongSummaryStatistics();
    LongSummaryStatistics error = new LongSummaryStatistics();
    List<String> unknown = new ArrayList<>();
    for (Machine each : machines) {
      Long startLate = each.startLateNanos();
      if (startLate != null) {
        late.accept(startLate);
      }
      Long its = each.clock().knownErrorNanos();
      if (its == null) {
        unknown.add(each.name());
      } else {
        error.accept(its);
      }
    }
    String start =
        late.getCount() == 0
            ? "no machine started"
            : late.getMax() <= 0
                ? "all started at the agreed moment"
                : "started up to " + Units.time(late.getMax()) + " after the agreed moment";
    String clocks =
        error.getCount() == 0 ? "" : "; clocks known to ± " + Units.time(error.getMax());
    return start
        + clocks
        + (unknown.isEmpty() ? "" : "; clock of " + String.join(", ", unknown) + " unknown");
  }
}
