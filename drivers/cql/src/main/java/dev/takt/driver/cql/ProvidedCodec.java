package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.driver.cql.workload.Request;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Carries out the operations of a [dev.takt.driver.cql.workload.Workload].
final class ProvidedCodec extends CqlCodec {

  private final ProvidedOperations.@Nullable RoutedRequests routed;
  private Request request;
  private boolean isAbandoned;

  /// @param request carries out the operations that `routed` has not begun
  /// @param routed null if no node is better than the others
  ProvidedCodec(
      CqlSession session,
      int stream,
      Execution execution,
      Request request,
      ProvidedOperations.@Nullable RoutedRequests routed) {
    super(session, stream, execution);
    this.request = request;
    this.routed = routed;
  }

  @Override
  void begin(int operation, long n) {
    isAbandoned = false;
    if (routed != null) {
      request = routed.take(operation, n, request);
    }
    request.begin(operation, n);
  }

  @Override
  int statement() {
    return request.statement();
  }

  @Override
  Consistency consistency() {
    return request.consistency();
  }

  @Override
  @Nullable BatchType batch() {
    return request.batch();
  }

  @Override
  int rows() {
    return request.rows();
  }

  @Override
  int pageSize() {
    return request.pageSize();
  }

  @Override
  byte @Nullable [] firstPage() {
    return request.firstPage();
  }

  @Override
  boolean readsPage(byte[] nextPage) {
    return request.readsPage(nextPage);
  }

  @Override
  void putValues(int row, ByteBuffer body) {
    request.putValues(row, body);
  }

  @Override
  void take(int rows, int columns, ByteBuffer body) {
    request.take(rows, columns, body);
  }

  @Override
  @Nullable Outcome ended(@Nullable Outcome failure) {
    if (isAbandoned) {
      return failure == null ? Outcome.OK : failure;
    }
    return request.ended(failure);
  }

  @Override
  public void abandoned() {
    if (!isAbandoned) {
      isAbandoned = true;
      request.abandoned();
    }
  }
}
