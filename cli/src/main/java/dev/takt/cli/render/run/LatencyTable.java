package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The latencies of a run's operations, as a table: a line for each operation, and service and wait
/// time where they differ from the response time.
public final class LatencyTable {

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
  private final boolean isService;
  private final List<Line> lines = new ArrayList<>();

  private LatencyTable(RunSummary run) {
    this.run = run;
    this.isService = !run.execution().mode().equals("fixed");
  }

  /// A line of the table.
  ///
  /// @param cells the name, the count, the errors and the figures of [#head]; only the name for a
  ///   line that says how many operations are left out
  /// @param isOperation whether it is a line of an operation, or of all together
  /// @param hasErrors whether operations failed
  public record Line(List<String> cells, boolean isOperation, boolean hasErrors) {

    private String text() {
      Object[] columns = cells.toArray();
      columns[0] = Prose.cutEnd(cells.getFirst(), NAME);
      return columns.length == 1 ? cells.getFirst() : EnglishText.format(FORMAT, columns);
    }
  }

  /// The names of the columns.
  public static List<String> head(RunSummary run) {
    String measure = run.execution().mode().equals("fixed") ? "response" : "service";
    return List.of(measure, "count", "errors", "p50", "p90", "p99", "p99.9", "max");
  }

  /// The lines below the head.
  public static List<Line> lines(RunSummary run) {
    LatencyTable table = new LatencyTable(run);
    table.operations();
    return table.lines;
  }

  static void print(RunSummary run, TextPage page) {
    TextStyle paint = page.paint();
    page.row(paint.faint(EnglishText.format(FORMAT, head(run).toArray())));
    for (Line each : lines(run)) {
      String text = each.text();
      page.row(!each.isOperation ? text : each.hasErrors ? paint.warning(text) : paint.bold(text));
    }
    Map<String, Long> statuses = run.results().total().statuses();
    if (statuses != null && statuses.keySet().stream().anyMatch(each -> !each.startsWith("2"))) {
      statuses(statuses, page);
      if (run.results().lost() > 0) {
        page.row("              (of the machines that were not lost)");
      }
    }
  }

  private void operations() {
    List<OperationSummary> operations = run.results().operations();
    if (!run.results().allJourneys().isEmpty()) {
      run.results().allJourneys().forEach(this::journey);
      add("all steps", run.results().total());
      parts(run.results().total());
      return;
    }
    operations.stream().limit(MAX_OPERATIONS).forEach(each -> add(each.name(), each));
    if (operations.size() > MAX_OPERATIONS) {
      String more = "and " + (operations.size() - MAX_OPERATIONS) + " more";
      lines.add(new Line(List.of(more), false, false));
    }
    if (operations.size() > 1) {
      add("all", run.results().total());
    }
    parts(run.results().total());
  }

  private void add(String name, OperationSummary operation) {
    Distribution response = operation.response();
    Distribution headline = isService || response == null ? operation.service() : response;
    add(name, headline, operation.balance());
  }

  private void add(String name, Distribution headline, Balance balance) {
    long errors = balance.failed() + balance.timedOut();
    lines.add(new Line(cells(name, headline, Units.count(errors)), true, errors > 0));
  }

  /// A journey, and below it its steps.
  private void journey(JourneySummary journey) {
    Distribution response = journey.response();
    Distribution headline = isService || response == null ? journey.service() : response;
    add(journey.name(), headline, journey.balance());
    for (JourneySummary.Step each : journey.steps().stream().limit(MAX_OPERATIONS).toList()) {
      journey.allGroups().stream()
          .filter(group -> group.steps().getFirst().equals(each.operation()))
          .forEach(group -> group(journey, group));
      step(journey, each);
    }
    if (journey.steps().size() > MAX_OPERATIONS) {
      String more = "  and " + (journey.steps().size() - MAX_OPERATIONS) + " more";
      lines.add(new Line(List.of(more), false, false));
    }
  }

  /// A group, in brackets, before its first step.
  private void group(JourneySummary journey, JourneySummary.Group group) {
    Distribution response = group.response();
    Distribution headline = isService || response == null ? group.service() : response;
    add("  [" + group.nameIn(journey) + "]", headline, group.balance());
  }

  private void step(JourneySummary journey, JourneySummary.Step step) {
    run.results().operations().stream()
        .filter(each -> each.name().equals(step.operation()))
        .forEach(each -> add("  " + step.nameIn(journey), each));
  }

  /// The other times of all operations, where they differ from the headline.
  private void parts(OperationSummary total) {
    Distribution response = total.response();
    Distribution waiting = total.waiting();
    if (response == null || !differ(response, total.service())) {
      return;
    }
    lines.add(isService ? part("  response", response) : part("  service", total.service()));
    if (waiting != null) {
      lines.add(part("  wait", waiting));
    }
  }

  private static Line part(String name, Distribution of) {
    return new Line(cells(name, of, ""), false, false);
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

  private static List<String> cells(String name, Distribution of, String errors) {
    List<String> cells = new ArrayList<>(List.of(name, Units.count(of.count()), errors));
    FIGURES.forEach(each -> cells.add(cell(of, Units.time(each.applyAsLong(of)))));
    return cells;
  }
}
