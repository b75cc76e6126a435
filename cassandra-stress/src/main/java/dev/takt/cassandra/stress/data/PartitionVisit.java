package dev.takt.cassandra.stress.data;

import org.jspecify.annotations.Nullable;

/// One operation's visit to a partition. Reused from operation to operation. For one thread.
public final class PartitionVisit {

  private long seed;
  private long number;
  private @Nullable UnfinishedPartition unfinished;
  private long end;
  private boolean isLast;

  /// A visit to be set by [PartitionPicker].
  public PartitionVisit() {}

  /// Makes this a visit to a whole partition.
  void set(long newSeed, long newNumber) {
    seed = newSeed;
    number = newNumber;
    unfinished = null;
    isLast = true;
  }

  /// Makes this one of several visits to a partition.
  void set(UnfinishedPartition partition) {
    seed = partition.seed();
    number = partition.number();
    unfinished = partition;
    isLast = false;
  }

  /// The seed of the partition.
  public long seed() {
    return seed;
  }

  /// The place of the partition in the sequence of those that are written.
  long number() {
    return number;
  }

  @Nullable UnfinishedPartition unfinished() {
    return unfinished;
  }

  /// Takes the next rows for this visit, to [#end]. Returns the first one.
  long claim(long rows) {
    long from = unfinished == null ? 0 : unfinished.claim(rows);
    end = unfinished == null ? rows : Math.min(rows, from + unfinished.rowsPerVisit(rows));
    isLast = end == rows;
    return from;
  }

  long end() {
    return end;
  }

  /// Whether this visit writes the last rows of the partition.
  public boolean isLast() {
    return isLast;
  }

  /// How many rows earlier visits have taken; all rows if there are none.
  long visitedRows(long rows) {
    return unfinished == null ? rows : unfinished.visitedRows(rows);
  }
}
