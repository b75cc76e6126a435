package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.List;

/// The operations that another module supplies.
///
/// @param isRehearsal whether they warm up the generator or the target
record ProvidedOperations(Workload workload, boolean isRehearsal) implements Operations {

  @Override
  public List<String> statements() {
    return workload.statements();
  }

  @Override
  public Operations forWarmup() {
    return new ProvidedOperations(workload, true);
  }

  @Override
  public CqlCodec newCodec(CqlSession session, int stream, Execution execution) {
    return new ProvidedCodec(session, stream, execution, workload.newRequest(isRehearsal));
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

  /// The partition is known only to the request that the operation has in its codec.
  @Override
  public int preferredEndpoint(int operation, long n) {
    return WireDriver.ANY_ENDPOINT;
  }
}
