package dev.takt.watch.locks;

import java.util.ArrayList;
import java.util.List;

/// Divides time at the garbage collections: only these move objects, so within an epoch an address
/// means one object. Not thread-safe.
///
/// Both the begin and the end of a collection divide, since some collectors move objects while the
/// application runs.
final class Epochs {

  private final List<Long> boundaries = new ArrayList<>();
  private boolean isSorted = true;

  /// Adds a collection.
  void add(long begin, long end) {
    boundaries.add(begin);
    boundaries.add(end);
    isSorted = false;
  }

  /// The epoch of a time.
  int at(long nanoTime) {
    if (!isSorted) {
      long first = boundaries.getFirst();
      boundaries.sort((one, other) -> Long.compare(one - first, other - first));
      isSorted = true;
    }
    int low = 0;
    int high = boundaries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (boundaries.get(middle) - nanoTime <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
