package dev.takt.cassandra.stress.drive;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.driver.cql.workload.Request;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries out the operations of profiles, each by a request of its own.
final class UserRequest implements Request {

  private final List<Request> requests;
  private Request current;

  /// @param requests by operation
  UserRequest(List<Request> requests) {
    this.requests = List.copyOf(requests);
    this.current = requests.getFirst();
  }

  @Override
  public void begin(int operation, long n) {
    current = requests.get(operation);
    current.begin(operation, n);
  }

  @Override
  public int statement() {
    return current.statement();
  }

  @Override
  public Consistency consistency() {
    return current.consistency();
  }

  @Override
  public @Nullable BatchType batch() {
    return current.batch();
  }

  @Override
  public int rows() {
    return current.rows();
  }

  @Override
  public int pageSize() {
    return current.pageSize();
  }

  @Override
  public byte @Nullable [] firstPage() {
    return current.firstPage();
  }

  @Override
  public boolean readsPage(byte[] next) {
    return current.readsPage(next);
  }

  @Override
  public void putValues(int row, ByteBuffer body) {
    current.putValues(row, body);
  }

  @Override
  public void take(int rows, int columns, ByteBuffer body) {
    current.take(rows, columns, body);
  }

  @Override
  public @Nullable Outcome ended(@Nullable Outcome failure) {
    return current.ended(failure);
  }

  @Override
  public void abandoned() {
    current.abandoned();
  }
}
