package dev.takt.imports.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/// `takt import`: makes plans of what other programs have.
public final class ImportCommand {

  private static final String OVERVIEW =
      """
      Makes a plan of requests or a script that another program has.

      @|bold Examples|@
        takt import curl 'https://shop.example/items' -H 'Accept: text/html'
      KINDS
      The plan goes to standard output, or to the file of -o. What was left out is
      listed on standard error, with its place. Credentials become {env.NAME}.

      @|bold Commands|@
      COMMANDS
      takt import COMMAND --help shows more.
      """;

  public static final CommandGroup GROUP = new CommandGroup("import", overview(), subcommands());

  private ImportCommand() {}

  private static String overview() {
    StringBuilder examples = new StringBuilder();
    StringBuilder commands = new StringBuilder();
    commands.append("  curl      a command line of curl\n");
    for (FileKind each : FileKind.values()) {
      examples
          .append("  takt import ")
          .append(each.word())
          .append(' ')
          .append(each.example())
          .append(" -o plan.yaml\n");
      commands
          .append("  ")
          .append(each.word())
          .append(" ".repeat(10 - each.word().length()))
          .append(each.summary())
          .append('\n');
    }
    return OVERVIEW.replace("KINDS\n", examples + "\n").replace("COMMANDS\n", commands + "\n");
  }

  private static Map<String, Subcommand> subcommands() {
    Map<String, Subcommand> commands = new LinkedHashMap<>();
    commands.put("curl", new Subcommand(CurlCommand::spec, CurlCommand::words, CurlCommand::run));
    for (FileKind each : FileKind.values()) {
      commands.put(
          each.word(),
          new Subcommand(
              () -> FileCommand.spec(each),
              (CliContext context, ParseResult parsed) -> FileCommand.run(each, context, parsed)));
    }
    return commands;
  }
}
