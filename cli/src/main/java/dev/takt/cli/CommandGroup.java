package dev.takt.cli;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// A command that has commands of its own, such as `takt log`.
///
/// @param name the command: `log`
/// @param overview what `takt log` alone says, with picocli's markup
/// @param subcommands by name
record CommandGroup(String name, String overview, Map<String, Subcommand> subcommands) {

  /// One of them.
  ///
  /// @param spec its flags
  /// @param action what it does
  record Subcommand(Supplier<CommandSpec> spec, Action action) {}

  /// What a subcommand does.
  interface Action {
    /// Runs it, and turns what it expects to go wrong into messages.
    ///
    /// @return an exit code
    int run(CliContext surroundings, ParseResult parsed);
  }

  Optional<Subcommand> find(String subcommand) {
    return Optional.ofNullable(subcommands.get(subcommand));
  }

  Set<String> names() {
    return subcommands.keySet();
  }
}
