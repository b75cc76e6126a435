package dev.takt.explain;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What each cause took, interval by interval: so that a span's figures are a sum.
///
/// An operation belongs to the interval in which it ended, for that is where the log has it; a
/// stall to the one in which it began. What was before the first interval belongs to that, what was
/// after the last one to the last. So nothing is lost or counted twice, and the sum of all
/// intervals is what [Explanation] tells of the run.
///
/// Immutable.
public final class CauseIntervals {

  /// What a cause took in one interval.
  ///
  /// @param interval its place
  /// @param stalls how many began
  /// @param longest the longest of these, in nanoseconds; 0 if there is none
  /// @param touched how many operations it made slower that ended in it
  /// @param nanos what it took from these
  public record Taken(int interval, long stalls, long longest, long touched, long nanos) {}

  /// What nothing explains in one interval.
  ///
  /// @param interval its place
  /// @param touched how many operations have such a part
  /// @param waiting of their wait time, in nanoseconds
  /// @param service of their service time, in nanoseconds
  public record Unknown(int interval, long touched, long waiting, long service) {}

  private final long[] operations;
  private final long[] slow;
  private final List<List<Taken>> taken;
  private final List<Unknown> unexplained;

  private CauseIntervals(
      long[] operations, long[] slow, List<List<Taken>> taken, List<Unknown> unexplained) {
    this.operations = operations;
    this.slow = slow;
    this.taken = taken;
    this.unexplained = unexplained;
  }

  /// @param begins where intervals begin, on the run's clock, rising; at least one
  public static CauseIntervals of(Operations operations, Blame blame, long[] begins) {
    Building building = new Building(operations, blame, begins);
    building.addOperations();
    building.addSlow();
    building.addStalls();
    return new CauseIntervals(
        building.all,
        building.slow,
        building.byCause.stream().map(Cells::taken).toList(),
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

  /// How many slow ones ended in it.
  public long slow(int interval) {
    return slow[interval];
  }

  /// The intervals in which there was anything of a cause, in order.
  ///
  /// @param cause by its place in [Blame#causes]
  public List<Taken> of(int cause) {
    return taken.get(cause);
  }

  /// The intervals in which something was left unexplained, in order.
  public List<Unknown> unexplained() {
    return unexplained;
  }

  /// How many [Taken] and [Unknown] there are in all.
  public long entries() {
    return unexplained.size() + taken.stream().mapToLong(List::size).sum();
  }

  /// Sums of one cause and one interval.
  private static final class Cell {
    private final int interval;
    private long stalls;
    private long longest;
    private long touched;
    private long waiting;
    private long nanos;

    Cell(int interval) {
      this.interval = interval;
    }
  }

  /// Of the many causes, each is in few of the intervals.
  private static final class Cells {
    private final Map<Integer, Cell> cells = new HashMap<>();
    private @Nullable Cell last;

    Cell at(int interval) {
      // Operations end about in the order in which they were due.
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

    List<Taken> taken() {
      return inOrder().stream()
          .map(
              each -> new Taken(each.interval, each.stalls, each.longest, each.touched, each.nanos))
          .toList();
    }

    List<Unknown> unknown() {
      return inOrder().stream()
          .map(each ->
              new Unknown(each.interval, each.touched, each.waiting, each.nanos - each.waiting))
          .toList();
    }
  }

  private static final class Building {
    private final Operations operations;
    private final Blame blame;
    private final long[] begins;
    private final long[] all;
    private final long[] slow;
    private final List<Cells> byCause = new ArrayList<>();
    private final Cells unexplained = new Cells();
    private long lastEnd = Long.MIN_VALUE;

    Building(Operations operations, Blame blame, long[] begins) {
      this.operations = operations;
      this.blame = blame;
      this.begins = begins;
      all = new long[begins.length];
      slow = new long[begins.length];
      for (int i = 0; i < blame.causes().size(); i++) {
        byCause.add(new Cells());
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
      for (int i = 0; i < blame.size(); i++) {
        int interval = intervalOf(operations.end(blame.operation(i)));
        slow[interval]++;
        for (int share = blame.firstShare(i); share < blame.firstShare(i + 1); share++) {
          long nanos = blame.nanos(share);
          if (nanos > 0) {
            Cell cell = byCause.get(blame.cause(share)).at(interval);
            cell.touched++;
            cell.nanos += nanos;
          }
        }
        if (blame.unexplained(i) > 0) {
          Cell cell = unexplained.at(interval);
          cell.touched++;
          cell.nanos += blame.unexplained(i);
          cell.waiting += blame.unexplainedWait(i);
        }
      }
    }

    /// Those that were while there were operations.
    void addStalls() {
      if (operations.size() == 0) {
        return;
      }
      long begin = operations.due(0);
      for (int i = 0; i < blame.stalls().size(); i++) {
        Stall stall = blame.stalls().get(i);
        if (stall.endNanoTime() > begin && stall.beginNanoTime() < lastEnd) {
          Cell cell = byCause.get(blame.causeOfStall(i)).at(intervalOf(stall.beginNanoTime()));
          cell.stalls++;
          cell.longest = Math.max(cell.longest, stall.nanos());
        }
      }
    }
  }
}
