package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Request;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// An operation of cassandra-stress. Its values are generated when it begins. If it fails, it is
/// tried again as often as `-errors retries=` asks for, which is part of its service time.
abstract class StressRequest implements Request {

  /// Counts what the operations of a kind have read or written. Thread-safe.
  static final class RowCounter {

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

  private final Consistency consistency;
  private final int retries;
  private final StagedRows rows = new StagedRows();
  private @Nullable RowCounter counter;
  private long number = -1;
  private int retriesLeft;

  StressRequest(Consistency consistency, int retries) {
    this.consistency = consistency;
    this.retries = retries;
  }

  /// Counts what successful operations have read or written.
  final void countInto(RowCounter newCounter) {
    counter = newCounter;
  }

  /// Adds what the operation has read or written, if that is counted.
  void count(RowCounter into) {}

  /// Chooses what the operation does, and generates its values.
  ///
  /// @param staged empty; for the rows of the statement
  abstract void prepare(int operation, StagedRows staged);

  /// Goes back to the first statement, and forgets what has been returned so far.
  abstract void restart();

  /// How a statement that was successful is judged.
  abstract Outcome verdict();

  /// Goes on with another statement after one that was successful.
  ///
  /// @return false if there is none
  boolean next() {
    return false;
  }

  /// The operation has ended, with any outcome.
  abstract void finish();

  @Override
  public final void begin(int operation, long n) {
    if (n != number) {
      number = n;
      rows.clear();
      prepare(operation, rows);
    }
    retriesLeft = retries;
    restart();
  }

  @Override
  public final Consistency consistency() {
    return consistency;
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public void putValues(int row, ByteBuffer body) {
    rows.put(row, body);
  }

  @Override
  public final @Nullable Outcome ended(@Nullable Outcome failure) {
    Outcome outcome = failure != null ? failure : verdict();
    if (!outcome.isOk() && retriesLeft > 0) {
      retriesLeft--;
      restart();
      return null;
    }
    if (outcome.isOk() && next()) {
      return null;
    }
    if (counter != null && outcome.isOk()) {
      count(counter);
    }
    end();
    return outcome;
  }

  @Override
  public final void abandoned() {
    end();
  }

  private void end() {
    number = -1;
    finish();
  }
}
