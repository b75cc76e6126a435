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

      takt probe COMMAND --help tells more.
      """;

  static final CommandGroup GROUP = new CommandGroup("probe", OVERVIEW, subcommands());

  private ProbeCommand() {}

  private static Map<String, Subcommand> subcommands() {
    return new LinkedHashMap<>();
  }
}
