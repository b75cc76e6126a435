package dev.takt.cli.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// A command that has subcommands, such as `takt log`.
///
/// @param name the command, such as `log`
/// @param overview the output of the command without a subcommand, with picocli's markup
/// @param subcommands by name
public record CommandGroup(String name, String overview, Map<String, Subcommand> subcommands) {

  /// A subcommand.
  ///
  /// @param spec its flags
  /// @param rewrite changes the arguments before they are parsed
  /// @param action what it does
  public record Subcommand(
      Supplier<CommandSpec> spec, UnaryOperator<List<String>> rewrite, Action action) {

    /// A subcommand that takes its arguments as they are.
    public Subcommand(Supplier<CommandSpec> spec, Action action) {
      this(spec, UnaryOperator.identity(), action);
    }
  }

  /// The action of a subcommand.
  public interface Action {
    /// Runs the subcommand, and turns expected failures into messages.
    ///
    /// @return an exit code
    int run(CliContext context, ParseResult parsed);
  }

  public Optional<Subcommand> find(String subcommand) {
    return Optional.ofNullable(subcommands.get(subcommand));
  }

  public Set<String> names() {
    return subcommands.keySet();
  }
}
