package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import org.jspecify.annotations.Nullable;

/// All latencies of a run's operations, as a table.
final class LatencyDetails {

  private static final String HEAD_FORMAT = "%-12s%11s%8s%8s%8s%8s%8s%8s%8s";

  private final RunSummary run;
  private final TextPage page;

  private LatencyDetails(RunSummary run, TextPage page) {
    this.run = run;
    this.page = page;
  }

  static void print(RunSummary run, TextPage page) {
    new LatencyDetails(run, page).operations();
  }

  private void operations() {
    page.blank();
    page.row(
        page.paint()
            .faint(
                EnglishText.format(
                    HEAD_FORMAT,
                    "",
                    "count",
                    "mean",
                    "p50",
                    "p90",
                    "p99",
                    "p99.9",
                    "p99.99",
                    "max")));
    run.results().allJourneys().forEach(this::journey);
    run.results().operations().forEach(this::operation);
    if (run.results().operations().size() > 1) {
      operation(run.results().total());
    }
  }

  private void journey(JourneySummary journey) {
    page.row(page.paint().bold(journey.name()));
    rows(journey.response(), journey.service(), journey.waiting());
    page.line("  " + JourneyList.text(run, journey));
    for (JourneySummary.Group each : journey.allGroups()) {
      page.row(page.paint().bold("[" + each.operation() + "]"));
      rows(each.response(), each.service(), each.waiting());
    }
  }

  private void operation(OperationSummary operation) {
    page.row(page.paint().bold(operation.name()));
    rows(operation.response(), operation.service(), operation.waiting());
    LatencyTable.statuses(operation.statuses(), page);
  }

  /// Service time comes first if the plan made it the headline.
  private void rows(
      @Nullable Distribution response, Distribution service, @Nullable Distribution waiting) {
    boolean serviceFirst = !run.execution().mode().equals("fixed");
    if (serviceFirst) {
      row("service", service, true);
    }
    row("response", response, !serviceFirst);
    if (!serviceFirst) {
      row("service", service, false);
    }
    row("wait", waiting, false);
  }

  private void row(String measure, @Nullable Distribution of, boolean headline) {
    if (of == null) {
      return;
    }
    String row =
        EnglishText.format(
            HEAD_FORMAT,
            "  " + measure,
            Units.count(of.count()),
            LatencyTable.cell(of, Units.time(of.mean())),
            LatencyTable.cell(of, Units.time(of.p50())),
            LatencyTable.cell(of, Units.time(of.p90())),
            LatencyTable.cell(of, Units.time(of.p99())),
            LatencyTable.cell(of, Units.time(of.p999())),
            LatencyTable.cell(of, Units.time(of.p9999())),
            LatencyTable.cell(of, Units.time(of.max())));
    page.row(headline ? page.paint().bold(row) : row);
  }
}
