package dev.takt.cassandra.stress.data;

import java.util.concurrent.atomic.AtomicLong;

/// A partition that is written in several visits, some of which are still to come. Several visits
/// can be under way at a time.
///
/// The share of a visit is that of the rows that there are. cassandra-stress takes the number of
/// rows from averages, and loses rows where there are three or more clustering columns.
final class UnfinishedPartition {

  private final long seed;
  private final long number;
  private final int visits;
  private final AtomicLong position = new AtomicLong();

  UnfinishedPartition(long seed, long number, int visits) {
    this.seed = seed;
    this.number = number;
    this.visits = visits;
  }

  long seed() {
    return seed;
  }

  long number() {
    return number;
  }

  long rowsPerVisit(long rows) {
    return Math.max(1, rows / visits);
  }

  /// Takes the rows of a visit, and returns the first one.
  long claim(long rows) {
    return position.getAndAdd(rowsPerVisit(rows));
  }

  long visitedRows(long rows) {
    long visited = position.get();
    return visited == 0 ? rows : Math.min(visited, rows);
  }
}
