package dev.takt.cli.command;

import dev.takt.cli.flags.CiFlags;
import dev.takt.cli.log.TimeFlags;
import dev.takt.cli.render.ci.JudgedRun;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.page.ReportPage;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt report`: recreates the report of a run, or creates one of any interval log.
public final class ReportCommand {

  private final CliContext context;
  private final ParseResult parsed;
  private final Path source;
  private final @Nullable Path out;
  private final boolean force;
  private final TimeColumns times;

  public ReportCommand(CliContext context, ParseResult parsed) {
    this.context = context;
    this.parsed = parsed;
    Path directory = context.directory();
    String name = parsed.matchedPositionalValue(0, "");
    source = FlagValues.path(parsed, "RUN", directory, name);
    out = FlagValues.path(parsed, Options.OUT, directory);
    times = TimeFlags.columns(parsed);
    force = parsed.hasMatchedOption(Options.FORCE);
    if (force && out == null) {
      throw FlagValues.wrong(parsed, Options.FORCE, "only with " + Options.OUT);
    }
    for (String each : List.of(CiFlags.REPORT_JUNIT, CiFlags.SUMMARY_MARKDOWN)) {
      if (parsed.hasMatchedOption(each) && (out != null || Files.isRegularFile(source))) {
        throw FlagValues.wrong(parsed, each, "only of a run, and not with " + Options.OUT);
      }
    }
    if (out == null && Files.isRegularFile(source)) {
      throw FlagValues.wrong(
          parsed, "RUN", "of a log, the report needs a name: " + Options.OUT + " FILE");
    }
  }

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt report", "Writes the self-contained HTML report of a run or of an interval log.")
        .examples(
            "  takt report takt-runs/2026-…-http               writes report.html there",
            "  takt report takt-runs/2026-…-http --out /tmp/before.html",
            "  takt report latency.hlog --out latency.html     any HdrHistogram log",
            "  takt report RUN --report-junit takt.xml         its verdicts, and no page",
            "",
            "A run writes its report when it ends (unless --no-report). This command recreates it from the",
            "files on disk, for runs that were killed or recorded by an older Takt.")
        .synopsis("takt report RUN [FLAGS]")
        .footer(
            "For a long run, neighbouring intervals are merged to limit the size of the page; the page says",
            "so. See docs/reference/report.md.",
            "Exit codes: 0 fine, 1 there is no run or log, or the report cannot be written, 2 usage.")
        .argument("RUN", "1", "The directory of a run, or an interval log (.hdr, .hlog; .gz, .zst)")
        .options(
            Options.text(
                Options.OUT, "FILE", "Where to (default: report.html in the run's directory)"),
            Options.flag(Options.FORCE, "Write over a file that exists there"))
        .options(CiFlags.options())
        .options(TimeFlags.options())
        .options(Options.verbose(), Options.help())
        .spec();
  }

  public int run() {
    try (CiFiles files = CiFiles.open(parsed, context)) {
      if (files.isEmpty()) {
        context.out().println("report " + write());
        return ExitCode.OK;
      }
      files.add(stored(RunDirectory.open(source)));
      return files.write() ? ExitCode.OK : ExitCode.FAILED;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private JudgedRun stored(RunDirectory run) throws IOException {
    Explanation explanation = null;
    if (Files.exists(run.stallsJson())) {
      try {
        explanation = RunExplainer.of(run).explain(0);
      } catch (IOException e) {
        context.message("nothing is explained: " + e.getMessage());
      }
    }
    return JudgedRun.of(run.read(), explanation);
  }

  private Path write() throws IOException {
    if (out != null && !force && Files.exists(out)) {
      throw new IOException(
          out + ": it exists; another name, or " + Options.FORCE + " to write over it");
    }
    if (out != null && Files.isRegularFile(source)) {
      ReportPage.writeLog(source, times, out);
      return out;
    }
    RunDirectory run = RunDirectory.open(source);
    Path file = out == null ? run.resolve(ReportPage.FILE) : out;
    ReportPage.write(run, file);
    return file;
  }
}
