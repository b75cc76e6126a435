package dev.takt.cli.output;

import dev.takt.explain.find.Finding;
import dev.takt.explain.find.Finding.Tried;
import dev.takt.explain.find.Knee;
import dev.takt.explain.find.SearchSettings;
import dev.takt.explain.find.Step;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A search and what it found.
///
/// @param target what was driven
/// @param objectives what has to hold
/// @param settings what was searched
/// @param finding what was found
/// @param curve what the curve is of: `p99`, `read.service.p99.9`
/// @param steps in the order in which they were made
/// @param trouble what ended the search before its time; null if nothing did
/// @param directory of the search
public record FindReport(
    String target,
    List<String> objectives,
    SearchSettings settings,
    Finding finding,
    String curve,
    List<FindStep> steps,
    @Nullable String trouble,
    String directory) {

  /// The file that has all of this.
  public static final String FILE = "find.json";

  /// The picture of the curve.
  public static final String PICTURE = "curve.svg";

  /// The rate from which on latency grows faster than throughput, by the runs that can be trusted.
  public Optional<Knee.Point> knee() {
    return Knee.of(
        steps.stream()
            .filter(each -> each.outcome() != Step.Outcome.NOT_TRUSTED && each.curveNanos() > 0)
            .map(each ->
                new Knee.Point(each.rate(), each.summary().rate().achieved(), each.curveNanos()))
            .toList());
  }

  /// The run that tells best why the lowest failing rate failed: the last one of it that did.
  public Optional<FindStep> firstFailure() {
    Tried failed = finding.failed();
    return failed == null
        ? Optional.empty()
        : steps.stream()
            .filter(each -> each.rate() == failed.rate() && each.outcome() == Step.Outcome.FAILED)
            .reduce((_, last) -> last);
  }

  List<FindStep> byRate() {
    return steps.stream()
        .sorted(Comparator.comparingDouble(FindStep::rate).thenComparingInt(FindStep::number))
        .toList();
  }
}
