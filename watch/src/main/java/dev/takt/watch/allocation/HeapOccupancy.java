package dev.takt.watch.allocation;

import dev.takt.runs.allocation.AllocatedBytes.HeapCheck;
import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The occupancy of the heap before and after each collection. What was allocated between two
/// collections is the difference of the occupancy before the later and after the earlier one.
final class HeapOccupancy {

  /// The collectors that allocate nothing between the two readings of a collection: threads stand
  /// still from the first one to the second one.
  private static final Set<String> STOPPING = Set.of("G1New", "ParallelScavenge", "DefNew");

  private final List<Reading> readings = new ArrayList<>();
  private String collector = "";

  private record Reading(long nanoTime, boolean isBefore, long bytes) {}

  void setCollector(String young) {
    collector = young;
  }

  void add(long nanoTime, boolean isBeforeCollection, long bytes) {
    readings.add(new Reading(nanoTime, isBeforeCollection, bytes));
  }

  /// What was allocated from the end of the first collection within a time to the begin of the last
  /// one; null if that is not known.
  @Nullable HeapCheck check(TimeInterval window, AllocationSeries threads) {
    if (!STOPPING.contains(collector)) {
      return null;
    }
    readings.sort(Comparator.comparingLong(Reading::nanoTime));
    Reading first = null;
    Reading after = null;
    Reading last = null;
    long bytes = 0;
    for (Reading each : readings) {
      if (each.nanoTime < window.begin() || each.nanoTime > window.end()) {
        continue;
      }
      if (!each.isBefore) {
        after = each;
        first = first == null ? each : first;
      } else if (after != null) {
        bytes += each.bytes - after.bytes;
        last = each;
        after = null;
      }
    }
    return first == null || last == null
        ? null
        : new HeapCheck(bytes, Math.round(threads.at(last.nanoTime) - threads.at(first.nanoTime)));
  }
}
