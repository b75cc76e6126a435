package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.usage.FlagSections;
import dev.takt.cli.usage.HelpLayout;
import dev.takt.cli.usage.RepeatedFlags;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Parses the flags of commands, and prints their help.
final class CommandParser {

  private static final int MIN_WIDTH = 80;
  private static final int WIDTH = 100;

  private final CliContext context;

  CommandParser(CliContext context) {
    this.context = context;
  }

  /// Parses a command's flags, or prints its help if they ask for it.
  ///
  /// @return empty if the help was printed
  /// @throws ParameterException if they are not valid
  Optional<ParseResult> parse(CommandSpec spec, List<String> args) {
    CommandLine line = commandLine(spec);
    ParseResult parsed = line.parseArgs(args.toArray(String[]::new));
    if (parsed.isUsageHelpRequested()) {
      usage(line);
      return Optional.empty();
    }
    RepeatedFlags.refuse(parsed);
    return Optional.of(parsed);
  }

  /// Prints a command's help.
  void help(CommandSpec spec) {
    usage(commandLine(spec));
  }

  /// Prints text with picocli's markup.
  void print(String markup) {
    context.out().print(ansi().string(markup));
  }

  private CommandLine commandLine(CommandSpec spec) {
    spec.usageMessage().width(width()).sortOptions(false).sortSynopsis(false);
    CommandLine line = new CommandLine(spec);
    line.setExpandAtFiles(false);
    line.setOverwrittenOptionsAllowed(true); // repeated flags are rejected later
    line.setHelpSectionKeys(
        List.of(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_HEADER,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER));
    line.getHelpSectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST, FlagSections::render);
    return line;
  }

  private int width() {
    return Math.max(MIN_WIDTH, Math.min(WIDTH, context.terminal().width()));
  }

  private void usage(CommandLine line) {
    HelpLayout.fit(line.getCommandSpec().usageMessage(), width());
    line.usage(context.out(), ansi());
  }

  private Ansi ansi() {
    CliContext.Terminal terminal = context.terminal();
    return terminal.isOut() && terminal.colour() ? Ansi.ON : Ansi.OFF;
  }
}
