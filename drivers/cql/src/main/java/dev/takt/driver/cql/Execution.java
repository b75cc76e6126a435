package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// What the executions of all statements of a run have in common. Thread-safe.
///
/// @param serialConsistency of conditional statements
/// @param pageSize the maximum number of rows of an answer
/// @param preparedAgain how often a server had forgotten a statement
record Execution(
    Consistency serialConsistency,
    int pageSize,
    FailedResponses failures,
    LongAdder preparedAgain) {

  static final Outcome UNEXPECTED = Outcome.failed("an answer of an unexpected kind");

  private static final Map<Integer, Outcome> BY_CODE = new ConcurrentHashMap<>();

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
