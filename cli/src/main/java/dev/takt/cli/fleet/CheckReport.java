package dev.takt.cli.fleet;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.fleet.coordinator.CheckedMachine;
import dev.takt.runs.clock.Offset;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What `takt fleet check` prints.
///
/// @param machines those that have joined
/// @param expected how many with a share the run needs
/// @param watchers how many that only watch it waits for
record CheckReport(List<CheckedMachine> machines, int expected, int watchers) {

  private static final List<String> HEAD =
      List.of("machine", "host", "takt", "cores", "share", "clock", "state");

  private static final int MAX_NAME = 20;

  /// The largest error of a clock at which the machines start together, for most purposes.
  private static final long MAX_UNNOTED_ERROR_NANOS = 1_000_000;

  boolean areAllReady() {
    return ready(false) == expected
        && ready(true) >= watchers
        && machines.stream().allMatch(CheckedMachine::isReady);
  }

  private long ready(boolean onlyWatch) {
    return machines.stream()
        .filter(each -> each.onlyWatches() == onlyWatch && each.isReady())
        .count();
  }

  String text(TextStyle style) {
    TextPage page = new TextPage(style);
    page.line(
        ready(false)
            + " of "
            + expected
            + (expected == 1 ? " machine is" : " machines are")
            + " ready"
            + (watchers == 0
                ? ""
                : ", and " + ready(true) + " of " + watchers + " that only watch"));
    page.blank();
    page.table(HEAD, machines.stream().map(CheckReport::row).toList(), 0, 1, 2, 6);
    List<String> notes = notes();
    if (!notes.isEmpty()) {
      page.blank();
      notes.forEach(page::line);
    }
    return page.toString();
  }

  private static List<String> row(CheckedMachine machine) {
    return List.of(
        Prose.cutEnd(machine.name(), MAX_NAME),
        Prose.cutEnd(machine.host(), MAX_NAME),
        Prose.cutEnd(machine.takt(), MAX_NAME),
        Integer.toString(machine.cores()),
        machine.share() == null ? "" : machine.share().toString(),
        machine.clock().map(each -> "± " + Units.time(each.errorNanos())).orElse("unknown"),
        state(machine));
  }

  private static String state(CheckedMachine machine) {
    if (!machine.isReady()) {
      return "not ready";
    }
    return machine.onlyWatches() ? "watches" : "ready";
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    namesBy(CheckedMachine::problem)
        .forEach((problem, names) -> {
          List<String> lines = problem.lines().toList();
          notes.add(names + ": " + lines.getFirst());
          lines.stream().skip(1).forEach(each -> notes.add("  " + each));
        });
    Map<String, String> versions = namesBy(CheckedMachine::takt);
    if (versions.size() > 1) {
      List<String> texts = new ArrayList<>();
      versions.forEach((takt, names) -> texts.add(takt + " on " + names));
      notes.add("the versions of Takt differ: " + String.join("; ", texts));
    }
    machines.stream()
        .flatMap(each -> each.clock().stream())
        .mapToLong(Offset::errorNanos)
        .max()
        .stream()
        .filter(most -> most > MAX_UNNOTED_ERROR_NANOS)
        .forEach(most ->
            notes.add(
                "the clocks are known to ± "
                    + Units.time(most)
                    + ": the machines start"
                    + " as far apart, and shorter stalls are not explained"));
    return notes;
  }

  /// The names of the machines that have a text in common, by that text.
  private Map<String, String> namesBy(Function<CheckedMachine, @Nullable String> text) {
    Map<String, String> names = new LinkedHashMap<>();
    for (CheckedMachine each : machines) {
      String its = text.apply(each);
      if (its != null) {
        names.merge(its, each.name(), (before, name) -> before + ", " + name);
      }
    }
    return names;
  }
}
