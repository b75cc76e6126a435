package dev.takt.explain.find;

import dev.takt.explain.find.Finding.End;
import dev.takt.explain.find.Finding.Interval;
import dev.takt.explain.find.Finding.Tried;
import dev.takt.explain.find.Move.Why;
import dev.takt.explain.find.Step.Outcome;
import dev.takt.explain.find.Votes.Vote;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// Searches for the highest rate that holds, by noisy trials: a probabilistic bisection.
///
/// It starts from below, so that the target is overloaded no more than necessary: the rate doubles
/// from the lowest one until one fails. Then it tries the median of the posterior of the [Edge]. A
/// rate at the edge is repeated until enough trials agree. The search ends when both sides of the
/// edge are settled and the edge is known to the requested resolution. Without noise this takes as
/// many steps as doubling and bisection, plus a few for confirmation.
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
  private static final double CREDIBLE = 0.94;

  /// From this resolution on, three digits are enough to distinguish rates.
  private static final double COARSE = 0.05;

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
  private static final double ROUNDING = 1e-9;

  /// How many times in a row the generator may be at fault at a new rate before the rate counts as
  /// its limit.
  private static final int MOST_UNTRUSTED = 3;

  private final SearchSettings settings;
  private final List<Step> steps;
  private final Votes votes;
  private final int majority;

  private RateSearch(SearchSettings settings, List<Step> steps) {
    this.settings = settings;
    this.steps = List.copyOf(steps);
    this.votes = Votes.of(steps);
    this.majority = settings.majority();
  }

  /// The next step.
  ///
  /// @param steps all steps so far, in their order; of rates that this function has returned
  public static Move next(SearchSettings settings, List<Step> steps) {
    RateSearch search = new RateSearch(settings, steps);
    Move move = search.next();
    return move instanceof Move.Try && steps.size() >= settings.maxSteps()
        ? search.done(End.STEPS_SPENT)
        : move;
  }

  /// The result so far, if no further step is made.
  public static Finding soFar(SearchSettings settings, List<Step> steps) {
    return next(settings, steps) instanceof Move.Done(Finding finding)
        ? finding
        : new RateSearch(settings, steps).finding(End.OPEN);
  }

  private Move next() {
    if (steps.isEmpty()) {
      return new Move.Try(settings.low(), Why.APPROACH);
    }
    int untrusted = untrusted();
    if (untrusted > 0) {
      double rate = steps.getLast().rate();
      // If the generator was once able to sustain this rate, it was only disturbed this time.
      boolean neverTrusted = votes.on(rate).count() == 0;
      return neverTrusted && untrusted >= MOST_UNTRUSTED
          ? done(End.GENERATOR_LIMIT)
          : new Move.Try(rate, Why.REPEAT);
    }
    Vote low = votes.on(settings.low());
    if (low.fails() && low.settled(majority)) {
      return done(End.NONE_HOLDS);
    }
    boolean anyFails =
        votes.all().stream().anyMatch(each -> each.fails() && each.settled(majority));
    return anyFails ? narrow() : approach();
  }

  /// How many of the latest steps in a row the generator was at fault in.
  private int untrusted() {
    int count = 0;
    for (Step each : steps.reversed()) {
      if (each.outcome() != Outcome.NOT_TRUSTED) {
        break;
      }
      count++;
    }
    return count;
  }

  /// Doubles the rate until one is settled to fail. A single success is enough, since higher rates
  /// will confirm it; a failure is repeated, since it would end the approach.
  private Move approach() {
    Vote highest = votes.highest();
    boolean doubtful = highest.failed() > 0 && !highest.settled(majority);
    if (doubtful) {
      return again(highest);
    }
    if (highest.rate() < settings.high()) {
      return new Move.Try(rounded(2 * highest.rate()), Why.APPROACH);
    }
    return highest.settled(majority) ? done(End.ALL_HOLD) : again(highest);
  }

  private Move narrow() {
    Optional<Vote> contradicted = votes.lowestContradicted();
    if (contradicted.isPresent() && !contradicted.get().settled(majority)) {
      return again(contradicted.get());
    }
    Optional<Vote> held = votes.highestHeld(majority);
    if (held.isEmpty()) {
      return again(votes.on(settings.low()));
    }
    Vote below = held.get();
    Vote above = votes.lowestFailedAbove(below.rate()).orElseThrow();
    Edge edge = Edge.of(settings, votes);
    return isClose(above.rate() / below.rate())
        ? settle(below, above, edge)
        : new Move.Try(between(below.rate(), above.rate(), edge.quantile(0.5)), Why.NARROW);
  }

  /// The median of the posterior; if that is not between the two rates, because one of their trials
  /// was chance, their geometric mean.
  private double between(double below, double above, double middle) {
    boolean isBetween = below < middle && middle < above;
    return known(isBetween ? middle : Math.sqrt(below * above));
  }

  /// Both sides of the edge are close: repeats trials until the result is certain enough.
  private Move settle(Vote below, Vote above, Edge edge) {
    if (!above.settled(majority)) {
      return again(above);
    }
    if (!below.settled(majority)) {
      return again(below);
    }
    if (isClose(interval(edge).ratio())) {
      return done(End.FOUND);
    }
    double middle = edge.quantile(0.5);
    double reach = 1 + settings.resolution();
    boolean isHere = middle > below.rate() / reach && middle < above.rate() * reach;
    if (isHere) {
      return again(above.count() < below.count() ? above : below);
    }
    return new Move.Try(known(middle), Why.NARROW);
  }

  private boolean isClose(double ratio) {
    return ratio <= (1 + settings.resolution()) * (1 + ROUNDING);
  }

  private static Move.Try again(Vote vote) {
    return new Move.Try(vote.rate(), Why.CONFIRM);
  }

  /// The rate, or one tried before that is so near that the difference does not matter: trials of
  /// the same rate are counted together.
  private double known(double rate) {
    double rounded = rounded(rate);
    return votes.near(rounded, settings.resolution() / 4).orElse(rounded);
  }

  private double rounded(double rate) {
    MathContext digits = settings.resolution() >= COARSE ? THREE_DIGITS : FOUR_DIGITS;
    double rounded = new BigDecimal(rate).round(digits).doubleValue();
    return Math.clamp(rounded, settings.low(), settings.high());
  }

  private Move.Done done(End end) {
    return new Move.Done(finding(end));
  }

  private Finding finding(End end) {
    Optional<Vote> held = votes.highestHeld(majority);
    Optional<Vote> failed =
        votes.lowestFailedAbove(held.map(Vote::rate).orElse(Double.NEGATIVE_INFINITY));
    return new Finding(
        end,
        Tried.of(held),
        Tried.of(failed),
        seesEdge(end) ? interval(Edge.of(settings, votes)) : null,
        Tried.of(votes.lowestContradicted()));
  }

  private boolean seesEdge(End end) {
    return end != End.ALL_HOLD
        && end != End.NONE_HOLDS
        && votes.all().stream().anyMatch(each -> each.held() > 0)
        && votes.all().stream().anyMatch(each -> each.failed() > 0);
  }

  private static Interval interval(Edge edge) {
    double tail = (1 - CREDIBLE) / 2;
    return new Interval(
        edge.quantile(tail), edge.quantile(0.5), edge.quantile(1 - tail), CONFIDENCE);
  }
}
