package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import java.nio.ByteBuffer;
import java.util.List;

/// The operations of a run: those of a plan, or those of a key-value workload. Thread-safe.
sealed interface Operations permits PlannedOperations, RecordOperations {

  /// The statements to prepare on each connection.
  List<String> statements();

  CqlCodec newCodec(CqlSession session, int stream, Execution execution);

  /// A plausible answer to a step of an operation.
  ByteBuffer sampleAnswer(Version version, int operation, int step, int stream);

  /// See [dev.takt.load.driver.WireDriver#isRepeatable].
  boolean isRepeatable(int operation);

  /// The node with the operation's partition, or [dev.takt.load.driver.WireDriver#ANY_ENDPOINT].
  int preferredEndpoint(int operation, long n);
}
