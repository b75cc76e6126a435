package dev.takt.cli;

import dev.takt.cli.CommandGroup.Subcommand;
import java.util.LinkedHashMap;
import java.util.Map;

/// `takt probe`: small measurements of what a machine and its JVM can do.
final class ProbeCommand {

  private static final String OVERVIEW =
      """
      Measures what this machine and its JVM can do, without any target.

      @|bold Commands|@
        counters    what the processor and the kernel count while a command runs

      takt probe COMMAND --help tells more.
      """;

  static final CommandGroup GROUP = new CommandGroup("probe", OVERVIEW, subcommands());

  private ProbeCommand() {}

  private static Map<String, Subcommand> subcommands() {
    Map<String, Subcommand> subcommands = new LinkedHashMap<>();
    subcommands.put("counters", new Subcommand(ProbeCounters::spec, ProbeCounters::run));
    return subcommands;
  }
}
