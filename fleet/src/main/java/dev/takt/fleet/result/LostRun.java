package dev.takt.fleet.result;

import dev.takt.explain.Explanation;
import dev.takt.lab.Headline;
import dev.takt.load.config.OfferedLoad;
import dev.takt.load.rules.Assertion;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a run in which a machine was lost.
///
/// @param merged what was merged
/// @param judged by what is known
record LostRun(MergedSummary merged, RunSummary judged) {

  private static final String NO_INTENT =
      "nothing says how many operations the lost machine would have sent";

  /// The summary with verdicts that allow for the unknown operations, and with a headline that
  /// begins with the machines that were lost.
  RunSummary judge(
      List<Assertion> rules, @Nullable Explanation explanation, Optional<String> doubt) {
    List<AssertionResult> bounded =
        isIntentKnown()
            ? new LostBounds(
                    judged,
                    merged.latencies(),
                    LostUsers.of(merged.plan(), judged),
                    merged.measuredNanos())
                .judge(rules, judged.assertions())
            : judged.assertions().stream().map(LostRun::undecided).toList();
    List<AssertionResult> ofGenerator = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    sentences.addAll(LostShare.texts(merged.lost()));
    for (int i = 0; i < bounded.size(); i++) {
      String undecided = bounded.get(i).undecided();
      if (undecided == null || judged.assertions().get(i).undecided() != null) {
        ofGenerator.add(bounded.get(i));
      } else {
        sentences.add("a rule is undecided: " + undecided);
      }
    }
    // The headline blames the generator for each undecided rule: it must not see these ones.
    Heading rest = Headline.of(judged.withAssertions(ofGenerator), explanation, doubt.orElse(null));
    StringBuilder text = new StringBuilder();
    sentences.forEach(each -> text.append(capitalized(each)).append(". "));
    return judged
        .withAssertions(bounded)
        .withHeading(
            new Heading(
                rest.formatVersion(),
                text.append(rest.headline()).toString(),
                rest.mainCause(),
                rest.generatorDecides()));
  }

  /// Without a schedule only a count of operations says how many a machine would have sent. Of a
  /// closed population not even that does: a journey can have any number of steps.
  private boolean isIntentKnown() {
    OfferedLoad load = merged.plan().load();
    return !load.mode().isClosed() && (load.mode().hasSchedule() || load.count() != null);
  }

  private static AssertionResult undecided(AssertionResult known) {
    return known.undecided() != null
        ? known
        : new AssertionResult(
            known.rule(), known.actual(), known.broken(), known.withoutGenerator(), NO_INTENT);
  }

  private static String capitalized(String sentence) {
    return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }
}
