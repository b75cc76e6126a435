package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.load.text.Units;
import dev.takt.runs.text.EnglishText;
import org.jspecify.annotations.Nullable;

/// The result of a capacity search and its certainty, as text.
final class FindResultText {

  private final CapacityReport report;
  private final TextPage page;

  private FindResultText(CapacityReport report, TextPage page) {
    this.report = report;
    this.page = page;
  }

  static void print(CapacityReport report, TextPage page) {
    new FindResultText(report, page).result();
  }

  private void result() {
    SearchResult finding = report.finding();
    String rules = String.join(", ", report.objectives());
    CapacityReport.Trouble ended = report.trouble();
    String trouble = ended == null ? null : ended.reason();
    page.line(
        switch (finding.end()) {
          case FOUND -> page.paint().good(rate(finding.held())) + " holds " + rules;
          case ALL_HOLD ->
              page.paint().good("at least " + rate(finding.held()))
                  + ": the highest rate that was asked for holds "
                  + rules;
          case NONE_HOLDS ->
              page.paint().bad("not even " + Units.rate(report.settings().low()))
                  + " holds "
                  + rules;
          case STEPS_SPENT ->
              page.paint().warning(Units.count(report.steps().size()) + " steps were not enough")
                  + ": "
                  + soFar(finding);
          case GENERATOR_LIMIT -> generator();
          case OPEN ->
              page.paint().warning(trouble == null ? "stopped" : trouble) + ": " + soFar(finding);
        });
    if (finding.end() == SearchResult.EndReason.GENERATOR_LIMIT) {
      page.point(soFar(finding));
      report.steps().getLast().summary().generator().findings().forEach(page::point);
      page.point("these runs are no evidence against the target, and the search ends here");
    }
    page.blank();
    runs("holds", finding.held());
    runs("fails", finding.failed());
    edge(finding.edge());
    Tried contradicted = finding.contradicted();
    if (contradicted != null) {
      page.point(
          page.paint().warning("not in order")
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
    return page.paint().bad("GENERATOR " + verdict + " at " + Units.rate(last.rate()))
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
      page.labelled(
          label, EnglishText.format("%s, in %d of %d runs", rate(tried), agreeing, runs(tried)));
    }
  }

  private void edge(@Nullable Interval edge) {
    if (edge != null) {
      page.labelled(
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
}
