package dev.takt.cli.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.Plan;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/// The output formats of `takt run`.
enum RunFormat {
  TABLE,
  JSON,
  YCSB,
  YCSB_JSON,
  YCSB_JSON_ARRAY;

  private String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isYcsb() {
    return name().startsWith("YCSB");
  }

  /// The format of `--format`; empty without the flag.
  ///
  /// @throws ParameterException if the format does not exist
  static Optional<RunFormat> asked(ParseResult parsed) {
    String name = parsed.matchedOptionValue(Options.FORMAT, (String) null);
    if (name == null) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(values())
            .filter(each -> each.text().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(() ->
                FlagValues.unknown(
                    parsed,
                    Options.FORMAT,
                    name,
                    Arrays.stream(values()).map(RunFormat::text).toList())));
  }

  /// The table, unless the plan names a YCSB exporter and no file for it.
  static RunFormat byDefault(Plan plan) {
    YcsbOutput output = YcsbOutput.of(plan);
    if (!output.hasExporter() || output.file() != null) {
      return TABLE;
    }
    return switch (output.format()) {
      case TEXT -> YCSB;
      case JSON -> YCSB_JSON;
      case JSON_ARRAY -> YCSB_JSON_ARRAY;
    };
  }
}
