package dev.takt.cassandra.stress.drive;

import dev.takt.load.driver.RowCount;
import java.util.concurrent.atomic.LongAdder;

/// Counts what the operations of a kind have read or written. Thread-safe.
final class RowCounter {

  private final LongAdder partitions = new LongAdder();
  private final LongAdder rows = new LongAdder();

  void add(long morePartitions, long moreRows) {
    partitions.add(morePartitions);
    rows.add(moreRows);
  }

  RowCount count() {
    return new RowCount(partitions.sum(), rows.sum());
  }
}
