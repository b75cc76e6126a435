package dev.takt.cli.stress;

import dev.takt.lab.RunResult;
import dev.takt.runs.text.MachineText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What Takt's capacity search starts from: the run with the highest throughput. cassandra-stress
/// ends there, with a rate at which all threads always wait for the server; the search finds the
/// highest rate of a schedule that is kept.
///
/// @param rate of that run, in operations per second
/// @param seconds that it took
record SustainableRate(int threads, double rate, double seconds) {

  static final SustainableRate NONE = new SustainableRate(0, 0, 0);

  private static final Set<String> LENGTHS = Set.of("--count", "--duration");
  private static final double LOWEST_SHARE = 0.1;

  /// More than the run had: its server was not warm, or it had too few threads on some node.
  private static final double HIGHEST_SHARE = 2;

  private static final double MIN_SECONDS = 5;
  private static final double MAX_SECONDS = 30;
  private static final double NANOS = 1e9;

  boolean isNone() {
    return rate <= 0;
  }

  /// This, or another run if its throughput was higher.
  SustainableRate orBetter(int otherThreads, Optional<RunResult> other) {
    return other
        .map(result ->
            new SustainableRate(
                otherThreads,
                result.summary().results().rate().achieved(),
                (double) result.summary().execution().durationNanos() / NANOS))
        .filter(each -> each.rate > rate)
        .orElse(this);
  }

  /// The rate to try first.
  double lowest() {
    return rate * LOWEST_SHARE;
  }

  /// The highest rate to try.
  double highest() {
    return rate * HIGHEST_SHARE;
  }

  /// The arguments of a run of the search, which takes as long as this one, within limits.
  ///
  /// @param ofRun those of a run without a schedule
  /// @param given the flags among them that the user has given
  List<String> arguments(List<String> ofRun, List<String> given) {
    List<String> arguments = new ArrayList<>(ofRun);
    arguments.removeIf(
        each -> !given.contains(each) && (each.startsWith("--mode=") || isLength(each)));
    arguments.add("--mode=fixed");
    arguments.add("--rate=" + MachineText.format("%.3f/s", rate));
    if (given.stream().noneMatch(SustainableRate::isLength)) {
      double length = Math.clamp(seconds, MIN_SECONDS, MAX_SECONDS);
      arguments.add("--duration=" + MachineText.format("%.0fs", length));
    }
    return List.copyOf(arguments);
  }

  private static boolean isLength(String flag) {
    return LENGTHS.contains(flag.split("=", 2)[0]);
  }
}
