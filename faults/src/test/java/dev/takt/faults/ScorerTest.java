package dev.takt.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScorerTest {

  private static final long MS = 1_000_000;

  @Test
  void detectedMissedAndFalseReportsAreCounted() {
    List<Fault> faults =
        List.of(
            fault(FaultKind.GC, 100, 110),
            fault(FaultKind.GC, 200, 210),
            fault(FaultKind.GC, 300, 304));
    List<Stall> stalls =
        List.of(
            stall(StallKind.GC_PAUSE, 101, 112, null, null),
            stall(StallKind.SAFEPOINT, 200, 210, null, null),
            stall(StallKind.GC_PAUSE, 300, 310, null, null),
            stall(StallKind.GC_PAUSE, 400, 405, null, null),
            stall(StallKind.GC_PAUSE, 500, 504, null, null));
    Score score = scorer(faults, List.of(), stalls, false).score(FaultKind.GC);
    assertThat(score.injected()).as("of 5 ms or more").isEqualTo(2);
    assertThat(score.detected()).as("with the right kind").isEqualTo(1);
    assertThat(score.falseAlarms()).as("that of 400: the one of 300 touches a fault").isEqualTo(1);
    assertThat(score.recall()).isEqualTo(0.5);
    assertThat(score.precision()).isEqualTo(0.5);
    assertThat(score.edges().beginErrors()).containsExactly(MS);
    assertThat(score.edges().endErrors()).containsExactly(2 * MS);
    EdgeError miss = score.edges().off().getFirst();
    assertThat(score.edges().off()).hasSize(1);
    assertThat(miss.fault()).isEqualTo(faults.getFirst());
    assertThat(miss.beginErrorNanos()).isEqualTo(MS);
    assertThat(miss.endErrorNanos()).isEqualTo(2 * MS);
  }

  @Test
  void reportMustCoverHalfOfFault() {
    List<Fault> faults = List.of(fault(FaultKind.GC, 100, 110));
    assertThat(seen(faults, stall(StallKind.GC_PAUSE, 105, 110, null, null))).isEqualTo(1);
    assertThat(seen(faults, stall(StallKind.GC_PAUSE, 106, 110, null, null))).isEqualTo(0);
    assertThat(seen(faults, stall(StallKind.GC_PAUSE, 110, 120, null, null))).isEqualTo(0);
  }

  @Test
  void reportDuringPauseIsNoFalseAlarm() {
    List<Fault> faults = List.of(new Fault(FaultKind.HOG, 100 * MS, 130 * MS, "witness", "hog"));
    List<Stall> stalls =
        List.of(
            stall(StallKind.RUN_QUEUE, 200, 210, "witness", "another"),
            stall(StallKind.RUN_QUEUE, 300, 310, "witness", "another"),
            stall(StallKind.RUN_QUEUE, 300, 310, "a stranger", "another"));
    List<Pause> gaps = List.of(new Pause(201 * MS, 209 * MS, 0));
    assertThat(scorer(faults, gaps, stalls, false).score(FaultKind.HOG).falseAlarms()).isEqualTo(1);
  }

  @Test
  void onlyRoundsOfSameKindCount() {
    GroundTruth truth = GroundTruth.of(List.of(fault(FaultKind.GC, 100, 110)));
    List<Stall> stalls = List.of(stall(StallKind.GC_PAUSE, 400, 410, null, null));
    List<Round> rounds = List.of(new Round(FaultKind.GC, 0, 399 * MS));
    assertThat(new Scorer(truth, rounds, stalls, false).score(FaultKind.GC).falseAlarms()).isZero();
  }

  private static Scorer scorer(
      List<Fault> faults, List<Pause> gaps, List<Stall> stalls, boolean deep) {
    List<Round> rounds =
        Arrays.stream(FaultKind.values()).map(each -> new Round(each, 0, 1000 * MS)).toList();
    return new Scorer(new GroundTruth(faults, gaps), rounds, stalls, deep);
  }

  private static int seen(List<Fault> faults, Stall stall) {
    return scorer(faults, List.of(), List.of(stall), false)
        .score(faults.getFirst().kind())
        .detected();
  }

  @Test
  void runQueueWaitAfterPauseIsCorrected() {
    Stall pause = stall(StallKind.GC_PAUSE, 100, 120, null, null);
    Stall wait = stall(StallKind.RUN_QUEUE, 121, 123, "witness", "another");
    Stall ofAnother = stall(StallKind.RUN_QUEUE, 121, 123, "a stranger", "another");
    assertThat(gcFelt(100, 123, 0, pause).edges().endErrors()).containsExactly(3 * MS);
    assertThat(gcFelt(100, 123, 2 * MS, pause, wait).edges().endErrors())
        .as("what it did meanwhile is not left out")
        .containsExactly(MS);
    assertThat(gcFelt(100, 123, 2 * MS, pause, wait).edges().corrected()).isEqualTo(1);
    assertThat(gcFelt(100, 123, MS, pause, wait).edges().corrected()).as("still wrong").isZero();
    assertThat(gcFelt(100, 123, 9 * MS, pause, wait).edges().endErrors())
        .as("no more than there is")
        .containsExactly(0L);
    assertThat(gcFelt(100, 123, 3 * MS, pause, ofAnother).edges().endErrors())
        .as("a wait of this length must have been reported")
        .containsExactly(3 * MS);
    assertThat(gcFelt(100, 121, 900_000, pause).edges().endErrors())
        .as("too short to be reported")
        .containsExactly(100_000L);
    assertThat(gcFelt(100, 115, 9 * MS, pause, wait).edges().endErrors())
        .as("a report that ends too late is wrong")
        .containsExactly(5 * MS);
  }

  @Test
  void runQueueWaitIsCorrectedOnce() {
    Stall pause = stall(StallKind.GC_PAUSE, 104, 120, null, null);
    Stall wait = stall(StallKind.RUN_QUEUE, 121, 123, "witness", "another");
    Score score = gcFelt(100, 123, 5 * MS, pause, wait);
    assertThat(score.edges().endErrors()).containsExactly(0L);
    assertThat(score.edges().beginErrors()).containsExactly(2 * MS);
    assertThat(score.edges().corrected()).isEqualTo(1);
  }

  /// The thread read the clock once, and then entered a pause that had begun while it was stopped.
  @Test
  void beginIsCorrectedIfThreadWasStoppedBefore() {
    List<Fault> faults = List.of(fault(FaultKind.GC, 100, 120));
    Pause stop = new Pause(100 * MS, 120 * MS, 0);
    Pause before = new Pause(97 * MS, 100 * MS, 0);
    Pause longBefore = new Pause(90 * MS, 100 * MS - 1, 0);
    Stall inGap = stall(StallKind.GC_PAUSE, 98, 120, null, null);
    Stall beforeGap = stall(StallKind.GC_PAUSE, 95, 120, null, null);
    Stall late = stall(StallKind.GC_PAUSE, 103, 120, null, null);

    Score mended = scorer(faults, List.of(before, stop), List.of(inGap), false).score(FaultKind.GC);
    assertThat(mended.edges().beginErrors()).containsExactly(0L);
    assertThat(mended.edges().corrected()).isEqualTo(1);
    assertThat(begin(faults, List.of(before, stop), beforeGap)).isEqualTo(2 * MS);
    assertThat(begin(faults, List.of(before, stop), late)).as("no begin of it").isEqualTo(3 * MS);
    assertThat(begin(faults, List.of(longBefore, stop), inGap)).as("it ran").isEqualTo(2 * MS);
    assertThat(begin(faults, List.of(stop), inGap)).isEqualTo(2 * MS);

    List<Fault> stopped = List.of(fault(FaultKind.STOP, 100, 120));
    Stall stopping = stall(StallKind.STOPPED, 98, 120, null, null);
    assertThat(
            scorer(stopped, List.of(before, stop), List.of(stopping), false)
                .score(FaultKind.STOP)
                .edges()
                .beginErrors())
        .as("no stop that threads go to")
        .containsExactly(2 * MS);
  }

  private static long begin(List<Fault> faults, List<Pause> gaps, Stall report) {
    return scorer(faults, gaps, List.of(report), false)
        .score(FaultKind.GC)
        .edges()
        .beginErrors()
        .getFirst();
  }

  @Test
  void injectedRunQueueWaitIsNotCorrected() {
    List<Fault> faults = List.of(new Fault(FaultKind.HOG, 100 * MS, 130 * MS, "witness", "hog"));
    List<Pause> gaps = List.of(new Pause(100 * MS, 130 * MS, 30 * MS));
    List<Stall> stalls = List.of(stall(StallKind.RUN_QUEUE, 100, 118, "witness", "hog"));
    Score score = scorer(faults, gaps, stalls, false).score(FaultKind.HOG);
    assertThat(score.edges().endErrors()).containsExactly(12 * MS);
  }

  private static Score gcFelt(long begin, long end, long queuedNanos, Stall... stalls) {
    List<Fault> faults = List.of(fault(FaultKind.GC, begin, end));
    List<Pause> gaps = List.of(new Pause(begin * MS, end * MS, queuedNanos));
    return scorer(faults, gaps, List.of(stalls), false).score(FaultKind.GC);
  }

  @Test
  void closestReportCounts() {
    List<Fault> faults = List.of(fault(FaultKind.QUOTA, 100, 190));
    List<Stall> stalls =
        List.of(
            stall(StallKind.THROTTLED, 90, 200, null, null),
            stall(StallKind.THROTTLED, 101, 190, "worker", null));
    Score score = scorer(faults, List.of(), stalls, false).score(FaultKind.QUOTA);
    assertThat(score.edges().beginErrors()).containsExactly(MS);
    assertThat(score.edges().endErrors()).containsExactly(0L);
  }

  @Test
  void threadAndCulpritMustMatch() {
    List<Fault> faults =
        List.of(
            new Fault(FaultKind.MONITOR, 100 * MS, 130 * MS, "b", "a"),
            new Fault(FaultKind.MONITOR, 100 * MS, 130 * MS, "c", "a"));
    List<Stall> stalls =
        List.of(
            stall(StallKind.MONITOR_WAIT, 100, 130, "b", "a"),
            stall(StallKind.MONITOR_WAIT, 100, 130, "c", "b"),
            stall(StallKind.MONITOR_WAIT, 100, 130, "d", "a"),
            stall(StallKind.MONITOR_WAIT, 200, 230, "b", "a"));
    Score score = scorer(faults, List.of(), stalls, false).score(FaultKind.MONITOR);
    assertThat(score.detected()).isEqualTo(2);
    assertThat(score.culprits().nameable()).isEqualTo(2);
    assertThat(score.culprits().named()).isEqualTo(1);
    assertThat(score.falseAlarms()).as("that of b: of d nothing is known").isEqualTo(1);
  }

  @Test
  void reportsOfUnknownThreadsAreNoFalseAlarms() {
    List<Fault> faults = List.of(new Fault(FaultKind.LOCK, 100 * MS, 130 * MS, "b", "a"));
    List<Stall> stalls = List.of(stall(StallKind.LOCK_WAIT, 100, 130, "b", null));
    assertThat(scorer(faults, List.of(), stalls, false).score(FaultKind.LOCK).culprits().nameable())
        .isZero();
    assertThat(scorer(faults, List.of(), stalls, true).score(FaultKind.LOCK).culprits().nameable())
        .isEqualTo(1);
  }

  @Test
  void onlyReportsOfTargetCount() {
    List<Fault> faults = List.of(fault(FaultKind.GC, 100, 110));
    Stall other =
        Stall.of(
            StallKind.GC_PAUSE, Side.GENERATOR, new Stall.Interval(100 * MS, 110 * MS, 0, "s"));
    assertThat(seen(faults, other)).isZero();
  }

  @Test
  void faultsRoundTripAsLines() {
    for (Fault fault :
        List.of(
            new Fault(FaultKind.MONITOR, -5, 7, "b", "a"),
            new Fault(FaultKind.GC, 1, 2, null, null))) {
      assertThat(Fault.parse(fault.line())).isEqualTo(fault);
    }
    assertThat(Pause.parse(new Pause(-5, 7, 3).line())).isEqualTo(new Pause(-5, 7, 3));
  }

  @Test
  void medianAndShareOfErrorsAreComputed() {
    assertThat(Score.median(List.of(1L, 5L, 9L, 100L))).isEqualTo(5);
    assertThat(Score.within(List.of(1L, 5L, 9L, 100L), 9)).isEqualTo(0.75);
    assertThat(Score.median(List.of())).isZero();
  }

  private static Fault fault(FaultKind ailment, long begin, long end) {
    return new Fault(ailment, begin * MS, end * MS, null, null);
  }

  private static Stall stall(
      StallKind kind, long begin, long end, @Nullable String thread, @Nullable String culprit) {
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin * MS, end * MS, 0, "s"))
        .withThread(thread == null ? null : Stall.Actor.named(thread))
        .withCulprit(culprit == null ? null : Stall.Actor.named(culprit));
  }
}
