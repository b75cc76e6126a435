package dev.takt.explain.capacity;

import dev.takt.explain.capacity.SearchResult.EndReason;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.SearchStep.Reason;
import dev.takt.explain.capacity.Trial.Outcome;
import dev.takt.explain.capacity.TrialCounts.RateCount;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// Searches for the highest rate that holds, by noisy trials: a probabilistic bisection. The rate
/// can also be a whole number, of users.
///
/// It starts from below, so that the target is overloaded no more than necessary: the rate doubles
/// from the lowest one until one fails. Then it tries the median of the posterior of the
/// [ThresholdPosterior]. A rate at the edge is repeated until enough trials agree. The search ends
/// when both sides of the edge are settled and the edge is known to the requested resolution.
/// Without noise this takes as many steps as doubling and bisection, plus a few for confirmation.
///
/// It assumes that a higher rate never holds more easily. Where a rate held above one that failed,
/// the lower one is repeated; if it still fails, it limits the result, and the finding reports the
/// contradiction.
///
/// A pure function of the steps so far: the same steps give the same next rate. Thread-safe.
public final class RateSearch {

  /// The probability that the edge is in the reported interval.
  public static final double CONFIDENCE = 0.9;

  /// The posterior probability of the reported interval. It is larger than the confidence to
  /// correct for optional stopping: the search stops when its interval happens to be narrow, which
  /// the posterior ignores. The tests measure how much correction is needed.
  private static final double CREDIBLE_MASS = 0.94;

  /// From this resolution on, three digits are enough to distinguish rates.
  private static final double COARSE_RESOLUTION = 0.05;

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
  private static final double ROUNDING = 1e-9;

  /// How many times in a row the generator may be at fault at a new rate before the rate counts as
  /// its limit.
  private static final int MAX_UNTRUSTED = 3;

  private final SearchSettings settings;
  private final List<Trial> steps;
  private final TrialCounts counts;
  private final int majority;

  private RateSearch(SearchSettings settings, List<Trial> steps) {
    this.settings = settings;
    this.steps = List.copyOf(steps);
    this.counts = TrialCounts.of(steps);
    this.majority = settings.majority();
  }

  /// The next step.
  ///
  /// @param steps all steps so far, in their order; of rates that this function has returned
  public static SearchStep next(SearchSettings settings, List<Trial> steps) {
    RateSearch search = new RateSearch(settings, steps);
    SearchStep move = search.next();
    return move instanceof SearchStep.Try && steps.size() >= settings.maxSteps()
        ? search.done(EndReason.STEPS_SPENT)
        : move;
  }

  /// The result so far, if no further step is made.
  public static SearchResult resultSoFar(SearchSettings settings, List<Trial> steps) {
    return next(settings, steps) instanceof SearchStep.Done(SearchResult finding)
        ? finding
        : new RateSearch(settings, steps).finding(EndReason.OPEN);
  }

  private SearchStep next() {
    if (steps.isEmpty()) {
      return new SearchStep.Try(settings.low(), Reason.APPROACH);
    }
    int untrusted = untrusted();
    if (untrusted > 0) {
      double rate = steps.getLast().rate();
      // If the generator was once able to sustain this rate, it was only disturbed this time.
      boolean neverTrusted = counts.at(rate).count() == 0;
      return neverTrusted && untrusted >= MAX_UNTRUSTED
          ? done(EndReason.GENERATOR_LIMIT)
          : new SearchStep.Try(rate, Reason.REPEAT);
    }
    RateCount low = counts.at(settings.low());
    if (low.fails() && low.isSettled(majority)) {
      return done(EndReason.NONE_HOLDS);
    }
    boolean anyFails =
        counts.all().stream().anyMatch(each -> each.fails() && each.isSettled(majority));
    return anyFails ? narrow() : approach();
  }

  /// How many of the latest steps in a row the generator was at fault in.
  private int untrusted() {
    int count = 0;
    for (Trial each : steps.reversed()) {
      if (each.outcome() != Outcome.NOT_TRUSTED) {
        break;
      }
      count++;
    }
    return count;
  }

  /// Doubles the rate until one is settled to fail. A single success is enough, since higher rates
  /// will confirm it; a failure is repeated, since it would end the approach.
  private SearchStep approach() {
    RateCount highest = counts.highest();
    boolean doubtful = highest.failed() > 0 && !highest.isSettled(majority);
    if (doubtful) {
      return repeat(highest);
    }
    if (highest.rate() < settings.high()) {
      return new SearchStep.Try(rounded(2 * highest.rate()), Reason.APPROACH);
    }
    return highest.isSettled(majority) ? done(EndReason.ALL_HOLD) : repeat(highest);
  }

