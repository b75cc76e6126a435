package dev.takt.load.wire;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Connects to an endpoint over TCP or a Unix domain socket: to its current address, and to the
/// next one if that fails.
final class SocketConnector implements Connector {

  /// If an address has not answered for this long, the next one is tried. The time doubles with
  /// each attempt, so that a slow network is not taken for a dead one forever.
  static final long MIN_ATTEMPT_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final int MAX_DOUBLINGS = 6;

  private final Endpoint endpoint;
  private final Sockets sockets;

  /// Failures to connect, with the address that a redirect leads to; null for the target.
  private final @Nullable Map<Integer, Outcome> failures;

  /// @param isRedirect whether a redirect leads to the endpoint; its failures name the address
  SocketConnector(Endpoint endpoint, Sockets sockets, boolean isRedirect) {
    this.failures = isRedirect ? new HashMap<>() : null;
    this.endpoint = endpoint;
    this.sockets = sockets;
  }

  @Override
  public int connect(Connection connection) {
    connection.address = endpoint.current();
    return sockets.connect(endpoint.addresses().get(connection.address));
  }

  @Override
  public boolean hasSeveralAddresses() {
    return endpoint.addresses().size() > 1;
  }

  @Override
  public long attemptDelayNanos(Connection connection) {
    return MIN_ATTEMPT_DELAY_NANOS << Math.min(connection.attempts, MAX_DOUBLINGS);
  }

  @Override
  public void failed(Connection connection) {
    endpoint.failed(connection.address);
  }

  @Override
  public boolean hasUntried(Connection connection) {
    return connection.attempts < endpoint.addresses().size();
  }

  @Override
  public void opened(Connection connection) {
    endpoint.opened(connection.address);
  }

  @Override
  public Outcome outcome(int errno) {
    if (failures == null) {
      return SocketErrors.outcome(errno);
    }
    return failures.computeIfAbsent(
        errno,
        e ->
            Outcome.failed(
                SocketErrors.text(e)
                    + ": redirect to "
                    + Endpoint.text(endpoint.addresses().getFirst())));
  }

  @Override
  public WireDriver.@Nullable Tls tls() {
    return endpoint.tls();
  }
}
