package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.render.run.GeneratorText;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.Trial;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.Optional;

/// A capacity search as text: the result, its certainty, the curve, and why the first rate above
/// the result failed.
public final class FindTable {

  private static final String UNKNOWN = "-";
  private static final int VERDICT = 30;
  private static final int CURVE = 9;

  private final CapacityReport report;
  private final TextPage page;

  private FindTable(CapacityReport report, TextStyle paint) {
    this.report = report;
    this.page = new TextPage(paint);
  }

  /// The table, with a trailing line break.
  public static String render(CapacityReport report, TextStyle paint) {
    FindTable table = new FindTable(report, paint);
    FindResultText.print(report, table.page);
    table.curve();
    table.failure();
    return table.page.toString();
  }

  private void curve() {
    if (report.steps().isEmpty()) {
      return;
    }
    Optional<Knee.Point> knee = report.knee();
    page.labelled(
        "knee",
        knee.map(each ->
                EnglishText.format(
                    "%s: beyond it %s grows faster than throughput (it is %s there)",
                    report.text(each.rate()), report.curve(), Units.time(each.latency())))
            .orElse(
                "none between the "
                    + (report.isOfUsers() ? "numbers" : "rates")
                    + " that were tried"));
    page.blank();
    boolean own = !report.curve().equals("p99");
    String last = own ? Prose.cutFront(report.curve(), CURVE) : "max";
    page.table(
        List.of(
            "",
            "step",
            report.isOfUsers() ? "users" : "rate",
            "achieved",
            "p50",
            "p99",
            last,
            "errors",
            "verdict"),
        FindText.byRate(report).stream().map(each -> row(each, own, knee)).toList(),
        0,
        8);
    String plot = FindPlot.render(report);
    if (!plot.isEmpty()) {
      page.blank();
      page.append(plot);
    }
  }

  private List<String> row(CapacityStep step, boolean own, Optional<Knee.Point> knee) {
    OperationSummary total = step.summary().results().total();
    Distribution response = total.response();
    Distribution headline =
        step.summary().execution().mode().equals("fixed") && response != null
            ? response
            : total.service();
    boolean any = headline.count() > 0;
    double last = own ? step.curveNanos() : (double) headline.max();
    return List.of(
        mark(step, knee),
        Integer.toString(step.number()),
        report.isOfUsers() ? Units.count((long) step.rate()) : Units.rate(step.rate()),
        Units.rate(step.summary().results().rate().achieved()),
        any ? Units.time(headline.p50()) : UNKNOWN,
        any ? Units.time(headline.p99()) : UNKNOWN,
        any && !Double.isNaN(last) ? Units.time(last) : UNKNOWN,
        errors(step.summary().results().balance()),
        Prose.cutEnd(FindText.verdict(step), VERDICT));
  }

  private static String errors(Balance balance) {
    long errors =
        balance.failed() + balance.timedOut() + balance.unfinished() + balance.neverSent();
    return errors == 0 ? "0" : Units.percent((double) errors / balance.intended());
  }

  private String mark(CapacityStep step, Optional<Knee.Point> knee) {
    Tried held = report.finding().held();
    boolean isKnee = knee.isPresent() && knee.get().rate() == step.rate();
    boolean isHeld =
        held != null && held.rate() == step.rate() && step.outcome() == Trial.Outcome.HELD;
    return isHeld ? (isKnee ? "both" : "highest") : isKnee ? "knee" : "";
  }

  private void failure() {
    Optional<CapacityStep> failure = report.firstFailure();
    if (failure.isEmpty()) {
      return;
    }
    CapacityStep step = failure.get();
    page.blank();
    page.line("why " + report.text(step.rate()) + " failed");
    FindText.reasons(step).forEach(page::point);
    step.summary()
        .failures()
        .counts()
        .forEach((label, count) -> page.point(Units.count(count) + " × " + TagText.escape(label)));
    GeneratorReport generator = step.summary().generator();
    GeneratorReport.Lateness lateness = generator.lateness();
    page.point(
        "the generator was "
            + (generator.partToBlame() == null
                ? generator.verdict().lowerCase()
                : GeneratorText.PARTLY_TO_BLAME + ": " + generator.findings().getFirst())
            + (lateness == null ? "" : ", its lateness p99 " + Units.time(lateness.p99())));
  }
}
