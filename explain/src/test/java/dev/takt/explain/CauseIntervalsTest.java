package dev.takt.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.CauseIntervals.CauseTime;
import dev.takt.explain.CauseIntervals.UnexplainedTime;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CauseIntervalsTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /// The sums of one cause, or of unexplained time.
  private record Figures(long stalls, long longest, long touched, long nanos) {

    static final Figures NONE = new Figures(0, 0, 0, 0);

    Figures and(Figures other) {
      return new Figures(
          stalls + other.stalls,
          Math.max(longest, other.longest),
          touched + other.touched,
          nanos + other.nanos);
    }
  }

  private final StalledQueue queue = new StalledQueue(2);
  private final Operations operations = run();
  private final Explainer explainer =
      new Explainer(operations, StallIndex.of(queue.stalls()), 2, 0, false);
  private final long[] begins = grid();
  private final CauseIntervals intervals =
      CauseIntervals.of(operations, explainer.attribution(), begins);

  /// Twenty seconds with stalls of several causes, some across an edge of the grid, and sometimes
  /// more work than the servers can do.
  private Operations run() {
    Random random = new Random(42);
    StallKind[] kinds = {StallKind.GC_PAUSE, StallKind.SAFEPOINT, StallKind.STOPPED};
    Side[] sides = {Side.TARGET, Side.HOST, Side.GENERATOR};
    for (long at = 300 * MILLI; at < 19 * SECOND; at += 250 * MILLI + random.nextLong(SECOND)) {
      int i = random.nextInt(kinds.length);
      long end = at + 5 * MILLI + random.nextLong(90 * MILLI);
      String cause = "cause " + random.nextInt(2);
      queue.stall(
          Stall.of(kinds[i], sides[i], new Stall.Interval(at, end, 0, "test")).withCause(cause));
      at = end;
    }
    int count = 20_000;
    long[] due = new long[count];
    long[] work = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = i * MILLI;
      work[i] = 600 * MICRO + (random.nextInt(400) == 0 ? 60 * MILLI : random.nextLong(MILLI));
    }
    return queue.serve(due, work);
  }

  /// Intervals of a second, except for one that is missing and one that is shorter.
  private static long[] grid() {
    return Arrays.stream(new long[] {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
        .map(each -> each * SECOND + (each == 9 ? 300 * MILLI : 0))
        .toArray();
  }

  private Map<Cause, Figures> summed(int from, int to) {
    Map<Cause, Figures> sums = new HashMap<>();
    List<Cause> causes = explainer.attribution().causes();
    for (int i = 0; i < causes.size(); i++) {
      for (CauseTime each : intervals.of(i)) {
        if (each.interval() >= from && each.interval() < to) {
          sums.merge(
              causes.get(i),
              new Figures(each.stalls(), each.longest(), each.affected(), each.nanos()),
              Figures::and);
        }
      }
    }
    return sums;
  }

  private Figures unexplained(int from, int to) {
    Figures sum = Figures.NONE;
    for (UnexplainedTime each : intervals.unexplained()) {
      if (each.interval() >= from && each.interval() < to) {
        sum = sum.and(new Figures(0, 0, each.affected(), each.waiting() + each.service()));
      }
    }
    return sum;
  }

  @Test
  void sumOfAllIntervalsIsTheTableOfTheRun() {
    Explanation whole = explainer.explain(0, List.of());
    Map<Cause, Figures> table = new HashMap<>();
    for (CauseRow row : whole.causes()) {
      table.put(
          row.cause(),
          new Figures(
              row.stalls().count(), row.stalls().longest(), row.affected(), row.excess().nanos()));
    }
    Map<Cause, Figures> sums = summed(0, intervals.size());
    sums.values().removeIf(each -> each.touched() == 0);

    assertThat(table).hasSizeGreaterThan(4);
    assertThat(sums).isEqualTo(table);
    Figures rest = unexplained(0, intervals.size());
    assertThat(rest.touched()).isEqualTo(whole.unexplained().affected()).isPositive();
    assertThat(rest.nanos()).isEqualTo(whole.unexplained().excess().nanos());
    assertThat(intervals.unexplained().stream().mapToLong(UnexplainedTime::waiting).sum())
        .isEqualTo(whole.unexplained().waiting());
    long ended = 0;
    long slow = 0;
    for (int i = 0; i < intervals.size(); i++) {
      ended += intervals.operations(i);
      slow += intervals.slow(i);
    }
    assertThat(ended).isEqualTo(whole.operations().count());
    assertThat(slow).isEqualTo(whole.operations().slow());
    long charged = sums.values().stream().mapToLong(Figures::nanos).sum() + rest.nanos();
    assertThat(charged).isEqualTo(whole.excess().nanos());
  }

  /// Compares with the sum over single operations.
  @Test
  void spanIsTheSumOfItsOperations() {
    for (int from = 0; from < begins.length; from++) {
      for (int to = from + 1; to <= begins.length; to += 5) {
        long first = from == 0 ? Long.MIN_VALUE : begins[from];
        long end = to == begins.length ? Long.MAX_VALUE : begins[to];
        Map<Cause, Figures> expected = new HashMap<>();
        Figures rest = Figures.NONE;
        for (int i = 0; i < operations.size(); i++) {
          SlowOperation operation = explainer.operation(i);
          if (operation == null
              || operation.times().end() < first
              || operation.times().end() >= end) {
            continue;
          }
          for (Part part : operation.parts()) {
            expected.merge(
                part.cause(),
                new Figures(0, 0, part.nanos() > 0 ? 1 : 0, part.nanos()),
                Figures::and);
          }
          long unknown = operation.unexplainedWait() + operation.unexplainedService();
          rest = rest.and(new Figures(0, 0, unknown > 0 ? 1 : 0, unknown));
        }
        for (Stall stall : queue.stalls()) {
          if (stall.beginNanoTime() >= first && stall.beginNanoTime() < end) {
            String detail = stall.kind() == StallKind.STOPPED ? null : stall.cause();
            expected.merge(
                new Cause(stall.side(), stall.kind(), detail),
                new Figures(1, stall.nanos(), 0, 0),
                Figures::and);
          }
        }
        assertThat(summed(from, to)).as(from + " to " + to).isEqualTo(expected);
        assertThat(unexplained(from, to)).as(from + " to " + to).isEqualTo(rest);
      }
    }
  }

  @Test
  void timesOutsideAllIntervalsBelongToTheNearest() {
    CauseIntervals late =
        CauseIntervals.of(operations, explainer.attribution(), new long[] {5 * SECOND, 6 * SECOND});
    assertThat(late.operations(0) + late.operations(1)).isEqualTo(operations.size());
    assertThat(late.operations(0)).isEqualTo(endedBefore(6 * SECOND));
    assertThat(late.entries()).isPositive();
  }

  private long endedBefore(long moment) {
    long count = 0;
    for (int i = 0; i < operations.size(); i++) {
      count += operations.end(i) < moment ? 1 : 0;
    }
    return count;
  }
}
