package dev.takt.cli.command;

import dev.takt.cli.flags.CiFlags;
import dev.takt.cli.render.ci.GithubAnnotations;
import dev.takt.cli.render.ci.JudgedRun;
import dev.takt.cli.render.ci.JunitXml;
import dev.takt.cli.render.ci.MarkdownSummary;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.explain.Explanation;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// What a build server gets of the runs of a command: the files of [CiFlags], and GitHub's
/// annotations. The files are opened before the first run, so that none is lost at the end.
final class CiFiles implements AutoCloseable {

  private static final String GITHUB_SUMMARY = "GITHUB_STEP_SUMMARY";

  private final CliContext context;
  private final List<JudgedRun> runs = new ArrayList<>();
  private final List<Output> outputs = new ArrayList<>();

  /// A file, and what is written to it.
  ///
  /// @param before what it had, if the text is appended
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Output(NewFile file, byte[] before, Function<List<JudgedRun>, String> text) {}

  private CiFiles(CliContext context) {
    this.context = context;
  }

  /// Opens the files.
  ///
  /// @throws ParameterException if one cannot be written
  static CiFiles open(ParseResult parsed, CliContext context) {
    CiFiles files = new CiFiles(context);
    try {
      files.open(parsed, CiFlags.REPORT_JUNIT, JunitXml::render);
      files.open(parsed, CiFlags.SUMMARY_MARKDOWN, MarkdownSummary::render);
      return files;
    } catch (ParameterException e) {
      files.close();
      throw e;
    }
  }

  private void open(ParseResult parsed, String flag, Function<List<JudgedRun>, String> text) {
    Path path = FlagValues.path(parsed, flag, context.directory());
    if (path == null) {
      return;
    }
    try {
      byte[] before =
          isStepSummary(path) && Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
      outputs.add(new Output(NewFile.create(path, true), before, text));
    } catch (IOException e) {
      throw FlagValues.wrong(parsed, flag, String.valueOf(e.getMessage()));
    }
  }

  /// Other commands of the same step write to this file, too.
  private boolean isStepSummary(Path path) {
    String summary = context.environment().get(GITHUB_SUMMARY);
    return summary != null && path.equals(context.directory().resolve(summary));
  }

  void add(JudgedRun run) {
    runs.add(run);
  }

  /// Adds a run that has just ended. It is explained once more only for a file.
  ///
  /// @param verdict also considers what was done with the result
  void add(RunResult result, RunVerdict verdict) {
    Explanation explanation =
        isEmpty() ? null : result.explainer().map(each -> each.explain(0)).orElse(null);
    add(JudgedRun.of(result, verdict, explanation));
  }

  /// Prints annotations, if GitHub Actions reads them.
  void annotate() {
    GithubAnnotations annotations = new GithubAnnotations();
    runs.forEach(each -> annotations.add(each.checks(), each.headline()));
    annotations.print(context);
  }

  /// Writes the files.
  ///
  /// @return false if one could not be written
  boolean write() {
    boolean isWritten = true;
    for (Output each : outputs) {
      try {
        each.file.write(each.before);
        each.file.write(each.text.apply(runs).getBytes(StandardCharsets.UTF_8));
        each.file.commit();
      } catch (IOException e) {
        context.message(e.getMessage());
        isWritten = false;
      }
    }
    return isWritten;
  }

  boolean isEmpty() {
    return outputs.isEmpty();
  }

  /// Leaves no file behind that was not written.
  @Override
  public void close() {
    for (Output each : outputs) {
      try {
        each.file.close();
      } catch (IOException e) {
        context.message(e.getMessage());
      }
    }
  }
}
