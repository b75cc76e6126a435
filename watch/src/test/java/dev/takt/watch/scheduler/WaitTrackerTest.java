package dev.takt.watch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.host.ThreadNames;
import dev.takt.watch.perf.WaitEvents.Slice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the tracker with synthetic waits and timeslices, at times in milliseconds.
class WaitTrackerTest {

  private static final long MILLI = 1_000_000;
  private static final int PID = 100;
  private static final int TID = 101;
  private static final int OTHER = 7;
  private static final int THIRD = 8;

  @TempDir Path noProc;
  private final List<Stall> stalls = new ArrayList<>();

  private WaitTracker tracker() {
    ThreadNames names = new ThreadNames(noProc);
    WaitTracker tracker =
        new WaitTracker(
            new SchedulerStallEmitter(
                Map.of(PID, Side.TARGET), names, Map.of(Side.TARGET, "s"), MILLI, stalls::add));
    tracker.named(PID, TID, "worker");
    tracker.named(OTHER, OTHER, "hog");
    tracker.named(THIRD, THIRD, "third");
    return tracker;
  }

  private static Slice slice(int cpu, int tid, double begin, double end) {
    return new Slice(cpu, tid, tid, (long) (begin * MILLI), (long) (end * MILLI));
  }

  private static void waited(
      WaitTracker tracker, int cpu, long begin, long end, boolean preempted, Slice last) {
    tracker.waited(cpu, begin * MILLI, end * MILLI, PID, TID, preempted, last);
  }

  private Stall only() {
    assertThat(stalls).hasSize(1);
    return stalls.getFirst();
  }

  @Test
  void culpritIsThreadWithLongestShare() {
    WaitTracker tracker = tracker();
    tracker.ran(slice(1, THIRD, 0, 20));
    tracker.ran(slice(0, OTHER, 8, 12));
    tracker.ran(slice(0, THIRD, 12, 15));
    tracker.ran(slice(0, OTHER, 15, 18));
    waited(tracker, 0, 10, 20, true, slice(0, THIRD, 18, 20));

    assertThat(only().kind()).isEqualTo(StallKind.RUN_QUEUE);
    assertThat(only().beginNanoTime()).isEqualTo(10 * MILLI);
    assertThat(only().endNanoTime()).isEqualTo(20 * MILLI);
    assertThat(only().thread()).isEqualTo(new Stall.Actor("worker", (long) PID, (long) TID, null));
    // Both have 5 ms: 2 + 3 and 3 + 2; the second one comes first.
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.behind(0, 5 * MILLI));
    assertThat(only().cause()).isEqualTo("preempted");
  }

  @Test
  void recordedLastSliceCountsOnce() {
    WaitTracker tracker = tracker();
    Slice last = slice(0, OTHER, 12, 20);
    tracker.ran(last);
    waited(tracker, 0, 10, 20, false, last);

    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.behind(0, 8 * MILLI));
    assertThat(only().culprit())
        .isEqualTo(new Stall.Actor("hog", (long) OTHER, (long) OTHER, null));
  }

  @Test
  void sliceWithDifferentEdgesCountsOnce() {
    WaitTracker tracker = tracker();
    tracker.ran(slice(0, OTHER, 11.9998, 19.9998));
    waited(tracker, 0, 10, 20, false, slice(0, OTHER, 12, 20));

    assertThat(((Evidence.RunQueueWait) only().evidence()).culpritNanos())
        .isBetween(7_999_000L, 8 * MILLI);
  }

  @Test
  void idleProcessorHasNoCulprit() {
    waited(tracker(), 0, 10, 20, false, slice(0, 0, 11, 20));

    assertThat(only().culprit()).isNull();
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.atIdle(0, 9 * MILLI));
  }

  @Test
  void threadOnNewProcessorIsNotCulprit() {
    WaitTracker tracker = tracker();
    waited(tracker, 0, 10, 20, true, slice(1, OTHER, 5, 20));
    assertThat(stalls).isEmpty();
    tracker.advanceTo(2_000 * MILLI);

    assertThat(only().culprit()).isNull();
  }

  /// The thread that preempts another may leave long after that has migrated.
  @Test
  void culpritOnOldProcessorIsFoundLater() {
    WaitTracker tracker = tracker();
    waited(tracker, 0, 10, 20, true, slice(1, THIRD, 19, 20));
    tracker.ran(slice(1, THIRD, 5, 30));
    assertThat(stalls).isEmpty();
    tracker.ran(slice(0, OTHER, 10, 40));

    assertThat(only().culprit())
        .isEqualTo(new Stall.Actor("hog", (long) OTHER, (long) OTHER, null));
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.behind(0, 10 * MILLI));
  }

  @Test
  void waitWithUnknownCulpritIsReportedAtFinish() {
    WaitTracker tracker = tracker();
    waited(tracker, 0, 10, 20, true, slice(1, THIRD, 19, 20));
    tracker.finish(30 * MILLI);

    assertThat(only().culprit()).isNull();
  }

  @Test
  void unwatchedProcessesAreIgnored() {
    WaitTracker tracker = tracker();
    tracker.waited(0, 10 * MILLI, 20 * MILLI, OTHER, OTHER, true, slice(0, THIRD, 10, 20));
    tracker.stopped(10 * MILLI, OTHER, OTHER, false);
    tracker.resumed(20 * MILLI, OTHER, OTHER);
    tracker.finish(30 * MILLI);

    assertThat(stalls).isEmpty();
  }

  @Test
  void processIsStoppedFromFirstStopToFirstResume() {
    WaitTracker tracker = tracker();
    tracker.signalled(9 * MILLI, 19, OTHER, OTHER, PID);
    tracker.stopped(10 * MILLI, PID, PID, false);
    tracker.stopped(11 * MILLI, PID, TID, false);
    tracker.resumed(50 * MILLI, PID, TID);
    tracker.resumed(51 * MILLI, PID, PID);

    assertThat(only().kind()).isEqualTo(StallKind.STOPPED);
    assertThat(only().beginNanoTime()).isEqualTo(10 * MILLI);
    assertThat(only().endNanoTime()).isEqualTo(50 * MILLI);
    assertThat(only().cause()).isEqualTo("SIGSTOP");
    assertThat(only().culprit()).isNotNull();
    assertThat(only().thread()).isNull();
  }

  @Test
  void openStopIsReportedAtFinish() {
    WaitTracker tracker = tracker();
    tracker.stopped(10 * MILLI, PID, PID, false);
    tracker.stopped(20 * MILLI, PID, TID, true);
    tracker.finish(30 * MILLI);

    assertThat(stalls)
        .extracting(Stall::beginNanoTime)
        .containsExactlyInAnyOrder(10 * MILLI, 20 * MILLI);
  }

  @Test
  void lostRecordsClearState() {
    WaitTracker tracker = tracker();
    tracker.ran(slice(0, OTHER, 8, 19));
    tracker.stopped(10 * MILLI, PID, PID, false);
    tracker.lost(3);
    waited(tracker, 0, 10, 20, true, slice(0, THIRD, 19, 20));
    tracker.finish(30 * MILLI);

    assertThat(tracker.lost()).isEqualTo(3);
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.behind(0, MILLI));
  }
}
