package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.cassandra.stress.table.TokenRanges;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Reads one page of a range of tokens. Partitions are counted by their tokens, which are the first
/// column, in ascending order.
final class TokenRangeRequest extends StressRequest {

  private final UserTokenRanges operation;
  private TokenRanges.@Nullable Range range;
  private byte @Nullable [] nextPage;
  private boolean isRead;
  private long found;
  private long partitions;

  /// Of the last row.
  private long token;

  TokenRangeRequest(UserTokenRanges operation, int retries) {
    super(operation.consistency(), retries);
    this.operation = operation;
  }

  @Override
  void prepare(int index, StagedRows staged) {
    TokenRanges.Range taken = operation.ranges().take();
    range = taken;
    staged.begin(2);
    staged.add(taken.bounds().above());
    staged.add(taken.bounds().to());
    staged.end();
  }

  @Override
  void restart() {
    nextPage = null;
    isRead = false;
    found = 0;
    partitions = 0;
    token = range == null ? 0 : range.token();
  }

  @Override
  public int statement() {
    return operation.statement();
  }

  @Override
  public int pageSize() {
    return operation.query().pageSize();
  }

  @Override
  public byte @Nullable [] firstPage() {
    return range == null ? null : range.page();
  }

  @Override
  public boolean readsPage(byte[] next) {
    nextPage = next;
    return false;
  }

  @Override
  public void take(int rows, int columns, ByteBuffer body) {
    found += rows;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int length = body.getInt();
        if (column == 0 && length == Long.BYTES) {
          countPartition(body.getLong(body.position()));
        }
        body.position(body.position() + Math.max(0, length));
      }
    }
  }

  private void countPartition(long next) {
    if (next != token) {
      token = next;
      partitions++;
    }
  }

  @Override
  Outcome verdict() {
    isRead = true;
    return Outcome.OK;
  }

  @Override
  void count(RowCounter into) {
    if (range != null && range.isCounted()) {
      into.add(partitions, found);
    }
  }

  @Override
  void finish() {
    TokenRanges.Range taken = range;
    range = null;
    if (taken != null && isRead) {
      operation.ranges().read(taken, nextPage, token);
    } else if (taken != null) {
      operation.ranges().giveBack(taken);
    }
  }
}
