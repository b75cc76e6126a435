package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
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
          case FOUND ->
              page.paint().good(rate(finding.held()))
                  + (report.isOfUsers() ? ": the most for which holds " : " holds ")
                  + rules;
          case ALL_HOLD ->
              page.paint().good("at least " + rate(finding.held()))
                  + ": the highest "
                  + (report.isOfUsers() ? "number" : "rate")
                  + " that was asked for holds "
                  + rules;
          case NONE_HOLDS ->
              page.paint().bad("not even " + report.text(report.settings().low()))
                  + (report.isOfUsers() && report.settings().low() > 1 ? " hold " : " holds ")
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
      page.point("the search stops here: the generator, not the target, limited these runs");
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
              + " runs) although a higher "
              + (report.isOfUsers() ? "number" : "rate")
              + " held; what is found assumes that more load never"
              + " makes it easier, and is the lower of the two");
    }
  }

  private String generator() {
    CapacityStep last = report.steps().getLast();
    String verdict = last.summary().generator().verdict().name();
    return page.paint().bad("GENERATOR " + verdict + " at " + report.text(last.rate()))
        + ", do not blame the target";
  }

  private String soFar(SearchResult finding) {
    Tried held = finding.held();
    String what = report.isOfUsers() ? "number of users" : "rate";
    return held == null
        ? "no " + what + " was seen to hold"
        : "the highest " + what + " that was seen to hold is " + rate(held);
  }

  private String rate(@Nullable Tried tried) {
    return tried == null ? "nothing" : report.text(tried.rate());
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
              report.text(whole(edge.low())),
              report.text(whole(edge.high())),
              Units.percent(edge.confidence()),
              report.text(whole(edge.middle()))));
    }
  }

  /// Rounds to whole operations, except for rates below a hundred.
  private double whole(double rate) {
    return rate >= 100 || report.isOfUsers() ? Math.rint(rate) : rate;
  }
}
