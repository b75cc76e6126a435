package dev.takt.cli.fleet;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What each machine of a fleet found out about its own generator. The summary has it in a sentence
/// for all machines.
public final class MachineFindings {

  private MachineFindings() {}

  /// A list, machine by machine; empty if the summary has all of it.
  ///
  /// @param directory of the merged run
  /// @param fleet null for a run of one machine
  public static String render(RunDirectory directory, @Nullable Fleet fleet, TextStyle style) {
    TextPage page = new TextPage(style);
    List<Fleet.Machine> machines = fleet == null ? List.of() : fleet.machines();
    page.points(
        "generators, machine by machine",
        machines.stream().filter(each -> each.share() != null).count() < 2
            ? List.of()
            : machines.stream()
                .flatMap(each ->
                    findings(directory, each).stream().map(finding -> each.name() + ": " + finding))
                .toList());
    return page.toString();
  }

  private static List<String> findings(RunDirectory directory, Fleet.Machine machine) {
    try {
      RunSummary summary =
          RunDirectory.open(directory.resolve("machines").resolve(machine.name())).read().summary();
      return summary == null || machine.share() == null
          ? List.of()
          : summary.generator().findings();
    } catch (IOException _) {
      return List.of(); // of a machine that was lost its files may not have come
    }
  }
}
