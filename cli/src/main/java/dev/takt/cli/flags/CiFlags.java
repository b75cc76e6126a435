package dev.takt.cli.flags;

import dev.takt.cli.spi.args.Options;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/// The flags for files that build servers read.
public final class CiFlags {

  public static final String REPORT_JUNIT = "--report-junit";
  public static final String SUMMARY_MARKDOWN = "--summary-markdown";

  private CiFlags() {}

  public static List<OptionSpec> options() {
    return List.of(
        Options.text(
            REPORT_JUNIT,
            "FILE",
            "Write the verdicts as JUnit's XML: a suite per run, a case per rule"),
        Options.text(
            SUMMARY_MARKDOWN,
            "FILE",
            "Write the result as Markdown; appended if FILE is $GITHUB_STEP_SUMMARY"));
  }
}
