package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.ResultKind;
import dev.takt.driver.cql.result.RowsHeader;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Executes prepared statements; an operation is one or several of them. All pages of a result are
/// steps of the operation, and so is the preparation of a statement that the server has forgotten.
abstract class CqlCodec implements WireDriver.Codec {

  private static final int VALUES = 0x01;
  private static final int SKIP_METADATA = 0x02;
  private static final int PAGE_SIZE = 0x04;
  private static final int PAGING_STATE = 0x08;
  private static final int SERIAL_CONSISTENCY = 0x10;

  /// The kind of a batch's statement.
  private static final byte PREPARED_STATEMENT = 1;

  private enum Next {
    NOTHING,
    PREPARE,
    EXECUTE
  }

  private final CqlSession session;
  private final int stream;
  private final Execution execution;
  private final RowsHeader header = new RowsHeader();
  private byte @Nullable [] page;
  private Next next = Next.NOTHING;

  /// Whether the current statement was prepared again.
  private boolean isPreparedAgain;

  CqlCodec(CqlSession session, int stream, Execution execution) {
    this.session = session;
    this.stream = stream;
    this.execution = execution;
  }

  /// Chooses the first statement of operation `n`.
  abstract void begin(int operation, long n);

  /// The current statement, as an index of those that the session prepares.
  abstract int statement();

  abstract Consistency consistency();

  /// The kind of the batch that executes the current statement; null if it is executed alone.
  @Nullable BatchType batch() {
    return null;
  }

  /// How often a batch executes the current statement.
  int rows() {
    return 1;
  }

  /// Rows of a page; 0 for the run's.
  int pageSize() {
    return 0;
  }

  /// Where the current statement begins to read; null for its first row.
  byte @Nullable [] firstPage() {
    return null;
  }

  /// Whether the operation reads the next page, too.
  boolean readsPage(byte[] nextPage) {
    return true;
  }

  /// Appends the number of the current statement's values, and the values.
  ///
  /// @param row 0 if the statement is not executed by a batch
  abstract void putValues(int row, ByteBuffer body);

  /// Reads the rows of a page. Need not consume them.
  abstract void take(int rows, int columns, ByteBuffer body);

  /// The current statement has ended.
  ///
  /// @param failure null if it was successful
  /// @return the outcome of the operation, or null if it has another statement, which is now the
  ///   current one
  abstract @Nullable Outcome ended(@Nullable Outcome failure);

  @Override
  public final void encode(int operation, long n, ByteBuffer out) {
    begin(operation, n);
    beginStatement();
    execute(out);
  }

  private void beginStatement() {
    page = firstPage();
    isPreparedAgain = false;
  }

  private void execute(ByteBuffer out) {
    BatchType batch = batch();
    if (batch == null) {
      executeAlone(out);
    } else {
      execute(batch, out);
    }
  }

  private void execute(BatchType batch, ByteBuffer out) {
    PreparedResult prepared = session.prepared(statement());
    ByteBuffer body = session.writer.begin(Opcode.BATCH, stream, out);
    body.put(batch.code()).putShort((short) rows());
    for (int row = 0; row < rows(); row++) {
      body.put(PREPARED_STATEMENT);
      Wire.putShortBytes(prepared.id(), body);
      putValues(row, body);
    }
    body.putShort(consistency().code());
    session.putFlags(SERIAL_CONSISTENCY, body);
    body.putShort(execution.serialConsistency().code());
    session.writer.end(out);
  }

  private void executeAlone(ByteBuffer out) {
    PreparedResult prepared = session.prepared(statement());
    ByteBuffer body = session.writer.begin(Opcode.EXECUTE, stream, out);
    Wire.putShortBytes(prepared.id(), body);
    if (session.version() != Version.V4) {
      Wire.putShortBytes(prepared.resultId(), body);
    }
    body.putShort(consistency().code());
    session.putFlags(
        VALUES | SKIP_METADATA | PAGE_SIZE | (page == null ? 0 : PAGING_STATE) | SERIAL_CONSISTENCY,
        body);
    putValues(0, body);
    body.putInt(pageSize() == 0 ? execution.pageSize() : pageSize());
    if (page != null) {
      body.putInt(page.length).put(page);
    }
    body.putShort(execution.serialConsistency().code());
    session.writer.end(out);
  }

  @Override
  public final @Nullable Outcome decode(ByteBuffer body) {
    next = Next.NOTHING;
    return switch (session.reader.opcode()) {
      case Opcode.RESULT -> result(body);
      case Opcode.ERROR -> error(body);
      default -> Execution.UNEXPECTED;
    };
  }

  private @Nullable Outcome result(ByteBuffer body) {
    switch (body.getInt()) {
      case ResultKind.PREPARED -> {
        session.prepared(statement(), PreparedResult.read(session.version(), body));
        next = Next.EXECUTE;
        return null;
      }
      case ResultKind.ROWS -> {
        header.read(body);
        byte[] newId = header.newResultId();
        if (newId != null) {
          session.prepared(statement(), session.prepared(statement()).withResultId(newId));
        }
        take(header.rows(), header.columns(), body);
        page = header.nextPage();
        if (page != null && readsPage(page)) {
          next = Next.EXECUTE;
          return null;
        }
      }
      default -> take(0, 0, body);
    }
    return endStatement(null);
  }

  private @Nullable Outcome error(ByteBuffer body) {
    int code = body.getInt();
    if (code == ErrorCode.UNPREPARED.code() && !isPreparedAgain) {
      isPreparedAgain = true;
      execution.preparedAgain().increment();
      next = Next.PREPARE;
      return null;
    }
    return endStatement(execution.failure(code, body));
  }

  private @Nullable Outcome endStatement(@Nullable Outcome failure) {
    Outcome outcome = ended(failure);
    if (outcome == null) {
      beginStatement();
      next = Next.EXECUTE;
    }
    return outcome;
  }

  @Override
  public final boolean hasNext() {
    return next != Next.NOTHING;
  }

  /// May be called again for the same request.
  @Override
  public final void encodeNext(ByteBuffer out) {
    if (next == Next.PREPARE) {
      session.encodePrepare(statement(), stream, out);
    } else {
      execute(out);
    }
  }

  @Override
  public final void reset() {
    next = Next.NOTHING;
  }
}
