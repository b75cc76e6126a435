package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations of a plan.
///
/// @param routing null if no node is better than the others
record PlannedOperations(
    List<Statement> list, Consistency consistency, long seed, @Nullable TokenRouting routing)
    implements Operations, TokenRouting.Values {

  @Override
  public List<String> statements() {
    return list.stream().map(Statement::text).toList();
  }

  @Override
  public CqlCodec newCodec(CqlSession session, int stream, Execution execution) {
    return new StatementCodec(session, stream, execution, list, consistency, seed);
  }

  @Override
  public ByteBuffer sampleAnswer(Version version, int operation, int step, int stream) {
    return SampleAnswer.rows(
        version, stream, list.get(operation).expectation().exampleRows(), 1, 1);
  }

  @Override
  public boolean isRepeatable(int operation) {
    return list.get(operation).isQuery();
  }

  @Override
  public int preferredEndpoint(int operation, long n) {
    return routing == null ? WireDriver.ANY_ENDPOINT : routing.endpoint(operation, n, this);
  }

  @Override
  public void put(int statement, int parameter, long n, ByteBuffer out) {
    list.get(statement).values().get(parameter).put(seed, n, out);
  }
}
