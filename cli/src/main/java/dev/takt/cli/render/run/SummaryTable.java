package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Ansi;
import dev.takt.load.text.Units;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Map;

/// A run's summary as text. Its first line is the verdict on the generator, which decides whether
/// the rest can be trusted. If no operation completed, another line comes first: there are then no
/// times to doubt.
public final class SummaryTable {

  private final RunSummary run;
  private final TextPage page;

  private SummaryTable(RunSummary run, Ansi paint) {
    this.run = run;
    this.page = new TextPage(paint);
  }

  /// The table, with a trailing line break.
  ///
  /// @param doubts further reasons not to trust the measurement, besides the verdict on the
  ///   generator
  /// @param isNotTrusted whether the exit code says that the measurement is not to be trusted
  public static String render(
      RunSummary run, List<String> doubts, boolean isNotTrusted, Ansi paint) {
    SummaryTable table = new SummaryTable(run, paint);
    String failed = NothingCompleted.headline(run);
    if (failed != null) {
      table.page.line(paint.bad(failed));
    }
    GeneratorText.print(run, table.page);
    doubts.forEach(doubt -> table.page.line(paint.bad(doubt)));
    new SummaryHead(run, table.page).print();
    LatencyTable.print(run, table.page);
    table.errors();
    table.warnings();
    table.assertions(isNotTrusted);
    table.page.blank();
    table.page.labelled("files", run.runDirectory());
    return table.page.toString();
  }

  private void errors() {
    if (run.errors().isEmpty()) {
      return;
    }
    page.blank();
    page.line(page.paint().bad("errors"));
    run.errors().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(this::error);
  }

  private void error(Map.Entry<String, Long> error) {
    page.line(EnglishText.format("%11s  %s", Units.count(error.getValue()), error.getKey()));
    Map<String, String> files = run.failureFiles();
    if (files != null && files.containsKey(error.getKey())) {
      String file = run.runDirectory() + "/" + files.get(error.getKey());
      page.line(" ".repeat(13) + page.paint().faint("the first: " + file));
    }
  }

  private void warnings() {
    if (run.warnings().isEmpty()) {
      return;
    }
    page.blank();
    page.line(page.paint().warning("warnings"));
    run.warnings().forEach(warning -> page.line("  - " + warning));
  }

  private void assertions(boolean isNotTrusted) {
    if (run.assertions().isEmpty()) {
      return;
    }
    page.blank();
    page.line("fail if");
    run.assertions().forEach(this::assertion);
    boolean isBroken = run.hasBrokenRule();
    if (isNotTrusted && isBroken) {
      page.line("  exit code 5 instead of 3: the measurement is not to be trusted");
    }
  }

  private void assertion(AssertionResult result) {
    String verdict = result.broken() ? page.paint().bad("BROKEN") : page.paint().good("ok    ");
    page.line(EnglishText.format("  %s  %s  (it is %s)", verdict, result.rule(), result.actual()));
  }
}
