package dev.takt.load.wire;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Opens all connections to the target before a run, and waits for them. A failure becomes a
/// message for the user.
final class InitialConnections {

  static final String FEWER_FILES = "raise the limit (ulimit -n), or use fewer --connections";

  private static final long CONNECT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String NO_ANSWER = "no answer to the connect within 10 s";
  private static final String IS_IT_RUNNING = "; is the target running, and is this its address?";

  private final WireDriver driver;
  private final Connection[] connections;
  private final Sockets sockets;
  private final ConnectionOpener opener;

  InitialConnections(
      WireDriver driver, Connection[] connections, Sockets sockets, ConnectionOpener opener) {
    this.driver = driver;
    this.connections = connections;
    this.sockets = sockets;
    this.opener = opener;
  }

  /// Finds an address of each endpoint that answers, unless another loop has found one.
  static void choose(WireDriver driver) throws DriverException {
    for (Endpoint endpoint : driver.endpoints()) {
      choose(driver, endpoint);
    }
  }

  private static void choose(WireDriver driver, Endpoint endpoint) throws DriverException {
    if (endpoint.address() instanceof InetSocketAddress internet && internet.isUnresolved()) {
      throw new DriverException(
          "cannot resolve the host name " + internet.getHostString() + "; is it right?");
    }
    try {
      endpoint.choose(Duration.ofNanos(CONNECT_TIMEOUT_NANOS));
    } catch (IOException e) {
      String addresses =
          endpoint.addresses().stream().map(Endpoint::text).collect(Collectors.joining(", "));
      throw new DriverException(
          "cannot connect to "
              + driver.describe()
              + ": "
              + (e instanceof SocketTimeoutException
                  ? NO_ANSWER
                  : String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT))
              + " (tried "
              + addresses
              + ")"
              + IS_IT_RUNNING,
          e);
    }
  }

  /// Opens the connections.
  ///
  /// @throws DriverException if one cannot be opened
  void open() throws DriverException {
    long deadline = System.nanoTime() + CONNECT_TIMEOUT_NANOS;
    for (Connection connection : connections) {
      failIf(connection, openUntil(deadline, connection));
    }
    while (!areAllOpen()) {
      if (System.nanoTime() - deadline > 0) {
        throw failure(NO_ANSWER, true);
      }
      int events = sockets.await(deadline);
      for (int i = 0; i < events; i++) {
        if (sockets.key(i) != Sockets.NONE) {
          Connection connection = connections[sockets.key(i)];
          failIf(connection, opener.progress(connection, sockets.readiness(i)));
        }
      }
    }
  }

  /// Retries for a while: a server at a Unix domain socket may need some time for many connections
  /// at once.
  private @Nullable Outcome openUntil(long deadline, Connection connection) {
    Outcome failure = opener.open(connection);
    while (failure == SocketErrors.outcome(SocketErrors.EAGAIN)
        && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000);
      failure = opener.open(connection);
    }
    return failure;
  }

  private boolean areAllOpen() {
    for (Connection connection : connections) {
      if (connection.state != Connection.State.OPEN) {
        return false;
      }
    }
    return true;
  }

  private void failIf(Connection connection, @Nullable Outcome failure) throws DriverException {
    if (failure != null) {
      throw failure(failure.label(), connection.state != Connection.State.SETTING_UP);
    }
  }

  /// @param unanswered whether the target has not sent anything yet
  private DriverException failure(String why, boolean unanswered) {
    return new DriverException(
        "cannot connect to " + driver.describe() + ": " + why + (unanswered ? advice(why) : ""));
  }

  /// Advice for the user. A target that has answered is running, so it gets none. A message about
  /// its certificate has its own advice.
  private static String advice(String why) {
    if (why.equals(SocketErrors.text(SocketErrors.EMFILE))) {
      return "; " + FEWER_FILES;
    }
    return why.startsWith("TLS: ") ? "" : IS_IT_RUNNING;
  }
}
