package dev.takt.explain.find;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// How often each rate held and failed. Rates are compared exactly: the search rounds them.
final class Votes {

  /// The trials of one rate.
  record Vote(double rate, int held, int failed) {

    boolean holds() {
      return held > failed;
    }

    boolean fails() {
      return failed > held;
    }

    int count() {
      return held + failed;
    }

    /// Whether enough trials agree.
    boolean settled(int majority) {
      return holds() ? held >= majority : fails() && failed >= majority;
    }

    private Vote plus(Step.Outcome outcome) {
      return switch (outcome) {
        case HELD -> new Vote(rate, held + 1, failed);
        case FAILED -> new Vote(rate, held, failed + 1);
        case NOT_TRUSTED -> this;
      };
    }
  }

  private final TreeMap<Double, Vote> byRate = new TreeMap<>();

  static Votes of(List<Step> steps) {
    Votes votes = new Votes();
    for (Step each : steps) {
      if (each.outcome() != Step.Outcome.NOT_TRUSTED) {
        Vote before = votes.on(each.rate());
        votes.byRate.put(each.rate(), before.plus(each.outcome()));
      }
    }
    return votes;
  }

  Vote on(double rate) {
    return byRate.getOrDefault(rate, new Vote(rate, 0, 0));
  }

  /// The highest rate that was tried; there must be at least one.
  Vote highest() {
    return byRate.lastEntry().getValue();
  }

  /// All rates, ascending.
  Collection<Vote> all() {
    return byRate.values();
  }

  /// The highest rate that held more often than not, and below which none is settled to fail: a
  /// rate that happened to hold above one that fails is not reliable.
  Optional<Vote> highestHeld(int majority) {
    double lowestFailed =
        byRate.values().stream()
            .filter(each -> each.fails() && each.settled(majority))
            .mapToDouble(Vote::rate)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return byRate.values().stream()
        .filter(each -> each.holds() && each.rate() < lowestFailed)
        .max(Comparator.comparingDouble(Vote::rate));
  }

  /// The lowest rate above another one that failed more often than not.
  Optional<Vote> lowestFailedAbove(double rate) {
    return byRate.tailMap(rate, false).values().stream().filter(Vote::fails).findFirst();
  }

  /// The lowest rate that failed more often than not although a higher one held: either chance, or
  /// a target that performs better under more load.
  Optional<Vote> lowestContradicted() {
    double highestHeld =
        byRate.values().stream()
            .filter(Vote::holds)
            .mapToDouble(Vote::rate)
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    return byRate.headMap(highestHeld, false).values().stream().filter(Vote::fails).findFirst();
  }

  /// The nearest rate that was tried before, by ratio, if their logarithms differ by at most
  /// `distance`.
  Optional<Double> near(double rate, double distance) {
    return byRate.keySet().stream()
        .filter(each -> Math.abs(Math.log(each / rate)) <= distance)
        .min(Comparator.comparingDouble(each -> Math.abs(Math.log(each / rate))));
  }
}
