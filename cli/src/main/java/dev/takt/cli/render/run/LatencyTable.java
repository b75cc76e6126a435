package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The latencies of a run's operations, as a table: a line for each operation, and service and wait
/// time where they differ from the response time.
final class LatencyTable {

  private static final String FORMAT = "%-14s%11s%8s%9s%9s%9s%9s%9s";
  private static final int NAME = 13;
  private static final int MAX_OPERATIONS = 8;

  /// A service time that is nearer to the response time is not worth a line.
  private static final double MIN_DIFFERENCE = 0.1;

  private static final List<ToLongFunction<Distribution>> FIGURES =
      List.of(
          Distribution::p50,
          Distribution::p90,
          Distribution::p99,
          Distribution::p999,
          Distribution::max);

  private final RunSummary run;
  private final TextPage page;

  private LatencyTable(RunSummary run, TextPage page) {
    this.run = run;
    this.page = page;
  }

  static void print(RunSummary run, TextPage page) {
    new LatencyTable(run, page).operations();
  }

  private void operations() {
    boolean isService = !run.execution().mode().equals("fixed");
    page.row(
        page.paint()
            .faint(
                EnglishText.format(
                    FORMAT,
                    isService ? "service" : "response",
                    "count",
                    "errors",
                    "p50",
                    "p90",
                    "p99",
                    "p99.9",
                    "max")));
    List<OperationSummary> operations = run.results().operations();
    operations.stream().limit(MAX_OPERATIONS).forEach(each -> row(each.name(), each, isService));
    if (operations.size() > MAX_OPERATIONS) {
      page.row(EnglishText.format("and %d more", operations.size() - MAX_OPERATIONS));
    }
    if (operations.size() > 1) {
      row("all", run.results().total(), isService);
    }
    parts(run.results().total(), isService);
    statuses(run.results().total().statuses(), page);
  }

  private void row(String name, OperationSummary operation, boolean isService) {
    Distribution response = operation.response();
    Distribution headline = isService || response == null ? operation.service() : response;
    long errors = operation.balance().failed() + operation.balance().timedOut();
    String row = figures(name, headline, Units.count(errors));
    page.row(errors > 0 ? page.paint().warning(row) : page.paint().bold(row));
  }

  /// The other times of all operations, where they differ from the headline.
  private void parts(OperationSummary total, boolean isService) {
    Distribution response = total.response();
    if (response == null || !differ(response, total.service())) {
      return;
    }
    page.row(
        isService
            ? figures("  response", response, "")
            : figures("  service", total.service(), ""));
    Distribution waiting = total.waiting();
    if (waiting != null) {
      page.row(figures("  wait", waiting, ""));
    }
  }

  private static boolean differ(Distribution response, Distribution service) {
    return FIGURES.stream()
        .anyMatch(each ->
            Math.abs(each.applyAsLong(response) - each.applyAsLong(service))
                > MIN_DIFFERENCE * each.applyAsLong(response));
  }

  /// How many answers had which status.
  ///
  /// @param statuses null if the protocol has none
  static void statuses(@Nullable Map<String, Long> statuses, TextPage page) {
    if (statuses != null) {
      page.line(
          statuses.entrySet().stream()
              .map(each -> each.getKey() + " × " + Units.count(each.getValue()))
              .collect(Collectors.joining(", ", "  status      ", "")));
    }
  }

  /// A figure of a distribution. An empty one has no value, not even 0.
  static String cell(Distribution of, String figure) {
    return of.count() == 0 ? "-" : figure;
  }

  private static String figures(String name, Distribution of, String errors) {
    String[] figures =
        FIGURES.stream()
            .map(each -> cell(of, Units.time(each.applyAsLong(of))))
            .toArray(String[]::new);
    return EnglishText.format(
        FORMAT,
        Prose.cutEnd(name, NAME),
        Units.count(of.count()),
        errors,
        figures[0],
        figures[1],
        figures[2],
        figures[3],
        figures[4]);
  }
}
