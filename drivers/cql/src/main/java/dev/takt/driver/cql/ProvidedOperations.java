package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations that another module supplies.
///
/// @param isRehearsal whether they warm up the generator or the target
/// @param routed null if no node is better than the others
record ProvidedOperations(Workload workload, boolean isRehearsal, @Nullable RoutedRequests routed)
    implements Operations {

  /// @param routing null if no node is better than the others
  static ProvidedOperations of(Workload workload, @Nullable TokenRouting routing) {
    return new ProvidedOperations(
        workload, false, routing == null ? null : new RoutedRequests(workload, routing));
  }

  @Override
  public List<String> statements() {
    return workload.statements();
  }

  @Override
  public Operations forWarmup() {
    return new ProvidedOperations(workload, true, null);
  }

  @Override
  public CqlCodec newCodec(CqlSession session, int stream, Execution execution) {
    return new ProvidedCodec(session, stream, execution, workload.newRequest(isRehearsal), routed);
  }

  @Override
  public ByteBuffer sampleAnswer(Version version, int operation, int step, int stream) {
    Workload.Sample sample = workload.sample(operation, step);
    return SampleAnswer.rows(version, stream, sample.rows(), sample.columns(), sample.valueBytes());
  }

  @Override
  public boolean isRepeatable(int operation) {
    return workload.isRepeatable(operation);
  }

  /// Begins the operation, because only its request knows the partition.
  @Override
  public int preferredEndpoint(int operation, long n) {
    return routed == null ? WireDriver.ANY_ENDPOINT : routed.begin(operation, n);
  }
}
