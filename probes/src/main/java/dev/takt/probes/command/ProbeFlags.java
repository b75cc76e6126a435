package dev.takt.probes.command;

import dev.takt.cli.spi.args.Options;
import java.util.Arrays;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The common flags of the probes, and the parsing of their values.
final class ProbeFlags {

  static final String FOR = "--for";
  static final String WARMUP = "--warmup";
  static final String PLOT = "--plot";
  static final String PERCENTILES = "--percentiles";

  private ProbeFlags() {}

  /// Creates a probe's command with its flags.
  static CommandSpec command(String name, String header, String[] text, OptionSpec... own) {
    CommandSpec spec = CommandSpec.create().name("takt probe " + name);
    spec.usageMessage()
        .header(header, "")
        .description(
            Arrays.stream(text).map(each -> each.replace("%", "%%")).toArray(String[]::new))
        .customSynopsis("takt probe " + name + " [FLAGS]", "")
        .footer(
            "",
            "Times are given with their unit (10s, 250ms, 100us, 5ns), and shown in the unit that fits;",
            "JSON has all times in nanoseconds. Ctrl-C ends early and shows what there is.",
            "",
            "Exit codes: 0 fine, 1 it failed, 2 usage, 130 interrupted.");
    for (OptionSpec each : own) {
      spec.addOption(each);
    }
    spec.addOption(
        Options.output("FILE.hdr", "All values as an interval log, for takt log and its kin"));
    spec.addOption(
        Options.text(PLOT, "FILE", "A picture: percentiles, and how they went; .svg or .png"));
    spec.addOption(Options.text(Options.FORMAT, "table|json", "What to print (default table)"));
    spec.addOption(
        Options.text(PERCENTILES, "50,90,...", "Which percentiles (default 50 to 99.99)"));
    spec.addOption(Options.flag(Options.FORCE, "Write over files that exist"));
    spec.addOption(Options.flag(Options.QUIET, "No progress on standard error"));
    spec.addOption(Options.flag(Options.VERBOSE, "Stack traces of unexpected errors"));
    spec.addOption(Options.help());
    return spec;
  }
}
