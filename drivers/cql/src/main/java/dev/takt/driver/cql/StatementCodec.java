package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Executes the statements of a plan; each one is an operation.
final class StatementCodec extends CqlCodec {

  private final List<Statement> statements;
  private final Consistency consistency;
  private final long seed;
  private int operation;
  private long number;
  private long rows;

  /// How the first row was judged; null if it need not be.
  private @Nullable Outcome judged;

  StatementCodec(
      CqlSession session,
      int stream,
      Execution execution,
      List<Statement> statements,
      Consistency consistency,
      long seed) {
    super(session, stream, execution);
    this.statements = statements;
    this.consistency = consistency;
    this.seed = seed;
  }

  @Override
  void begin(int newOperation, long n) {
    operation = newOperation;
    number = n;
    rows = 0;
    judged = null;
  }

  @Override
  int statement() {
    return operation;
  }

  @Override
  Consistency consistency() {
    return consistency;
  }

  @Override
  void putValues(int row, ByteBuffer body) {
    statements.get(operation).putValues(seed, number, body);
  }

  @Override
  void take(int count, int columns, ByteBuffer body) {
    Expectation expectation = statements.get(operation).expectation();
    if (rows == 0 && count > 0 && expectation.needsFirstRow()) {
      judged = expectation.ofFirstRow(body);
    }
    rows += count;
  }

  @Override
  Outcome ended(@Nullable Outcome failure) {
    if (failure != null) {
      return failure;
    }
    return judged != null ? judged : statements.get(operation).expectation().ofRows(rows);
  }
}
