package dev.takt.cli;

import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.CommandProvider;
import dev.takt.cli.spi.CommandProvider.ProvidedCommand;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// `takt probe`: the subcommands that other modules bring.
final class ProbeGroup {

  private static final String INTRODUCTION =
      """
      Measures what this machine and its JVM can do, without any target.

      @|bold Commands|@
      """;

  private static final String END = "\ntakt probe COMMAND --help shows more.\n";

  /// The width of the names.
  private static final int WIDTH = 14;

  private ProbeGroup() {}

  /// Loads the providers.
  static CommandGroup load() {
    List<ProvidedCommand> commands =
        ServiceLoader.load(CommandProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(CommandProvider::order))
            .flatMap(each -> each.commands().stream())
            .toList();
    String overview =
        commands.stream()
            .map(each ->
                "  " + each.name() + " ".repeat(WIDTH - each.name().length()) + each.summary())
            .collect(Collectors.joining("\n", INTRODUCTION, "\n" + END));
    Map<String, Subcommand> subcommands = new LinkedHashMap<>();
    commands.forEach(each -> subcommands.put(each.name(), each.subcommand()));
    return new CommandGroup("probe", overview, subcommands);
  }
}
