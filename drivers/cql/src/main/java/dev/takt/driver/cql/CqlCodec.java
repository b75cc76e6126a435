package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.PreparedResult;
import dev.takt.driver.cql.protocol.ResultKind;
import dev.takt.driver.cql.protocol.RowsHeader;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Executes prepared statements. All pages of a result are steps of one operation, and so is the
/// preparation of a statement that the server has forgotten.
final class CqlCodec implements WireDriver.Codec {

  private static final int VALUES = 0x01;
  private static final int SKIP_METADATA = 0x02;
  private static final int PAGE_SIZE = 0x04;
  private static final int PAGING_STATE = 0x08;
  private static final int SERIAL_CONSISTENCY = 0x10;

  private enum Next {
    NOTHING,
    PREPARE,
    EXECUTE
  }

  private final CqlSession session;
  private final int stream;
  private final Execution execution;
  private final RowsHeader header = new RowsHeader();
  private int operation;
  private long number;
  private byte @Nullable [] page;
  private long rows;
  private Next next = Next.NOTHING;
  private boolean isRepaired;

  CqlCodec(CqlSession session, int stream, Execution execution) {
    this.session = session;
    this.stream = stream;
    this.execution = execution;
  }

  @Override
  public void encode(int newOperation, long n, ByteBuffer out) {
    operation = newOperation;
    number = n;
    page = null;
    rows = 0;
    next = Next.NOTHING;
    isRepaired = false;
    execute(out);
  }

  private void execute(ByteBuffer out) {
    PreparedResult prepared = session.prepared(operation);
    ByteBuffer body = session.writer.begin(Opcode.EXECUTE, stream, out);
    Wire.putShortBytes(prepared.id(), body);
    if (session.version() != Version.V4) {
      Wire.putShortBytes(prepared.resultId(), body);
    }
    body.putShort(execution.consistency().code());
    session.putFlags(
        VALUES | SKIP_METADATA | PAGE_SIZE | (page == null ? 0 : PAGING_STATE) | SERIAL_CONSISTENCY,
        body);
    execution.statements().get(operation).putValues(execution.seed(), number, body);
    body.putInt(execution.pageSize());
    if (page != null) {
      body.putInt(page.length).put(page);
    }
    body.putShort(execution.serialConsistency().code());
    session.writer.end(out);
  }

  @Override
  public @Nullable Outcome decode(ByteBuffer body) {
    next = Next.NOTHING;
    return switch (session.reader.opcode()) {
      case Opcode.RESULT -> result(body);
      case Opcode.ERROR -> error(body);
      default -> execution.unexpected();
    };
  }

  private @Nullable Outcome result(ByteBuffer body) {
    return switch (body.getInt()) {
      case ResultKind.ROWS -> rows(body);
      case ResultKind.PREPARED -> {
        session.prepared(operation, PreparedResult.read(session.version(), body));
        next = Next.EXECUTE;
        yield null;
      }
      default -> execution.statements().get(operation).expectation().ofNoRows();
    };
  }

  private @Nullable Outcome rows(ByteBuffer body) {
    header.read(body);
    byte[] newId = header.newResultId();
    if (newId != null) {
      session.prepared(operation, session.prepared(operation).withResultId(newId));
    }
    Expectation expectation = execution.statements().get(operation).expectation();
    if (expectation.needsFirstRow() && header.rows() > 0) {
      return expectation.ofFirstRow(body);
    }
    rows += header.rows();
    page = header.nextPage();
    if (page == null) {
      return expectation.ofRows(rows);
    }
    next = Next.EXECUTE;
    return null;
  }

  private @Nullable Outcome error(ByteBuffer body) {
    int code = body.getInt();
    if (code == ErrorCode.UNPREPARED.code() && !isRepaired) {
      isRepaired = true;
      execution.countPreparedAgain();
      next = Next.PREPARE;
      return null;
    }
    return execution.failure(code, body);
  }

  @Override
  public boolean hasNext() {
    return next != Next.NOTHING;
  }

  /// May be called again for the same request.
  @Override
  public void encodeNext(ByteBuffer out) {
    if (next == Next.PREPARE) {
      session.encodePrepare(operation, stream, out);
    } else {
      execute(out);
    }
  }

  @Override
  public void reset() {
    next = Next.NOTHING;
  }
}
