package dev.takt.cli.render.study;

import dev.takt.cli.render.Ansi;
import dev.takt.cli.render.Columns;
import dev.takt.cli.render.Prose;
import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.Trial;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.load.text.Units;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A capacity search as text: the result, its certainty, the curve, and why the first rate above
/// the result failed.
public final class FindTable {

  private static final String UNKNOWN = "-";
  private static final int VERDICT = 30;
  private static final int CURVE = 9;

  private final CapacityReport report;
  private final Ansi paint;
  private final StringBuilder out = new StringBuilder();

  private FindTable(CapacityReport report, Ansi paint) {
    this.report = report;
    this.paint = paint;
  }

  /// The table, with a trailing line break.
  public static String render(CapacityReport report, Ansi paint) {
    FindTable table = new FindTable(report, paint);
    table.result();
    table.curve();
    table.failure();
    return table.out.toString();
  }

  private void result() {
    SearchResult finding = report.finding();
    String rules = String.join(", ", report.objectives());
    CapacityReport.Trouble ended = report.trouble();
    String trouble = ended == null ? null : ended.reason();
    line(
        switch (finding.end()) {
          case FOUND -> paint.good(rate(finding.held())) + " holds " + rules;
          case ALL_HOLD ->
              paint.good("at least " + rate(finding.held()))
                  + ": the highest rate that was asked for holds "
                  + rules;
          case NONE_HOLDS ->
              paint.bad("not even " + Units.rate(report.settings().low())) + " holds " + rules;
          case STEPS_SPENT ->
              paint.warning(Units.count(report.steps().size()) + " steps were not enough")
                  + ": "
                  + soFar(finding);
          case GENERATOR_LIMIT -> generator();
          case OPEN -> paint.warning(trouble == null ? "stopped" : trouble) + ": " + soFar(finding);
        });
    if (finding.end() == SearchResult.EndReason.GENERATOR_LIMIT) {
      point(soFar(finding));
      report.steps().getLast().summary().generator().findings().forEach(this::point);
      point("these runs are no evidence against the target, and the search ends here");
    }
    line("");
    runs("holds", finding.held());
    runs("fails", finding.failed());
    edge(finding.edge());
    Tried contradicted = finding.contradicted();
    if (contradicted != null) {
      point(
          paint.warning("not in order")
              + ": "
              + rate(contradicted)
              + " failed ("
              + contradicted.failed()
              + " of "
              + runs(contradicted)
              + " runs) although a higher rate held; what is found assumes that more load never"
              + " makes it easier, and is the lower of the two");
    }
  }

  private String generator() {
    CapacityStep last = report.steps().getLast();
    String verdict = last.summary().generator().verdict().name();
    return paint.bad("GENERATOR " + verdict + " at " + Units.rate(last.rate()))
        + ", do not blame the target";
  }

  private static String soFar(SearchResult finding) {
    Tried held = finding.held();
    return held == null
        ? "no rate was seen to hold"
        : "the highest rate that was seen to hold is " + rate(held);
  }

  private static String rate(@Nullable Tried tried) {
    return tried == null ? "no rate" : Units.rate(tried.rate());
  }

  private static int runs(Tried tried) {
    return tried.held() + tried.failed();
  }

  private void runs(String label, @Nullable Tried tried) {
    if (tried != null) {
      int agreeing = label.equals("holds") ? tried.held() : tried.failed();
      labelled(
          label, EnglishText.format("%s, in %d of %d runs", rate(tried), agreeing, runs(tried)));
    }
  }

  private void edge(@Nullable Interval edge) {
    if (edge != null) {
      labelled(
          "edge",
          EnglishText.format(
              "between %s and %s with %s confidence, most likely near %s",
              Units.rate(whole(edge.low())),
              Units.rate(whole(edge.high())),
              Units.percent(edge.confidence()),
              Units.rate(whole(edge.middle()))));
    }
  }

  /// Rounds to whole operations, except for rates below a hundred.
  private static double whole(double rate) {
    return rate >= 100 ? Math.rint(rate) : rate;
  }

  private void curve() {
    if (report.steps().isEmpty()) {
      return;
    }
    Optional<Knee.Point> knee = report.knee();
    labelled(
        "knee",
        knee.map(each ->
                EnglishText.format(
                    "%s: beyond it %s grows faster than throughput (it is %s there)",
                    Units.rate(each.rate()), report.curve(), Units.time(each.latency())))
            .orElse("none between the rates that were tried"));
    line("");
    boolean own = !report.curve().equals("p99");
    String last = own ? Prose.cutFront(report.curve(), CURVE) : "max";
    Columns columns = new Columns(out);
    columns.begin(
        List.of("", "step", "rate", "achieved", "p50", "p99", last, "errors", "verdict"), 0, 8);
    try {
      for (CapacityStep each : FindText.byRate(report)) {
        columns.row(row(each, own, knee));
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    String plot = FindPlot.render(report);
    if (!plot.isEmpty()) {
      line("");
      out.append(plot);
    }
  }

  private List<String> row(CapacityStep step, boolean own, Optional<Knee.Point> knee) {
    OperationSummary total = step.summary().total();
    Distribution response = total.response();
    Distribution headline =
        step.summary().mode().equals("fixed") && response != null ? response : total.service();
    boolean any = headline.count() > 0;
    double last = own ? step.curveNanos() : (double) headline.max();
    return List.of(
        mark(step, knee),
        Integer.toString(step.number()),
        Units.rate(step.rate()),
        Units.rate(step.summary().rate().achieved()),
        any ? Units.time(headline.p50()) : UNKNOWN,
        any ? Units.time(headline.p99()) : UNKNOWN,
        any && !Double.isNaN(last) ? Units.time(last) : UNKNOWN,
        errors(step.summary().balance()),
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
    line("");
    line("why " + Units.rate(step.rate()) + " failed");
    FindText.reasons(step).forEach(this::point);
    step.summary()
        .errors()
        .forEach((label, count) -> point(Units.count(count) + " × " + TagText.escape(label)));
    GeneratorReport generator = step.summary().generator();
    Long late = generator.latenessP99();
    point(
        "the generator was "
            + (generator.partToBlame() == null
                ? generator.verdict().lowerCase()
                : "on time, but to blame in part: " + generator.findings().getFirst())
            + (late == null ? "" : ", its lateness p99 " + Units.time(late)));
  }

  private void point(String text) {
    line(Prose.point(text));
  }

  private void labelled(String label, String text) {
    line(paint.faint(label) + " ".repeat(12 - label.length()) + text);
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
