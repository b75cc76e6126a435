package dev.takt.cli;

import dev.takt.cli.log.LogCommand;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.text.Spelling;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;

/// A command that has subcommands.
///
/// @param group its subcommands
/// @param parser parses their flags
record GroupCommand(CommandGroup group, CliContext context, CommandParser parser) {

  int run(List<String> args) {
    String name = args.isEmpty() ? "--help" : args.getFirst();
    if (List.of("help", "--help", "-h").contains(name)) {
      return help(args.size() > 1 ? args.get(1) : "");
    }
    Optional<Subcommand> found = group.find(name);
    if (found.isEmpty()) {
      return noSubcommand(name);
    }
    List<String> own = found.get().rewrite().apply(args.subList(1, args.size()));
    return parser
        .parse(found.get().spec().get(), own)
        .map(parsed -> found.get().action().run(context, parsed))
        .orElse(ExitCode.OK);
  }

  /// Prints the help of a subcommand, or of the group if the name is empty.
  int help(String name) {
    if (name.isEmpty()) {
      parser.print(group.overview());
      return ExitCode.OK;
    }
    Optional<Subcommand> found = group.find(name);
    if (found.isEmpty()) {
      return noSubcommand(name);
    }
    parser.help(found.get().spec().get());
    return ExitCode.OK;
  }

  private int noSubcommand(String name) {
    String command = "takt " + group.name();
    if (group == LogCommand.GROUP && isFile(name)) {
      String meant = context.typed("takt log summarize") + " " + name;
      context.message(command, "'" + name + "' is a file; did you mean " + meant + "?");
      return ExitCode.USAGE;
    }
    String suggestion =
        Spelling.nearest(name, group.names())
            .map(each -> "; did you mean " + each + "?")
            .orElse("; see " + context.typed(command) + " --help");
    context.message(command, "there is no command '" + name + "'" + suggestion);
    return ExitCode.USAGE;
  }

  private boolean isFile(String name) {
    try {
      return Files.exists(context.directory().resolve(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
