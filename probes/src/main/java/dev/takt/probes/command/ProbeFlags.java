package dev.takt.probes.command;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The common flags of the probes, and the parsing of their values.
final class ProbeFlags {

  static final String FOR = "--for";
  static final String WARMUP = "--warmup";
  static final String PLOT = "--plot";
  static final String PERCENTILES = "--percentiles";

  private ProbeFlags() {}

  /// Creates the command of a probe that has no log of single values.
  static CommandSpec withoutLog(String name, String header, String[] examples, OptionSpec... own) {
    return declaration(name, header, examples)
        .options(own)
        .options(
            Options.format(),
            Options.flag(Options.QUIET, "No progress on standard error"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  private static CommandDeclaration declaration(String name, String header, String[] examples) {
    String command = "takt probe " + name;
    return new CommandDeclaration(command, header)
        .examples(examples)
        .synopsis(command + " [FLAGS]")
        .footer(
            "Times are given with their unit (10s, 250ms, 100us, 5ns), and shown in the unit that fits;",
            "JSON has all times in nanoseconds. Ctrl-C ends early and shows what there is.",
            "",
            "Exit codes: 0 fine, 1 it failed, 2 usage, 130 interrupted.");
  }

  /// Creates a probe's command with its flags.
  static CommandSpec command(String name, String header, String[] examples, OptionSpec... own) {
    return declaration(name, header, examples)
        .options(own)
        .options(
            Options.output("FILE.hdr", "Write all values to an HdrHistogram interval log"),
            Options.text(
                PLOT, "FILE", "Plot the percentiles, and their course over time: .svg or .png"),
            Options.format(),
            Options.text(PERCENTILES, "50,90,...", "Which percentiles (default 50 to 99.99)"),
            Options.flag(Options.FORCE, "Write over files that exist"),
            Options.flag(Options.QUIET, "No progress on standard error"),
            Options.verbose(),
            Options.help())
        .spec();
  }
}
