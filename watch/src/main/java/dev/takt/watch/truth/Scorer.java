package dev.takt.watch.truth;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Scores the observers' reports against the injected faults.
final class Scorer {

  /// Shorter faults and reports are not scored.
  static final long SHORTEST_NANOS = 5_000_000;

  /// A report matches a fault if it covers this share of it.
  private static final double LEAST_COVER = 0.5;

  /// Run-queue waits of this length are reported, so a longer one without a report is not believed.
  private static final long TOLD_NANOS = 1_000_000;

  private final Truth truth;
  private final List<Round> rounds;
  private final List<Stall> stalls;
  private final boolean deep;

  /// @param truth of all rounds
  /// @param rounds when faults were injected
  /// @param stalls of all observers
  /// @param deep whether the target was watched deeply
  Scorer(Truth truth, List<Round> rounds, List<Stall> stalls, boolean deep) {
    this.truth = truth;
    this.rounds = List.copyOf(rounds);
    this.stalls = stalls.stream().filter(each -> each.side() == Side.TARGET).toList();
    this.deep = deep;
  }

  Score score(Ailment ailment) {
    List<Fault> made =
        truth.faults().stream()
            .filter(each -> each.ailment() == ailment && each.nanos() >= SHORTEST_NANOS)
            .toList();
    List<Long> begins = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    List<Miss> misses = new ArrayList<>();
    int nameable = 0;
    int named = 0;
    int mended = 0;
    for (Fault fault : made) {
      Optional<Stall> report = reportOf(fault);
      if (report.isPresent()) {
        long inQueue = queuedIn(fault);
        Edges edges = Edges.of(report.get(), fault, inQueue, stoodBefore(fault));
        if (edges.isOff(Score.EDGE_NANOS)) {
          misses.add(new Miss(fault, report.get(), inQueue));
        }
        begins.add(edges.beginError());
        ends.add(edges.endError());
        mended += edges.mended(Score.EDGE_NANOS);
        boolean blamed = fault.culprit() != null && ailment.hasCulprit(deep);
        nameable += blamed ? 1 : 0;
        named += blamed && names(report.get(), fault.culprit()) ? 1 : 0;
      }
    }
    return new Score(
        ailment,
        made.size(),
        begins.size(),
        falseAlarms(ailment),
        nameable,
        named,
        sorted(begins),
        sorted(ends),
        mended,
        misses);
  }

  /// The closest report of a fault, since several sources may report it.
  private Optional<Stall> reportOf(Fault fault) {
    return stalls.stream()
        .filter(stall -> fault.ailment().kinds().contains(stall.kind()))
        .filter(stall -> isOf(stall, fault.thread()))
        .filter(stall -> overlap(stall, fault) >= LEAST_COVER * fault.nanos())
        .min(Comparator.comparingLong(stall -> edgeErrors(stall, fault)));
  }

  private static long edgeErrors(Stall stall, Fault fault) {
    return Math.abs(stall.beginNanoTime() - fault.begin())
        + Math.abs(stall.endNanoTime() - fault.end());
  }

  /// The witness's run-queue wait within a fault. A pause releases all threads at once: if there
  /// are more than processors, some are stopped for longer than the pause, and that excess is no
  /// part of it. For other faults it is 0, since such a wait may be the fault itself.
  private long queuedIn(Fault fault) {
    return fault.ailment().stopsTheJvm()
        ? truth.gaps().stream()
            .filter(gap -> gap.begin() == fault.begin() && gap.end() == fault.end())
            .filter(gap -> gap.queued() < TOLD_NANOS || isTold(gap))
            .mapToLong(Gap::queued)
            .findFirst()
            .orElse(0)
        : 0;
  }

  /// How long the witness had been stopped already when it observed the begin of a pause. A thread
  /// without a processor, or held by JFR's sampler, runs again, reads the clock once, and then
  /// enters a pause that may have begun at any time since the thread was stopped.
  private long stoodBefore(Fault fault) {
    return fault.ailment().stopsTheJvm()
        ? truth.gaps().stream()
            .filter(gap -> gap.end() == fault.begin())
            .mapToLong(Gap::nanos)
            .findFirst()
            .orElse(0)
        : 0;
  }

  /// Whether a run-queue wait of the witness was reported within a gap.
  private boolean isTold(Gap gap) {
    return stalls.stream()
        .filter(stall -> stall.kind() == StallKind.RUN_QUEUE)
        .filter(stall -> isOf(stall, Witness.NAME))
        .anyMatch(stall -> touches(gap, stall));
  }

  private static boolean isOf(Stall stall, @Nullable String thread) {
    return thread == null || (stall.thread() != null && stall.thread().name().equals(thread));
  }

  private static boolean names(Stall stall, @Nullable String culprit) {
    return stall.culprit() != null && stall.culprit().name().equals(culprit);
  }

  private static long overlap(Stall stall, Fault fault) {
    return Math.min(stall.endNanoTime(), fault.end())
        - Math.max(stall.beginNanoTime(), fault.begin());
  }

  /// Counts the reports, from the rounds of this kind, that are known to be wrong. Nothing is known
  /// about threads that no fault affected.
  private int falseAlarms(Ailment ailment) {
    return (int)
        stalls.stream()
            .filter(stall -> ailment.kinds().contains(stall.kind()))
            .filter(stall -> stall.nanos() >= SHORTEST_NANOS)
            .filter(stall -> rounds.stream().anyMatch(round -> isIn(stall, round, ailment)))
            .filter(this::isKnown)
            .filter(stall -> !isTrue(stall))
            .count();
  }

  private static boolean isIn(Stall stall, Round round, Ailment ailment) {
    return round.ailment() == ailment
        && stall.beginNanoTime() >= round.begin()
        && stall.endNanoTime() <= round.end();
  }

  private boolean isKnown(Stall stall) {
    Stall.Actor thread = stall.thread();
    return thread == null
        || thread.name().equals(Witness.NAME)
        || truth.faults().stream().anyMatch(fault -> thread.name().equals(fault.thread()));
  }

  private boolean isTrue(Stall stall) {
    boolean ofWitness = stall.thread() == null || stall.thread().name().equals(Witness.NAME);
    return truth.faults().stream().anyMatch(fault -> explains(fault, stall))
        || (ofWitness && truth.gaps().stream().anyMatch(gap -> touches(gap, stall)));
  }

  private static boolean explains(Fault fault, Stall stall) {
    return fault.ailment().kinds().contains(stall.kind())
        && isOf(stall, fault.thread())
        && overlap(stall, fault) > 0;
  }

  private static boolean touches(Gap gap, Stall stall) {
    return stall.beginNanoTime() < gap.end() && stall.endNanoTime() > gap.begin();
  }

  private static List<Long> sorted(List<Long> errors) {
    return errors.stream().sorted().toList();
  }
}
