package dev.takt.explain.capacity;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// How often each rate held and failed. Rates are compared exactly: the search rounds them.
final class TrialCounts {

  /// The trials of one rate.
  record RateCount(double rate, int held, int failed) {

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
    boolean isSettled(int majority) {
      return holds() ? held >= majority : fails() && failed >= majority;
    }

    private RateCount plus(Trial.Outcome outcome) {
      return switch (outcome) {
        case HELD -> new RateCount(rate, held + 1, failed);
        case FAILED -> new RateCount(rate, held, failed + 1);
        case NOT_TRUSTED -> this;
      };
    }
  }

  private final TreeMap<Double, RateCount> byRate = new TreeMap<>();

  static TrialCounts of(List<Trial> steps) {
    TrialCounts votes = new TrialCounts();
    for (Trial each : steps) {
      if (each.outcome() != Trial.Outcome.NOT_TRUSTED) {
        RateCount before = votes.at(each.rate());
        votes.byRate.put(each.rate(), before.plus(each.outcome()));
      }
    }
    return votes;
  }

  RateCount at(double rate) {
    return byRate.getOrDefault(rate, new RateCount(rate, 0, 0));
  }

  /// The highest rate that was tried; there must be at least one.
  RateCount highest() {
    return byRate.lastEntry().getValue();
  }

  /// All rates, ascending.
  Collection<RateCount> all() {
    return byRate.values();
  }

  /// The highest rate that held more often than not, and below which none is settled to fail: a
  /// rate that happened to hold above one that fails is not reliable.
  Optional<RateCount> highestHeld(int majority) {
    double lowestFailed =
        byRate.values().stream()
            .filter(each -> each.fails() && each.isSettled(majority))
            .mapToDouble(RateCount::rate)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return byRate.values().stream()
        .filter(each -> each.holds() && each.rate() < lowestFailed)
        .max(Comparator.comparingDouble(RateCount::rate));
  }

  /// The lowest rate above another one that failed more often than not.
  Optional<RateCount> lowestFailedAbove(double rate) {
    return byRate.tailMap(rate, false).values().stream().filter(RateCount::fails).findFirst();
  }

  /// The lowest rate that failed more often than not although a higher one held: either chance, or
  /// a target that performs better under more load.
  Optional<RateCount> lowestContradicted() {
    double highestHeld =
        byRate.values().stream()
            .filter(RateCount::holds)
            .mapToDouble(RateCount::rate)
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    return byRate.headMap(highestHeld, false).values().stream()
        .filter(RateCount::fails)
        .findFirst();
  }

  /// The nearest rate that was tried before, by ratio, if their logarithms differ by at most
  /// `distance`.
  Optional<Double> nearest(double rate, double distance) {
    return byRate.keySet().stream()
        .filter(each -> Math.abs(Math.log(each / rate)) <= distance)
        .min(Comparator.comparingDouble(each -> Math.abs(Math.log(each / rate))));
  }
}
