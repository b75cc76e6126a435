package dev.takt.faults;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Scores the observers' reports against the injected faults.
final class Scorer {

  /// Shorter faults and reports are not scored.
  static final long MIN_NANOS = 5_000_000;

  /// A report matches a fault if it covers this share of it.
  private static final double MIN_OVERLAP_SHARE = 0.5;

  /// Run-queue waits of this length are reported, so a longer one without a report is not believed.
  private static final long REPORTED_NANOS = 1_000_000;

  private final GroundTruth truth;
  private final List<Round> rounds;
  private final List<Stall> stalls;
  private final boolean deep;

  /// @param truth of all rounds
  /// @param rounds when faults were injected
  /// @param stalls of all observers
  /// @param deep whether the target was watched deeply
  Scorer(GroundTruth truth, List<Round> rounds, List<Stall> stalls, boolean deep) {
    this.truth = truth;
    this.rounds = List.copyOf(rounds);
    this.stalls = stalls.stream().filter(each -> each.side() == Side.TARGET).toList();
    this.deep = deep;
  }

  Score score(FaultKind ailment) {
    List<Fault> made =
        truth.faults().stream()
            .filter(each -> each.kind() == ailment && each.nanos() >= MIN_NANOS)
            .toList();
    List<Long> begins = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    List<EdgeError> misses = new ArrayList<>();
    int nameable = 0;
    int named = 0;
    int mended = 0;
    for (Fault fault : made) {
      Optional<Stall> report = reportOf(fault);
      if (report.isPresent()) {
        long inQueue = runQueueNanosIn(fault);
        EdgeDistances edges = EdgeDistances.of(report.get(), fault, inQueue, stoppedBefore(fault));
        if (edges.isOff(Score.EDGE_NANOS)) {
          misses.add(new EdgeError(fault, report.get(), inQueue));
        }
        begins.add(edges.beginError());
        ends.add(edges.endError());
        mended += edges.correctedCount(Score.EDGE_NANOS);
        boolean blamed = fault.culprit() != null && ailment.hasCulprit(deep);
        nameable += blamed ? 1 : 0;
        named += blamed && namesCulprit(report.get(), fault.culprit()) ? 1 : 0;
      }
    }
    return new Score(
        ailment,
        made.size(),
        begins.size(),
        falseAlarms(ailment),
        new Score.Culprits(nameable, named),
        new Score.Edges(sorted(begins), sorted(ends), mended, misses));
  }

  /// The closest report of a fault, since several sources may report it.
  private Optional<Stall> reportOf(Fault fault) {
    return stalls.stream()
        .filter(stall -> fault.kind().kinds().contains(stall.kind()))
        .filter(stall -> isOf(stall, fault.thread()))
        .filter(stall -> overlap(stall, fault) >= MIN_OVERLAP_SHARE * fault.nanos())
        .min(Comparator.comparingLong(stall -> edgeErrors(stall, fault)));
  }

  private static long edgeErrors(Stall stall, Fault fault) {
    return Math.abs(stall.beginNanoTime() - fault.begin())
        + Math.abs(stall.endNanoTime() - fault.end());
  }

  /// The witness's run-queue wait within a fault. A pause releases all threads at once: if there
  /// are more than processors, some are stopped for longer than the pause, and that excess is no
  /// part of it. For other faults it is 0, since such a wait may be the fault itself.
  private long runQueueNanosIn(Fault fault) {
    return fault.kind().stopsTheJvm()
        ? truth.pauses().stream()
            .filter(gap -> gap.begin() == fault.begin() && gap.end() == fault.end())
            .filter(gap -> gap.runQueueNanos() < REPORTED_NANOS || isReported(gap))
            .mapToLong(Pause::runQueueNanos)
            .findFirst()
            .orElse(0)
        : 0;
  }

  /// How long the witness had been stopped already when it observed the begin of a pause. A thread
  /// without a processor, or held by JFR's sampler, runs again, reads the clock once, and then
  /// enters a pause that may have begun at any time since the thread was stopped.
  private long stoppedBefore(Fault fault) {
    return fault.kind().stopsTheJvm()
        ? truth.pauses().stream()
            .filter(gap -> gap.end() == fault.begin())
            .mapToLong(Pause::nanos)
            .findFirst()
            .orElse(0)
        : 0;
  }

  /// Whether a run-queue wait of the witness was reported within a gap.
  private boolean isReported(Pause gap) {
    return stalls.stream()
        .filter(stall -> stall.kind() == StallKind.RUN_QUEUE)
        .filter(stall -> isOf(stall, PauseDetector.THREAD_NAME))
        .anyMatch(stall -> touches(gap, stall));
  }

  private static boolean isOf(Stall stall, @Nullable String thread) {
    return thread == null || (stall.thread() != null && stall.thread().name().equals(thread));
  }

  private static boolean namesCulprit(Stall stall, @Nullable String culprit) {
    return stall.culprit() != null && stall.culprit().name().equals(culprit);
  }

  private static long overlap(Stall stall, Fault fault) {
    return Math.min(stall.endNanoTime(), fault.end())
        - Math.max(stall.beginNanoTime(), fault.begin());
  }

  /// Counts the reports, from the rounds of this kind, that are known to be wrong. Nothing is known
  /// about threads that no fault affected.
  private int falseAlarms(FaultKind ailment) {
    return (int)
        stalls.stream()
            .filter(stall -> ailment.kinds().contains(stall.kind()))
            .filter(stall -> stall.nanos() >= MIN_NANOS)
            .filter(stall -> rounds.stream().anyMatch(round -> isIn(stall, round, ailment)))
            .filter(this::isKnownThread)
            .filter(stall -> !isTruePositive(stall))
            .count();
  }

  private static boolean isIn(Stall stall, Round round, FaultKind ailment) {
    return round.kind() == ailment
        && stall.beginNanoTime() >= round.begin()
        && stall.endNanoTime() <= round.end();
  }

  private boolean isKnownThread(Stall stall) {
    Stall.Actor thread = stall.thread();
    return thread == null
        || thread.name().equals(PauseDetector.THREAD_NAME)
        || truth.faults().stream().anyMatch(fault -> thread.name().equals(fault.thread()));
  }

  private boolean isTruePositive(Stall stall) {
    boolean ofWitness =
        stall.thread() == null || stall.thread().name().equals(PauseDetector.THREAD_NAME);
    return truth.faults().stream().anyMatch(fault -> explains(fault, stall))
        || (ofWitness && truth.pauses().stream().anyMatch(gap -> touches(gap, stall)));
  }

  private static boolean explains(Fault fault, Stall stall) {
    return fault.kind().kinds().contains(stall.kind())
        && isOf(stall, fault.thread())
        && overlap(stall, fault) > 0;
  }

  private static boolean touches(Pause gap, Stall stall) {
    return stall.beginNanoTime() < gap.end() && stall.endNanoTime() > gap.begin();
  }

  private static List<Long> sorted(List<Long> errors) {
    return errors.stream().sorted().toList();
  }
}
