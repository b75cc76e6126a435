package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Executes the operations of a key-value workload. A read-modify-write is a read, and then a write
/// of the same record, also if the read has failed.
final class RecordCodec extends CqlCodec {

  private final RecordOperations operations;
  private final KeyValueRequest request;
  private KeyValueKind kind = KeyValueKind.READ;
  private boolean isWriting;
  private long rows;
  private boolean isWrong;
  private boolean isAbandoned;

  /// The outcome of the read of a read-modify-write.
  private Outcome read = Outcome.OK;

  RecordCodec(CqlSession session, int stream, Execution execution, RecordOperations operations) {
    super(session, stream, execution);
    this.operations = operations;
    this.request = operations.keyValues().newRequest();
  }

  @Override
  void begin(int operation, long n) {
    request.prepare(operation, n);
    kind = request.kind();
    isWriting = kind == KeyValueKind.INSERT || kind == KeyValueKind.UPDATE;
    isAbandoned = false;
    read = Outcome.OK;
    rows = 0;
    isWrong = false;
  }

  @Override
  int statement() {
    if (kind == KeyValueKind.INSERT) {
      return RecordOperations.INSERT;
    }
    if (isWriting) {
      return request.writtenFields() == 1
          ? operations.update(request.writtenField(0))
          : RecordOperations.UPDATE_ALL;
    }
    boolean isScan = kind == KeyValueKind.SCAN;
    if (request.readsAllFields()) {
      return isScan ? RecordOperations.SCAN_ALL : RecordOperations.READ_ALL;
    }
    return isScan ? operations.scan(request.readField()) : operations.read(request.readField());
  }

  @Override
  Consistency consistency() {
    return isWriting ? operations.writeConsistency() : operations.readConsistency();
  }

  @Override
  void putValues(int row, ByteBuffer body) {
    if (isWriting) {
      body.putShort((short) (request.writtenFields() + 1));
      if (kind == KeyValueKind.INSERT) {
        putKey(body);
      }
      for (int i = 0; i < request.writtenFields(); i++) {
        body.putInt(request.valueLength(i));
        request.putValue(i, body);
      }
      if (kind != KeyValueKind.INSERT) {
        putKey(body);
      }
    } else if (kind == KeyValueKind.SCAN) {
      body.putShort((short) 2);
      putKey(body);
      body.putInt(Integer.BYTES).putInt(request.scanLength());
    } else {
      body.putShort((short) 1);
      putKey(body);
    }
  }

  private void putKey(ByteBuffer body) {
    body.putInt(request.keyLength());
    request.putKey(body);
  }

  @Override
  void take(int count, int columns, ByteBuffer body) {
    rows += count;
    if (request.checksValues() && kind != KeyValueKind.SCAN && count > 0 && !isWriting) {
      for (int column = 0; column < columns; column++) {
        check(request.readsAllFields() ? column : request.readField(), body);
      }
    }
  }

  private void check(int field, ByteBuffer body) {
    int length = body.getInt();
    int end = body.position() + Math.max(0, length);
    int limit = body.limit();
    body.limit(end);
    isWrong |= length < 0 || !request.isRight(field, body);
    body.limit(limit).position(end);
  }

  @Override
  @Nullable Outcome ended(@Nullable Outcome failure) {
    Outcome outcome = failure != null ? failure : isWriting ? Outcome.OK : verdict();
    if (kind == KeyValueKind.READ_MODIFY_WRITE && !isWriting) {
      read = outcome;
      isWriting = true;
      return null;
    }
    Outcome all = KeyValueOutcomes.ofBoth(read, outcome);
    if (!isAbandoned) {
      request.ended(all.isOk());
    }
    return all;
  }

  private Outcome verdict() {
    if (rows == 0) {
      return KeyValueOutcomes.NOT_FOUND;
    }
    return isWrong ? KeyValueOutcomes.UNEXPECTED_STATE : Outcome.OK;
  }

  @Override
  public void abandoned() {
    isAbandoned = true;
    request.ended(false);
  }
}
