package dev.takt.lab;

import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.SearchSettings;
import dev.takt.explain.capacity.Trial;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A capacity search and what it found.
///
/// @param target what was driven
/// @param objectives that have to hold
/// @param settings of the search
/// @param finding what was found so far
/// @param curve what the latency curve shows: `p99`, `read.service.p99.9`
/// @param steps in the order in which they were run
/// @param trouble what ended the search early; null if nothing did
/// @param directory of the search
public record CapacityReport(
    String target,
    List<String> objectives,
    SearchSettings settings,
    SearchResult finding,
    String curve,
    List<CapacityStep> steps,
    @Nullable Trouble trouble,
    String directory) {

  /// What ended a search early.
  ///
  /// @param reason as text
  /// @param verdict of the search as a whole
  public record Trouble(String reason, RunVerdict verdict) {}

  /// Copies the lists.
  public CapacityReport {
    objectives = List.copyOf(objectives);
    steps = List.copyOf(steps);
  }

  /// Whether the number of users was searched, and not the rate.
  public boolean isOfUsers() {
    return settings.isWhole();
  }

  /// A number that was tried, as text: `120/s`, `120 users`.
  public String text(double number) {
    return Searched.text(number, isOfUsers());
  }

  /// The rate from which on latency grows faster than throughput, by the runs that can be trusted.
  public Optional<Knee.Point> knee() {
    return Knee.of(
        steps.stream()
            .filter(each -> each.outcome() != Trial.Outcome.NOT_TRUSTED && each.curveNanos() > 0)
            .map(each ->
                new Knee.Point(
                    each.rate(), each.summary().results().rate().achieved(), each.curveNanos()))
            .toList());
  }

  /// The last failed run at the lowest rate that failed.
  public Optional<CapacityStep> firstFailure() {
    Tried failed = finding.failed();
    return failed == null
        ? Optional.empty()
        : steps.stream()
            .filter(each -> each.rate() == failed.rate() && each.outcome() == Trial.Outcome.FAILED)
            .reduce((_, last) -> last);
  }

  /// What the search says about the target.
  public RunVerdict verdict() {
    if (trouble != null) {
      return trouble.verdict();
    }
    return switch (finding.end()) {
      case GENERATOR_LIMIT -> RunVerdict.NOT_TRUSTED;
      case NONE_HOLDS -> RunVerdict.RULE_BROKEN;
      case FOUND, ALL_HOLD, STEPS_SPENT, OPEN ->
          finding.held() == null ? RunVerdict.RULE_BROKEN : RunVerdict.OK;
    };
  }
}