  private SearchStep narrow() {
    Optional<RateCount> contradicted = counts.lowestContradicted();
    if (contradicted.isPresent() && !contradicted.get().isSettled(majority)) {
      return repeat(contradicted.get());
    }
    Optional<RateCount> held = counts.highestHeld(majority);
    if (held.isEmpty()) {
      return repeat(counts.at(settings.low()));
    }
    RateCount below = held.get();
    RateCount above = counts.lowestFailedAbove(below.rate()).orElseThrow();
    ThresholdPosterior edge = ThresholdPosterior.of(settings, counts);
    return isClose(below.rate(), above.rate())
        ? settle(below, above, edge)
        : new SearchStep.Try(
            between(below.rate(), above.rate(), edge.quantile(0.5)), Reason.NARROW);
  }

  /// The median of the posterior; if that is not between the two rates, because one of their trials
  /// was chance, their geometric mean.
  private double between(double below, double above, double middle) {
    boolean isBetween = below < middle && middle < above;
    double rate = snapToTried(isBetween ? middle : Math.sqrt(below * above));
    return settings.isWhole() ? Math.clamp(rate, below + 1, above - 1) : rate;
  }

  /// Both sides of the edge are close: repeats trials until the result is certain enough.
  private SearchStep settle(RateCount below, RateCount above, ThresholdPosterior edge) {
    if (!above.isSettled(majority)) {
      return repeat(above);
    }
    if (!below.isSettled(majority)) {
      return repeat(below);
    }
    Interval known = interval(edge);
    if (isClose(known.low(), known.high())) {
      return done(EndReason.FOUND);
    }
    double middle = edge.quantile(0.5);
    double reach = 1 + settings.resolution();
    boolean isHere = middle > below.rate() / reach && middle < above.rate() * reach;
    if (isHere) {
      return repeat(above.count() < below.count() ? above : below);
    }
    return new SearchStep.Try(snapToTried(middle), Reason.NARROW);
  }

  /// Nothing is between two whole numbers one after the other.
  private boolean isClose(double low, double high) {
    return high <= low * (1 + settings.resolution()) * (1 + ROUNDING)
        || (settings.isWhole() && high - low <= 1);
  }

  private static SearchStep.Try repeat(RateCount vote) {
    return new SearchStep.Try(vote.rate(), Reason.CONFIRM);
  }

  /// The rate, or one tried before that is so near that the difference does not matter: trials of
  /// the same rate are counted together.
  private double snapToTried(double rate) {
    double rounded = rounded(rate);
    return counts.nearest(rounded, settings.resolution() / 4).orElse(rounded);
  }

  private double rounded(double rate) {
    MathContext digits = settings.resolution() >= COARSE_RESOLUTION ? THREE_DIGITS : FOUR_DIGITS;
    double rounded = new BigDecimal(rate).round(digits).doubleValue();
    if (settings.isWhole()) {
      rounded = Math.rint(rounded);
    }
    return Math.clamp(rounded, settings.low(), settings.high());
  }

  private SearchStep.Done done(EndReason end) {
    return new SearchStep.Done(finding(end));
  }

  private SearchResult finding(EndReason end) {
    Optional<RateCount> held = counts.highestHeld(majority);
    Optional<RateCount> failed =
        counts.lowestFailedAbove(held.map(RateCount::rate).orElse(Double.NEGATIVE_INFINITY));
    return new SearchResult(
        end,
        Tried.of(held),
        Tried.of(failed),
        hasEdge(end) ? interval(ThresholdPosterior.of(settings, counts)) : null,
        Tried.of(counts.lowestContradicted()));
  }

  private boolean hasEdge(EndReason end) {
    return end != EndReason.ALL_HOLD
        && end != EndReason.NONE_HOLDS
        && counts.all().stream().anyMatch(each -> each.held() > 0)
        && counts.all().stream().anyMatch(each -> each.failed() > 0);
  }

  private static Interval interval(ThresholdPosterior edge) {
    double tail = (1 - CREDIBLE_MASS) / 2;
    return new Interval(
        edge.quantile(tail), edge.quantile(0.5), edge.quantile(1 - tail), CONFIDENCE);
  }
}
