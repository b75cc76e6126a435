package dev.takt.explain;

import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The time that each cause took in each interval of the log, so that the figures of any span are a
/// sum of intervals.
///
/// An operation belongs to the interval in which it ended, as in the log; a stall to the interval
/// in which it began. Anything before the first interval belongs to the first one, anything after
/// the last one to the last. So nothing is lost or counted twice, and the sum of all intervals
/// equals the [Explanation] of the run.
///
/// Immutable.
public final class CauseIntervals {

  /// The time that a cause took in one interval.
  ///
  /// @param interval the index of the interval
  /// @param stalls how many of its stalls began in the interval
  /// @param longest the longest of these, in nanoseconds; 0 if there is none
  /// @param affected how many of the operations that ended in the interval it made slower
  /// @param nanos the time that it took from these
  public record CauseTime(int interval, long stalls, long longest, long affected, long nanos) {}

  /// The unexplained time in one interval.
  ///
  /// @param interval the index of the interval
  /// @param affected how many operations have an unexplained part
  /// @param waiting the unexplained part of their wait time, in nanoseconds
  /// @param service the unexplained part of their service time, in nanoseconds
  public record UnexplainedTime(int interval, long affected, long waiting, long service) {}

  private final long[] operations;
  private final long[] slow;
  private final List<List<CauseTime>> byCause;
  private final List<UnexplainedTime> unexplained;

  private CauseIntervals(
      long[] operations,
      long[] slow,
      List<List<CauseTime>> byCause,
      List<UnexplainedTime> unexplained) {
    this.operations = operations;
    this.slow = slow;
    this.byCause = byCause;
    this.unexplained = unexplained;
  }

  /// @param begins the begins of the intervals, on the run's clock, ascending; at least one
  public static CauseIntervals of(
      Operations operations, AttributionResult attribution, long[] begins) {
    Builder building = new Builder(operations, attribution, begins);
    building.addOperations();
    building.addSlow();
    building.addStalls();
    return new CauseIntervals(
        building.all,
        building.slow,
        building.byCause.stream().map(SparseIntervals::taken).toList(),
        building.unexplained.unknown());
  }

  /// How many intervals there are.
  public int size() {
    return operations.length;
  }

  /// How many operations ended in an interval.
  public long operations(int interval) {
    return operations[interval];
  }

  /// How many slow operations ended in an interval.
  public long slow(int interval) {
    return slow[interval];
  }

  /// The intervals in which a cause has stalls or took time, in order.
  ///
  /// @param cause its index in [AttributionResult#causes]
  public List<CauseTime> of(int cause) {
    return byCause.get(cause);
  }

  /// The intervals that have unexplained time, in order.
  public List<UnexplainedTime> unexplained() {
    return unexplained;
  }

  /// The total number of [Taken] and [Unknown] entries.
  public long entries() {
    return unexplained.size() + byCause.stream().mapToLong(List::size).sum();
  }

  /// The sums of one cause in one interval.
  private static final class Cell {
    private final int interval;
    private long stalls;
    private long longest;
    private long affected;
    private long waiting;
    private long nanos;

    Cell(int interval) {
      this.interval = interval;
    }
  }

  /// The intervals of one cause, sparse: each cause occurs in few intervals.
  private static final class SparseIntervals {
    private final Map<Integer, Cell> cells = new HashMap<>();
    private @Nullable Cell last;

    Cell at(int interval) {
      // Consecutive operations mostly end in the same interval.
      Cell cell = last;
      if (cell == null || cell.interval != interval) {
        cell = cells.computeIfAbsent(interval, Cell::new);
        last = cell;
      }
      return cell;
    }

    private List<Cell> inOrder() {
      List<Cell> all = new ArrayList<>(cells.values());
      all.sort(Comparator.comparingInt(each -> each.interval));
      return all;
    }

    List<CauseTime> taken() {
      return inOrder().stream()
          .map(each ->
              new CauseTime(each.interval, each.stalls, each.longest, each.affected, each.nanos))
          .toList();
    }

    List<UnexplainedTime> unknown() {
      return inOrder().stream()
          .map(each ->
              new UnexplainedTime(
                  each.interval, each.affected, each.waiting, each.nanos - each.waiting))
          .toList();
    }
  }

  private static final class Builder {
    private final Operations operations;
    private final AttributionResult attribution;
    private final long[] begins;
    private final long[] all;
    private final long[] slow;
    private final List<SparseIntervals> byCause = new ArrayList<>();
    private final SparseIntervals unexplained = new SparseIntervals();
    private long lastEnd = Long.MIN_VALUE;

    Builder(Operations operations, AttributionResult attribution, long[] begins) {
      this.operations = operations;
      this.attribution = attribution;
      this.begins = begins;
      all = new long[begins.length];
      slow = new long[begins.length];
      for (int i = 0; i < attribution.causes().size(); i++) {
        byCause.add(new SparseIntervals());
      }
    }

    private int intervalOf(long moment) {
      int found = Arrays.binarySearch(begins, moment);
      return Math.max(0, found >= 0 ? found : -found - 2);
    }

    void addOperations() {
      for (int i = 0; i < operations.size(); i++) {
        long end = operations.end(i);
        lastEnd = Math.max(lastEnd, end);
        all[intervalOf(end)]++;
      }
    }

    void addSlow() {
      for (int i = 0; i < attribution.size(); i++) {
        int interval = intervalOf(operations.end(attribution.operation(i)));
        slow[interval]++;
        for (int share = attribution.firstShare(i);
            share < attribution.firstShare(i + 1);
            share++) {
          long nanos = attribution.nanos(share);
          if (nanos > 0) {
            Cell cell = byCause.get(attribution.cause(share)).at(interval);
            cell.affected++;
            cell.nanos += nanos;
          }
        }
        if (attribution.unexplained(i) > 0) {
          Cell cell = unexplained.at(interval);
          cell.affected++;
          cell.nanos += attribution.unexplained(i);
          cell.waiting += attribution.unexplainedWait(i);
        }
      }
    }

    /// Adds the stalls that overlap the time in which operations were due or in flight.
    void addStalls() {
      if (operations.size() == 0) {
        return;
      }
      long begin = operations.due(0);
      for (int i = 0; i < attribution.stalls().size(); i++) {
        Stall stall = attribution.stalls().get(i);
        if (stall.endNanoTime() > begin && stall.beginNanoTime() < lastEnd) {
          Cell cell =
              byCause.get(attribution.causeOfStall(i)).at(intervalOf(stall.beginNanoTime()));
          cell.stalls++;
          cell.longest = Math.max(cell.longest, stall.nanos());
        }
      }
    }
  }
}
