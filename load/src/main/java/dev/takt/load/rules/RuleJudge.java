package dev.takt.load.rules;

import dev.takt.load.rules.Assertion.GeneratorEffect;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Judges the rules of a run twice: as measured, and with the generator's own share taken out. What
/// only the generator breaks, and what may hold only because of the generator, is undecided. The
/// reasoning is in `docs/explanation/rules.md`.
///
/// Confined to one thread.
public final class RuleJudge {

  static final String BROKEN_BY_GENERATOR = "only the generator's own share breaks it";
  static final String UNKNOWN_SHARE = "the generator's share of it is unknown";

  /// Why a rule is undecided after a missed schedule, by either side's fault.
  public static final String MISSED =
      "the schedule was missed: the target had less load than intended";

  static final String LATE = "the generator was at fault: the target may have had less load";

  /// A larger part of the run, by which one operation in a hundred was late, is no longer the
  /// intended load on average. A schedule that is kept may be missed by as much.
  private static final double MAX_LATENESS_SHARE = 0.01;

  private final Figures measured;
  private final boolean isScheduleMissed;
  private final Supplier<Alternative> computation;
  private @Nullable Alternative withoutGenerator;

  /// The figures of a run.
  ///
  /// @param summary its counts and rates
  /// @param distributions its times
  public record Figures(RunSummary summary, Distributions distributions) {}

  /// The figures without the generator's own share, or why they are unknown.
  ///
  /// @param figures empty if they are unknown
  /// @param reason why they are unknown, a clause without a full stop; empty if they are known
  public record Alternative(Optional<Figures> figures, String reason) {

    /// Known figures.
    public static Alternative of(Figures figures) {
      return new Alternative(Optional.of(figures), "");
    }

    /// Unknown figures.
    public static Alternative unknown(String reason) {
      return new Alternative(Optional.empty(), reason);
    }
  }

  /// @param measured as measured
  /// @param isScheduleMissed whether the schedule was missed, by either side's fault
  /// @param withoutGenerator computes what would have been measured without the generator's own
  ///   share. Called at most once, and only if it matters
  public RuleJudge(
      Figures measured, boolean isScheduleMissed, Supplier<Alternative> withoutGenerator) {
    this.measured = measured;
    this.isScheduleMissed = isScheduleMissed;
    this.computation = withoutGenerator;
  }

  /// The verdicts, in the order of the rules.
  public List<AssertionResult> judge(List<Assertion> rules) {
    return rules.stream().map(this::judge).toList();
  }

  private AssertionResult judge(Assertion rule) {
    AssertionResult plain = rule.evaluate(measured.summary, measured.distributions);
    Optional<String> uncertainty = rule.uncertainty(measured.summary);
    if (uncertainty.isPresent()) {
      return new AssertionResult(
          plain.rule(), plain.actual(), plain.broken(), null, uncertainty.get());
    }
    double value = rule.value(measured.summary, measured.distributions);
    // Without the generator's share, a replay knows times and errors, but no counters.
    boolean isCounted = rule.figure() instanceof TargetFigure.Counted;
    boolean isClear = (!plain.broken() || isCounted) && !isScheduleMissed && isOnTime();
    GeneratorEffect effect = rule.generatorEffect(measured.summary);
    if (isClear || Double.isNaN(value) || effect == GeneratorEffect.NONE) {
      return plain;
    }
    double without =
        withoutGenerator()
            .figures()
            .map(figures -> rule.value(figures.summary, figures.distributions))
            .orElse(Double.NaN);
    String text = Double.isNaN(without) ? plain.actual() : rule.text(without);
    return new AssertionResult(
        plain.rule(),
        plain.actual(),
        plain.broken(),
        text.equals(plain.actual()) ? null : text,
        plain.broken() && !isCounted
            ? whyNotBroken(rule, value, without)
            : whyNotKept(rule, effect));
  }

  private Alternative withoutGenerator() {
    Alternative known = withoutGenerator;
    if (known == null) {
      known = computation.get();
      withoutGenerator = known;
    }
    return known;
  }

  private boolean isOnTime() {
    return measured.summary.generator().verdict() == Verdict.OK;
  }

  private @Nullable String whyNotBroken(Assertion rule, double value, double without) {
    if (Double.isNaN(without)) {
      return rule.isBrokenBy(leastWithoutGenerator(rule, value)) ? null : whyUnknown();
    }
    return rule.isBrokenBy(without) ? null : BROKEN_BY_GENERATOR;
  }

  private String whyUnknown() {
    Alternative without = withoutGenerator();
    return without.figures().isPresent()
        ? UNKNOWN_SHARE
        : "the generator's share is unknown: " + without.reason();
  }

  /// A lower bound of a figure without the generator's share, where that is not known; NaN for no
  /// bound. A time is shorter by at most the greatest lateness and all stalls together, and that of
  /// a journey or a group, which can be late at each step, by the most that one user lost.
  private double leastWithoutGenerator(Assertion rule, double value) {
    String journey = rule.journey(measured.summary);
    if (rule.isTime() && journey != null) {
      return withoutGenerator()
          .figures()
          .map(figures -> value - figures.distributions.largestShare(journey))
          .orElse(Double.NaN);
    }
    if (!rule.isTime()) {
      return isOnTime() ? value : Double.NaN;
    }
    GeneratorReport generator = measured.summary.generator();
    GeneratorReport.Lateness lateness = generator.lateness();
    return value - generator.stalls().totalNanos() - (lateness == null ? 0 : lateness.max());
  }

  private @Nullable String whyNotKept(Assertion rule, GeneratorEffect effect) {
    if (effect == GeneratorEffect.BREAKS) {
      return null;
    }
    if (isScheduleMissed) {
      return MISSED;
    }
    return rule.isTime() || isLoadReduced() ? LATE : null;
  }

  /// Whether the generator was so late that errors and rate are not those of the intended load.
  private boolean isLoadReduced() {
    GeneratorReport.Lateness lateness = measured.summary.generator().lateness();
    return lateness == null
        || lateness.p99() > MAX_LATENESS_SHARE * measured.summary.execution().durationNanos();
  }
}
