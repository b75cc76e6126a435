package dev.takt.load.wire;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
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
  private final @Nullable LostConnections lost;

  /// Why the first endpoint that was not reachable was not.
  private @Nullable DriverException unreachable;

  /// @param lost where connections to an endpoint that is not reachable belong; null if each
  ///   connection is needed
  InitialConnections(
      WireDriver driver,
      Connection[] connections,
      Sockets sockets,
      ConnectionOpener opener,
      @Nullable LostConnections lost) {
    this.lost = lost;
    this.driver = driver;
    this.connections = connections;
    this.sockets = sockets;
    this.opener = opener;
  }

  /// Finds an address of each endpoint that answers, unless another loop has found one. If there
  /// are several endpoints, one of them may have none.
  static void choose(WireDriver driver) throws DriverException {
    DriverException first = null;
    int failures = 0;
    for (Endpoint endpoint : driver.endpoints()) {
      try {
        choose(driver, endpoint);
      } catch (DriverException e) {
        first = first == null ? e : first;
        failures++;
      }
    }
    if (first != null && failures == driver.endpoints().size()) {
      throw first;
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

  /// Opens the connections. If there are several endpoints, one that is not reachable is left out.
  ///
  /// @throws DriverException if a connection cannot be opened that is needed, or none can
  void open() throws DriverException {
    long deadline = System.nanoTime() + CONNECT_TIMEOUT_NANOS;
    for (Connection connection : connections) {
      failIf(connection, openUntil(deadline, connection));
    }
    while (isOpening()) {
      if (System.nanoTime() - deadline > 0) {
        giveUp();
        break;
      }
      int events = sockets.await(deadline);
      for (int i = 0; i < events; i++) {
        if (sockets.key(i) != Sockets.NONE) {
          Connection connection = connections[sockets.key(i)];
          failIf(connection, opener.progress(connection, sockets.readiness(i)));
        }
      }
    }
    if (unreachable != null && !isAnyOpen()) {
      throw unreachable;
    }
  }

  private void giveUp() throws DriverException {
    for (Connection connection : connections) {
      if (isOpening(connection)) {
        leaveOut(connection, SocketErrors.outcome(SocketErrors.ETIMEDOUT), NO_ANSWER);
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

  private boolean isOpening() {
    return Arrays.stream(connections).anyMatch(InitialConnections::isOpening);
  }

  private static boolean isOpening(Connection connection) {
    return connection.state != Connection.State.OPEN && connection.state != Connection.State.CLOSED;
  }

  private boolean isAnyOpen() {
    return Arrays.stream(connections).anyMatch(each -> each.state == Connection.State.OPEN);
  }

  private void failIf(Connection connection, @Nullable Outcome failure) throws DriverException {
    if (failure == null) {
      return;
    }
    boolean unanswered = connection.state != Connection.State.SETTING_UP;
    boolean isOurs = failure == SocketErrors.outcome(SocketErrors.EMFILE);
    boolean refused = connection.state == Connection.State.HANDSHAKING || !unanswered;
    if (isOurs || (refused && failure != SocketErrors.CLOSED_BEFORE_ANSWER)) {
      throw failure(failure.label(), unanswered);
    }
    leaveOut(connection, failure, failure.label());
  }

  /// The endpoint of the connection is not reachable.
  private void leaveOut(Connection connection, Outcome reason, String why) throws DriverException {
    DriverException failure = failure(why, connection.state != Connection.State.SETTING_UP);
    if (lost == null) {
      throw failure;
    }
    unreachable = unreachable == null ? failure : unreachable;
    opener.abort(connection);
    lost.unreachable(connection, reason);
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
