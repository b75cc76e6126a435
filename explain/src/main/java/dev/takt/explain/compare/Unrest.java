package dev.takt.explain.compare;

import dev.takt.runs.RunSummary;
import java.util.Locale;

/// For which share of each side's time the generator stood still, as it says itself: whatever the
/// target did, operations that were due then were late. Where that differs between two runs, they
/// were not made on the same quiet machine, and a difference between them is nobody's in
/// particular.
///
/// @param baseline from 0 to 1; NaN if it is not known
/// @param candidate the same of the other side
record Unrest(double baseline, double candidate) {

  /// Nothing is known of it.
  static final Unrest UNKNOWN = new Unrest(Double.NaN, Double.NaN);

  /// If so much of what lies beyond a percentile can come of it, it decides where that lies.
  private static final double MOST_OF_BEYOND = 0.5;

  /// Of two sides with a run each. Several tell by themselves how much they differ.
  static Unrest of(RunGroup baseline, RunGroup candidate) {
    return baseline.runs().size() == 1 && candidate.runs().size() == 1
        ? new Unrest(share(baseline.runs().getFirst()), share(candidate.runs().getFirst()))
        : UNKNOWN;
  }

  private static double share(RecordedRun run) {
    RunSummary summary = run.record().summary();
    return summary == null || summary.durationNanos() <= 0
        ? Double.NaN
        : (double) summary.generator().stalledNanos() / summary.durationNanos();
  }

  /// Why a percentile cannot be compared; empty if it can.
  String lack(Figure.Percentile percentile, String a, String b) {
    double beyond = Math.min(percentile.percent(), 100 - percentile.percent()) / 100;
    return Math.abs(baseline - candidate) > MOST_OF_BEYOND * beyond
        ? "the generator stood still for %s of %s and %s of %s: the machine did something else; repeat both when it does not"
            .formatted(percent(baseline), a, percent(candidate), b)
        : "";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
