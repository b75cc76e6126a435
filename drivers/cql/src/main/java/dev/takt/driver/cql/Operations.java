package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import java.nio.ByteBuffer;
import java.util.List;

/// The operations of a run: those of a plan, those of a key-value workload, or those that another
/// module supplies. Thread-safe.
sealed interface Operations permits PlannedOperations, RecordOperations, ProvidedOperations {

  /// The statements to prepare on each connection.
  List<String> statements();

  /// The same, for [dev.takt.load.driver.WireDriver#warmupSession].
  default Operations forWarmup() {
    return this;
  }

  CqlCodec newCodec(CqlSession session, int stream, Execution execution);

  /// A plausible answer to a step of an operation.
  ByteBuffer sampleAnswer(Version version, int operation, int step, int stream);

  /// See [dev.takt.load.driver.WireDriver#isRepeatable].
  boolean isRepeatable(int operation);

  /// The node with the operation's partition, or [dev.takt.load.driver.WireDriver#ANY_ENDPOINT].
  int preferredEndpoint(int operation, long n);
}
