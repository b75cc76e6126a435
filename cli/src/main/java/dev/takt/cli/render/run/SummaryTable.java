package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All of a run's summary as text, for `--verbose`: the headline, the verdict on the generator,
/// which decides whether the rest can be trusted, and the figures.
public final class SummaryTable {

  private final RunSummary run;
  private final TextPage page;

  private SummaryTable(RunSummary run, TextStyle paint) {
    this.run = run;
    this.page = new TextPage(paint);
  }

  /// The table, with a trailing line break.
  ///
  /// @param fleet null for a run of one machine
  /// @param doubts further reasons not to trust the measurement, besides the verdict on the
  ///   generator
  /// @param isNotTrusted whether the exit code says that the measurement is not to be trusted
  public static String render(
      RunSummary run,
      @Nullable Fleet fleet,
      List<String> doubts,
      boolean isNotTrusted,
      TextStyle paint) {
    SummaryTable table = new SummaryTable(run, paint);
    String headline = run.heading().headline();
    if (headline != null) {
      table.page.line(paint.bold(headline));
      table.page.blank();
    }
    GeneratorText.print(run, table.page);
    doubts.forEach(doubt -> table.page.line(table.page.paint().bad(doubt)));
    new SummaryHead(run, table.page).print();
    LatencyDetails.print(run, table.page);
    ErrorList.print(run, Integer.MAX_VALUE, table.page);
    MachineTable.print(fleet, Integer.MAX_VALUE, table.page);
    table.warnings();
    RuleList.print(run, isNotTrusted, table.page);
    table.page.blank();
    table.page.labelled("files", run.runDirectory());
    return table.page.toString();
  }

  private void warnings() {
    if (run.warnings().isEmpty()) {
      return;
    }
    page.blank();
    page.line(page.paint().warning("warnings"));
    run.warnings().forEach(page::point);
  }
}
