package dev.takt.watch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.host.ThreadNames;
import dev.takt.watch.perf.SchedulerEvents.LeaveReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the tracker with synthetic switches, at times in milliseconds.
class RunQueueTrackerTest {

  private static final long MILLI = 1_000_000;
  private static final int PID = 100;
  private static final int TID = 101;
  private static final int OTHER = 7;

  @TempDir Path noProc;
  private final List<Stall> stalls = new ArrayList<>();

  private RunQueueTracker tracker() {
    ThreadNames names = new ThreadNames(noProc);
    RunQueueTracker tracker =
        new RunQueueTracker(
            new SchedulerStallEmitter(
                Map.of(PID, Side.TARGET), names, Map.of(Side.TARGET, "s"), MILLI, stalls::add));
    tracker.track(PID, PID);
    tracker.track(PID, TID);
    tracker.named(PID, TID, "worker");
    tracker.named(OTHER, OTHER, "hog");
    return tracker;
  }

  private Stall only() {
    assertThat(stalls).hasSize(1);
    return stalls.getFirst();
  }

  private static void assertInterval(Stall stall, long begin, long end) {
    assertThat(stall.beginNanoTime()).isEqualTo(begin * MILLI);
    assertThat(stall.endNanoTime()).isEqualTo(end * MILLI);
  }

  @Test
  void culpritOfPreemptionIsThreadWithLongestShare() {
    RunQueueTracker tracker = tracker();
    tracker.switched(0, 10 * MILLI, PID, TID, LeaveReason.RUNNABLE, 8);
    tracker.switched(0, 12 * MILLI, 8, 8, LeaveReason.WAITING, OTHER);
    tracker.switched(1, 13 * MILLI, 0, 0, LeaveReason.RUNNABLE, 8);
    tracker.switched(0, 20 * MILLI, OTHER, OTHER, LeaveReason.WAITING, TID);

    assertInterval(only(), 10, 20);
    assertThat(only().kind()).isEqualTo(StallKind.RUN_QUEUE);
    assertThat(only().thread()).isEqualTo(new Stall.Actor("worker", (long) PID, (long) TID, null));
    assertThat(only().culprit())
        .isEqualTo(new Stall.Actor("hog", (long) OTHER, (long) OTHER, null));
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.behind(0, 8 * MILLI));
  }

  @Test
  void blockedThreadIsRunnableFromWakeup() {
    RunQueueTracker tracker = tracker();
    tracker.switched(0, 10 * MILLI, PID, TID, LeaveReason.WAITING, OTHER);
    tracker.woken(50 * MILLI, TID);
    tracker.woken(51 * MILLI, TID);
    tracker.switched(1, 55 * MILLI, 0, 0, LeaveReason.RUNNABLE, TID);
    tracker.switched(1, 60 * MILLI, PID, TID, LeaveReason.WAITING, 0);
    tracker.woken(70 * MILLI, TID);
    tracker.switched(1, 70 * MILLI + 999_999, 0, 0, LeaveReason.RUNNABLE, TID);

    assertInterval(only(), 50, 55);
    assertThat(only().culprit()).isNull();
    assertThat(only().evidence()).isEqualTo(Evidence.RunQueueWait.atIdle(1, 5 * MILLI));
  }

  @Test
  void wakeupOfRunningThreadIsIgnored() {
    RunQueueTracker tracker = tracker();
    tracker.woken(10 * MILLI, TID);
    tracker.switched(0, 50 * MILLI, PID, TID, LeaveReason.WAITING, 0);
    tracker.switched(0, 90 * MILLI, 0, 0, LeaveReason.RUNNABLE, TID);

    assertThat(stalls).isEmpty();
  }

  @Test
  void wakeupOfRunnableThreadDoesNotRestartWait() {
    RunQueueTracker tracker = tracker();
    tracker.switched(0, 10 * MILLI, PID, TID, LeaveReason.RUNNABLE, OTHER);
    tracker.woken(15 * MILLI, TID);
    tracker.switched(0, 20 * MILLI, OTHER, OTHER, LeaveReason.WAITING, TID);
    tracker.woken(21 * MILLI, TID);
    tracker.finish(90 * MILLI);

    assertInterval(only(), 10, 20);
  }

  @Test
  void processIsStoppedFromFirstStopToFirstResume() {
    RunQueueTracker tracker = tracker();
    tracker.signalled(9 * MILLI, 19, OTHER, OTHER, PID);
    tracker.switched(0, 10 * MILLI, PID, PID, LeaveReason.STOPPED, 0);
    tracker.switched(1, 11 * MILLI, PID, TID, LeaveReason.STOPPED, 0);
    tracker.woken(40 * MILLI, TID);
    tracker.woken(41 * MILLI, PID);
    tracker.switched(0, 41 * MILLI, 0, 0, LeaveReason.RUNNABLE, PID);
    tracker.switched(1, 44 * MILLI, OTHER, OTHER, LeaveReason.WAITING, TID);

    assertThat(stalls).hasSize(2);
    assertInterval(stalls.getFirst(), 10, 40);
    assertThat(stalls.getFirst().kind()).isEqualTo(StallKind.STOPPED);
    assertThat(stalls.getFirst().thread()).isNull();
    assertThat(stalls.getFirst().cause()).isEqualTo("SIGSTOP");
    assertThat(Objects.requireNonNull(stalls.getFirst().culprit()).name()).isEqualTo("hog");
    assertInterval(stalls.getLast(), 40, 44);
    assertThat(stalls.getLast().kind()).isEqualTo(StallKind.RUN_QUEUE);
  }

  @Test
  void openStallsAreReportedAtFinish() {
    RunQueueTracker tracker = tracker();
    tracker.switched(0, 10 * MILLI, PID, PID, LeaveReason.STOPPED, 0);
    tracker.switched(1, 20 * MILLI, PID, TID, LeaveReason.RUNNABLE, OTHER);
    tracker.finish(30 * MILLI);

    assertThat(stalls)
        .extracting(Stall::kind)
        .containsExactlyInAnyOrder(StallKind.STOPPED, StallKind.RUN_QUEUE);
    assertThat(stalls).allMatch(each -> each.endNanoTime() == 30 * MILLI);
  }

  @Test
  void lostRecordsGiveNoStall() {
    RunQueueTracker tracker = tracker();
    tracker.switched(0, 10 * MILLI, PID, TID, LeaveReason.RUNNABLE, OTHER);
    tracker.lost(5);
    tracker.switched(0, 5000 * MILLI, OTHER, OTHER, LeaveReason.WAITING, TID);

    assertThat(stalls).isEmpty();
    assertThat(tracker.lost()).isEqualTo(5);
  }

  @Test
  void newThreadIsTrackedAndItsNumberMayBeReused() {
    RunQueueTracker tracker = tracker();
    tracker.ended(TID);
    tracker.started(10 * MILLI, PID, 300, TID);
    tracker.started(10 * MILLI, 555, TID, OTHER);
    tracker.switched(0, 13 * MILLI, OTHER, OTHER, LeaveReason.WAITING, TID);
    tracker.switched(0, 14 * MILLI, 555, TID, LeaveReason.WAITING, 300);

    assertInterval(only(), 10, 14);
    // It has its parent's name until it has its own; the parent's number is reused by now.
    assertThat(Objects.requireNonNull(only().thread()).osThread()).isEqualTo(300L);
    assertThat(Objects.requireNonNull(only().culprit()).name()).isEqualTo("hog");
  }
}
