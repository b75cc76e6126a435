package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How all connections execute the operations of a run, and what they have in common. Thread-safe.
///
/// @param seed of the run
/// @param pageSize the maximum number of rows of an answer
/// @param preparedAgain how often a server had forgotten a statement
record Execution(
    List<Statement> statements,
    Consistency consistency,
    Consistency serialConsistency,
    int pageSize,
    long seed,
    FailedResponses failures,
    LongAdder preparedAgain) {

  private static final Outcome UNEXPECTED = Outcome.failed("an answer of an unexpected kind");
  private static final Map<Integer, Outcome> BY_CODE = new ConcurrentHashMap<>();

  void countPreparedAgain() {
    preparedAgain.increment();
  }

  Outcome unexpected() {
    return UNEXPECTED;
  }

  /// The outcome of an error. Keeps the message of the first one of each kind.
  ///
  /// @param body after the code
  Outcome failure(int code, ByteBuffer body) {
    Outcome failure = BY_CODE.computeIfAbsent(code, each -> Outcome.failed(ErrorCode.nameOf(each)));
    if (failures.wants(failure.label())) {
      failures.keep(
          failure.label(), (Wire.getString(body) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return failure;
  }
}
