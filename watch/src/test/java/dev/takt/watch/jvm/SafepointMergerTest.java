package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.watch.jfr.Safepoint;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafepointMergerTest {

  private static final Actor LATE = Actor.named("laggard");

  @Test
  void mergesRecordedAndLoggedSafepoint() {
    SafepointMerger join =
        new SafepointMerger(
            List.of(
                logged(500, 400, List.of()),
                logged(2_100, 1_000, List.of(LATE)),
                logged(4_050, 100, List.of()),
                logged(6_000, 100, List.of())),
            "target-log");

    List<Safepoint> stops =
        join.apply(List.of(stop(1, 1_050, 2_120), stop(2, 3_000, 3_100), stop(3, 5_000, 5_100)));

    assertThat(stops)
        .extracting(
            Safepoint::id, Safepoint::beginNanoTime, Safepoint::endNanoTime, Safepoint::source)
        .containsExactly(
            tuple(-1L, 100_000L, 500_000L, "target-log"),
            tuple(1L, 1_050_000L, 2_120_000L, "target-jfr"),
            tuple(2L, 3_000_000L, 3_100_000L, "target-jfr"),
            tuple(-3L, 3_950_000L, 4_050_000L, "target-log"),
            tuple(3L, 5_000_000L, 5_100_000L, "target-jfr"),
            tuple(-4L, 5_900_000L, 6_000_000L, "target-log"));
    assertThat(stops.get(1).lateThreads()).containsExactly(LATE);
    assertThat(join.crossCheck())
        .contains(
            "1 are in recording and log",
            "before the end",
            "2 only in the recording",
            "1 only in the log",
            "2 more in the log from before or after");
  }

  @Test
  void crossCheckIsEmptyWithOneSource() {
    SafepointMerger join = new SafepointMerger(List.of(logged(500, 400, List.of())), "target-log");
    assertThat(join.apply(List.of())).hasSize(1);
    assertThat(join.crossCheck()).isEmpty();
  }

  @Test
  void safepointShorterThanLineDelayIsMatched() {
    SafepointMerger join =
        new SafepointMerger(
            List.of(logged(60, 20, List.of()), logged(3_000, 1_000, List.of())), "target-log");

    List<Safepoint> stops =
        join.apply(List.of(stop(1, 10, 30), stop(2, 1_900, 1_950), stop(3, 1_960, 2_960)));

    assertThat(stops).extracting(Safepoint::id).containsExactly(1L, 2L, 3L);
    assertThat(join.crossCheck())
        .contains("2 are in recording and log", "1 only in the recording", "0 only in the log");
  }

  /// In microseconds.
  private static LoggedSafepoint logged(long end, long nanos, List<Actor> late) {
    return new LoggedSafepoint("X", end * 1_000, nanos * 1_000, 10, null, late);
  }

  /// In microseconds.
  private static Safepoint stop(long id, long begin, long end) {
    return new Safepoint(
        id,
        new Stall.Interval(begin * 1_000, end * 1_000, 1, "target-jfr"),
        null,
        List.of(),
        Evidence.Safepoint.of("X", 0));
  }
}
