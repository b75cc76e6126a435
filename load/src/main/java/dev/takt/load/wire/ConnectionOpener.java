package dev.takt.load.wire;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.record.NanoClock;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Opens connections step by step, as their sockets become ready: connect, TLS handshake, setup.
/// Never blocks.
final class ConnectionOpener {

  /// How often to check whether an endpoint has been resolved.
  private static final long RESOLVE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Sockets sockets;
  private final SocketIo io;

  /// Whether a connection may be waiting for an address that does not answer, while there are
  /// others to try, or for an endpoint to be resolved.
  private boolean isWaiting;

  ConnectionOpener(Sockets sockets, SocketIo io) {
    this.sockets = sockets;
    this.io = io;
  }

  /// Sends pending bytes if the connection is open, else begins to open it.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome transmit(Connection connection) {
    return switch (connection.state) {
      case OPEN -> io.flush(connection);
      case CLOSED -> open(connection);
      case RESOLVING, CONNECTING, HANDSHAKING, SETTING_UP -> null;
    };
  }

  /// Begins to open a connection.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome open(Connection connection) {
    connection.attempts = 0;
    return openNextAddress(connection);
  }

  /// Begins to open the connection to the current address. If that fails at once, tries the next
  /// one.
  private @Nullable Outcome openNextAddress(Connection connection) {
    while (true) {
      Outcome failure = openCurrentAddress(connection);
      if (failure == null || !canTryNext(connection, failure)) {
        return failure;
      }
    }
  }

  private boolean canTryNext(Connection connection, Outcome failure) {
    if (!connection.connector.hasSeveralAddresses()
        || failure == connection.connector.outcome(SocketErrors.EMFILE)) {
      return false;
    }
    connection.connector.failed(connection);
    return connection.connector.hasUntried(connection);
  }

  private @Nullable Outcome openCurrentAddress(Connection connection) {
    if (connection.connector instanceof PendingConnector pending) {
      Outcome failure = resolve(connection, pending.endpoint);
      if (failure != null || connection.state == Connection.State.RESOLVING) {
        return failure;
      }
    }
    int socket = connection.connector.connect(connection);
    connection.attempts++;
    if (socket < 0) {
      return connection.connector.outcome(-socket);
    }
    if (connection.connector.hasSeveralAddresses()) {
      connection.waitsUntil =
          NanoClock.SYSTEM.nanoTime() + connection.connector.attemptDelayNanos(connection);
      isWaiting = true;
    }
    connection.socket = socket;
    connection.in.clear();
    connection.state = Connection.State.CONNECTING;
    boolean atOnce = connection.connector.isConnectedAtOnce();
    connection.wantsWrite = !atOnce;
    int watched = sockets.add(socket, !atOnce, connection.key);
    if (watched < 0) {
      return SocketErrors.outcome(-watched);
    }
    return atOnce ? opened(connection) : null;
  }

  private @Nullable Outcome opened(Connection connection) {
    WireDriver.Tls tls = connection.connector.tls();
    if (tls != null && connection.state == Connection.State.CONNECTING) {
      connection.state = Connection.State.HANDSHAKING;
      connection.tls = new TlsLayer(tls, sockets, connection.socket);
      return handshake(connection);
    }
    connection.session.reset();
    return connection.connector.wantsSetup() ? continueSetup(connection) : ready(connection);
  }

  private @Nullable Outcome ready(Connection connection) {
    connection.state = Connection.State.OPEN;
    connection.connector.opened(connection);
    boolean fits = !connection.session.hasOutput() || connection.requests.append(connection.output);
    return fits ? io.flush(connection) : SocketErrors.REQUEST_TOO_LARGE;
  }

  /// Sends the next request of the setup, if the session needs one. Pending requests of operations
  /// are sent after the setup.
  private @Nullable Outcome continueSetup(Connection connection) {
    if (!connection.session.needsSetup()) {
      return ready(connection);
    }
    connection.state = Connection.State.SETTING_UP;
    boolean fits = connection.setup.append(connection.session::encodeSetup);
    return fits ? io.flush(connection) : SocketErrors.REQUEST_TOO_LARGE;
  }

  private @Nullable Outcome readSetup(Connection connection) {
    while (connection.hasRoomToReceive()) {
      int received = io.receive(connection);
      if (received == -SocketErrors.EAGAIN || received == -SocketErrors.EINTR) {
        return null;
      }
      if (received <= 0) {
        return SocketIo.outcomeOfLoss(connection, received);
      }
      ByteBuffer in = connection.in;
      in.flip();
      Outcome outcome = connection.session.decodeSetup(in);
      boolean hasMore = in.hasRemaining();
      in.compact();
      if (outcome != null && !outcome.isOk()) {
        return outcome;
      }
      if (outcome != null) {
        return hasMore && !connection.hasStreams
            ? SocketErrors.UNEXPECTED_BYTES
            : continueSetup(connection);
      }
    }
    return SocketErrors.ANSWER_TOO_LARGE;
  }

  private @Nullable Outcome handshake(Connection connection) {
    TlsLayer tls = connection.tls;
    if (tls == null) {
      return null;
    }
    Outcome failure = tls.handshake();
    if (failure != null) {
      return failure;
    }
    io.setInterest(connection, tls.wantsWrite());
    if (!tls.isEstablished()) {
      return null;
    }
    connection.state = Connection.State.SETTING_UP;
    Outcome refusal = tls.offers() ? connection.session.negotiated(tls.protocol()) : null;
    return refusal != null ? refusal : opened(connection);
  }

  /// Ends an attempt to open a connection.
  void abort(Connection connection) {
    io.close(connection);
    connection.setup.clear();
    connection.session.disconnected();
  }

  /// Continues with connecting, the handshake, the setup, or a request that did not fit into the
  /// socket's buffer.
  @Nullable Outcome progress(Connection connection, int readiness) {
    return switch (connection.state) {
      case CONNECTING -> {
        int error = sockets.finishConnect(connection.socket);
        yield error != 0
            ? refused(connection, connection.connector.outcome(error))
            : opened(connection);
      }
      case HANDSHAKING -> handshake(connection);
      case SETTING_UP -> {
        Outcome failure = (readiness & Sockets.WRITABLE) != 0 ? io.flush(connection) : null;
        yield failure != null ? failure : readSetup(connection);
      }
      case OPEN -> (readiness & Sockets.WRITABLE) != 0 ? io.flush(connection) : null;
      case RESOLVING, CLOSED -> null;
    };
  }

  private @Nullable Outcome refused(Connection connection, Outcome failure) {
    if (!canTryNext(connection, failure)) {
      return failure;
    }
    io.close(connection);
    return openNextAddress(connection);
  }

  /// Continues with a connection that waits ([Connection#isWaiting]) if its wait is over. If its
  /// address has not answered, the next one is tried. If its endpoint has been resolved, it
  /// connects.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome checkWaiting(Connection connection) {
    if (!connection.isWaiting() || NanoClock.SYSTEM.nanoTime() - connection.waitsUntil < 0) {
      return null;
    }
    if (connection.state == Connection.State.CONNECTING) {
      io.close(connection);
      connection.connector.failed(connection);
    }
    return openNextAddress(connection);
  }

  /// Waits for the endpoint of a connection, unless it is resolved by now.
  ///
  /// @return why there is no endpoint, or null
  private @Nullable Outcome resolve(Connection connection, PendingEndpoint pending) {
    Endpoint endpoint = pending.endpoint();
    if (endpoint != null) {
      connection.connector = new SocketConnector(endpoint, sockets, true);
      connection.state = Connection.State.CLOSED;
      return null;
    }
    Outcome failure = pending.failure();
    if (failure == null) {
      connection.state = Connection.State.RESOLVING;
      connection.waitsUntil = NanoClock.SYSTEM.nanoTime() + RESOLVE_CHECK_NANOS;
      isWaiting = true;
    }
    return failure;
  }

  /// Whether a connection may be waiting ([Connection#isWaiting]).
  boolean isWaiting() {
    return isWaiting;
  }

  /// Sets the result of [#isWaiting] until the next connection has to wait.
  void setWaiting(boolean waiting) {
    isWaiting = waiting;
  }
}
