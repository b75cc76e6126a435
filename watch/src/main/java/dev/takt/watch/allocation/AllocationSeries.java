package dev.takt.watch.allocation;

import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.allocation.AllocatedBytes.HeapCheck;
import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.List;

/// How much all threads had allocated, at increasing times. Between two readings, and beyond the
/// first and the last one, the rate is taken for constant.
///
/// A target often ends threads when the load ends and its connections are closed. They are missing
/// in the next reading, which is then not used.
final class AllocationSeries {

  private final List<Reading> readings = new ArrayList<>();

  /// @param bytes what was allocated until then
  /// @param ended the number of threads that ended since the reading before
  private record Reading(long nanoTime, long bytes, int ended) {}

  void add(long nanoTime, long bytes, int ended) {
    readings.add(new Reading(nanoTime, bytes, ended));
  }

  int size() {
    return readings.size();
  }

  /// The time from the first reading to the last one.
  TimeInterval span() {
    return new TimeInterval(readings.getFirst().nanoTime, readings.getLast().nanoTime);
  }

  /// Whether the readings cover a time, but for the distance of two of them at each end.
  boolean covers(TimeInterval window) {
    if (size() < 2) {
      return false;
    }
    long margin = 2 * span().nanos() / (size() - 1);
    return span().begin() - margin <= window.begin() && span().end() + margin >= window.end();
  }

  /// What was allocated within a time. There must be at least two readings.
  ///
  /// @param hasStarted whether threads started meanwhile
  AllocatedBytes within(TimeInterval window, HeapOccupancy heap, boolean hasStarted) {
    long begin = window.begin();
    long end = window.end();
    int next = firstAtOrAfter(end);
    if (next >= 2 && next < size() && readings.get(next).ended > 0) {
      return before(next).within(window, heap, hasStarted);
    }
    double atBegin = at(begin);
    double atEnd = at(end);
    int first = firstAtOrAfter(begin);
    int afterEnd = firstAtOrAfter(end);
    int last =
        afterEnd < size() && readings.get(afterEnd).nanoTime == end ? afterEnd : afterEnd - 1;
    int ended = 0;
    for (int i = first + 1; i <= Math.min(afterEnd, size() - 1); i++) {
      ended += readings.get(i).ended;
    }
    long inner =
        first < size() && last >= first ? readings.get(last).bytes - readings.get(first).bytes : 0;
    HeapCheck check = heap.check(window, this);
    boolean isBounded = check == null ? !hasStarted && ended == 0 : !check.isMore();
    return new AllocatedBytes(
        Math.round(Math.max(0, atEnd - atBegin)),
        inner,
        isBounded
            ? Math.round(
                Math.max((double) inner, highestAt(end, afterEnd) - lowestAt(begin, first)))
            : null,
        end - begin,
        ended,
        check);
  }

  private AllocationSeries before(int index) {
    AllocationSeries earlier = new AllocationSeries();
    earlier.readings.addAll(readings.subList(0, index));
    return earlier;
  }

  /// What was allocated until a time, by interpolation.
  double at(long nanoTime) {
    int right = Math.clamp(firstAtOrAfter(nanoTime), 1, size() - 1);
    Reading a = readings.get(right - 1);
    Reading b = readings.get(right);
    double rate = (double) (b.bytes - a.bytes) / (b.nanoTime - a.nanoTime);
    return (double) a.bytes + rate * (nanoTime - a.nanoTime);
  }

  /// The most that was allocated until a time. After the last reading, the rate is not known: it
  /// may have been twice the last one.
  private double highestAt(long nanoTime, int next) {
    return next < size()
        ? (double) readings.get(next).bytes
        : 2 * at(nanoTime) - (double) readings.getLast().bytes;
  }

  /// The least that was allocated until a time.
  ///
  /// @param next the first reading at or after it
  private double lowestAt(long nanoTime, int next) {
    if (next < size() && readings.get(next).nanoTime == nanoTime) {
      return (double) readings.get(next).bytes;
    }
    return next > 0
        ? (double) readings.get(next - 1).bytes
        : Math.max(0, 2 * at(nanoTime) - (double) readings.getFirst().bytes);
  }

  /// The index of the first reading at or after a time; [#size] if there is none.
  private int firstAtOrAfter(long nanoTime) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (readings.get(middle).nanoTime - nanoTime < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
