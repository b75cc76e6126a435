package dev.takt.faults.command;

import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.CommandProvider;
import java.util.List;

/// The probes that inject faults, and score what Takt reports about them.
public final class FaultCommands implements CommandProvider {

  /// For the service loader.
  public FaultCommands() {}

  @Override
  public int order() {
    return 1;
  }

  @Override
  public List<ProvidedCommand> commands() {
    return List.of(
        new ProvidedCommand(
            "truth",
            "how well the observers see faults made on purpose",
            new Subcommand(ProbeTruth::spec, ProbeTruth::run)),
        new ProvidedCommand(
            "explain",
            "how often takt explain is right about faults made on purpose",
            new Subcommand(ProbeExplain::spec, ProbeExplain::run)));
  }
}
