package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.Explanation;
import dev.takt.load.text.CounterText;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Execution;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run ends with: the headline, the latencies, the main causes, and the generator in one
/// line; on one screen of 25 lines and 80 columns.
public final class Answer {

  private static final int MAX_CAUSES = 5;

  /// The main cause is shown whole.
  private static final int MAX_WRAPPED = 1;

  private static final int MAX_ERRORS = 3;
  private static final int MAX_WARNINGS = 2;
  private static final int MAX_MACHINES = 6;
  private static final int MAX_WARNING_LENGTH = 150;

  private final RunSummary run;
  private final TextPage page;

  private Answer(RunSummary run, TextStyle style) {
    this.run = run;
    this.page = new TextPage(style);
  }

  /// The text, with a trailing line break.
  ///
  /// @param explanation null if the run was not watched
  /// @param fleet null for a run of one machine
  /// @param gaps what the observers lost, a sentence each
  /// @param isNotTrusted whether the exit code says that the measurement is not to be trusted
  public static String render(
      RunSummary run,
      @Nullable Explanation explanation,
      @Nullable Fleet fleet,
      List<String> gaps,
      boolean isNotTrusted,
      TextStyle style) {
    Answer answer = new Answer(run, style);
    answer.head();
    answer.page.blank();
    LatencyTable.print(run, answer.page);
    JourneyList.print(run, answer.page);
    ErrorList.print(run, MAX_ERRORS, answer.page);
    RuleList.print(run, isNotTrusted, answer.page);
    MachineTable.print(fleet, MAX_MACHINES, answer.page);
    if (explanation != null && explanation.operations().slow() > 0) {
      answer.page.blank();
      CauseTable.print(explanation, MAX_CAUSES, MAX_WRAPPED, answer.page);
      JourneyText.print(explanation, answer.page);
    }
    answer.page.blank();
    answer.target();
    answer.page.line(GeneratorText.line(run, style));
    gaps.forEach(each -> answer.page.line(style.warning(each)));
    answer.warnings();
    return answer.page.toString();
  }

  private void head() {
    String headline = run.heading().headline();
    if (headline != null) {
      page.line(page.paint().bold(headline));
    }
    page.line(page.paint().faint(String.join(", ", facts(run))));
  }

  /// What was driven, how fast, and for how long.
  public static List<String> facts(RunSummary run) {
    Execution execution = run.execution();
    List<String> facts = new ArrayList<>();
    facts.add(execution.target());
    if (execution.addresses() != null && execution.addresses().known().size() > 1) {
      facts.add("address " + String.join(", then ", execution.addresses().used()));
    }
    Integer users = execution.users();
    if (users != null) {
      facts.add("closed: " + Units.count(users) + (users == 1 ? " user" : " users"));
    }
    String what = users == null ? "" : " journeys";
    facts.add(rate(run.results()) + what + " for " + Units.time(execution.durationNanos()));
    long warmup = run.results().warmup().intended();
    if (warmup > 0) {
      facts.add("after a warm-up of " + Units.count(warmup) + " operations");
    }
    // A machine that was lost is in the headline.
    if (!execution.complete() && run.results().lost() == 0) {
      facts.add("stopped before its end");
    }
    return facts;
  }

  /// What a lost machine did after its last interval is not in the achieved rate.
  private static String rate(RunSummary.Results results) {
    Rate rate = results.rate();
    Double intended = rate.intended();
    String achieved = (results.lost() == 0 ? "" : "at least ") + Units.rate(rate.achieved());
    return intended == null || achieved.equals(Units.rate(intended))
        ? achieved
        : achieved + " of " + Units.rate(intended);
  }

  /// What an operation costs the target.
  private void target() {
    AllocationRate rate = run.results().allocation();
    if (rate != null) {
      page.line("target allocated " + ByteText.of(rate));
    }
    List<EventRate> counters = run.results().counters();
    if (counters != null) {
      page.line("target: " + CounterText.of(counters));
    }
  }

  private void warnings() {
    List<String> warnings = run.warnings();
    warnings.stream()
        .limit(MAX_WARNINGS)
        .map(each -> "warning: " + shortened(each))
        .forEach(each -> page.line(page.paint().warning(each)));
    int more = warnings.size() - MAX_WARNINGS;
    if (more > 0) {
      String text = more == 1 ? "1 more warning" : more + " more warnings";
      page.line(page.paint().warning(text + ": see --verbose"));
    }
  }

  /// A long warning up to the end of a clause, so that what is shown is a statement.
  private static String shortened(String warning) {
    String cut = Prose.cutEnd(warning, MAX_WARNING_LENGTH);
    int end = Math.max(cut.lastIndexOf("; "), cut.lastIndexOf(": ")) + 1;
    return cut.equals(warning) || end == 0 ? cut : cut.substring(0, end) + " …";
  }
}
