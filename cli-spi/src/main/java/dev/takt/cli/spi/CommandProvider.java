package dev.takt.cli.spi;

import dev.takt.cli.spi.CommandGroup.Subcommand;
import java.util.List;

/// Brings subcommands to `takt probe`. [java.util.ServiceLoader] finds the providers, only when the
/// command is used.
public interface CommandProvider {

  /// Providers with a lower number come first in the help.
  int order();

  /// The subcommands, in the order of the help.
  List<ProvidedCommand> commands();

  /// A subcommand.
  ///
  /// @param name such as `clock`
  /// @param summary its line in the help
  /// @param subcommand its flags and action
  record ProvidedCommand(String name, String summary, Subcommand subcommand) {}
}
