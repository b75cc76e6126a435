package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// Creates the sockets of a transport.
sealed interface Connector permits SocketConnector, PendingConnector, EchoConnector {

  /// Creates a socket for the connection that is connected or connecting; returns a negative errno
  /// on failure.
  int connect(Connection connection);

  /// Whether the sockets of [#connect] are connected at once.
  default boolean isConnectedAtOnce() {
    return false;
  }

  /// Whether a connection that one address refuses can be opened to another.
  default boolean hasSeveralAddresses() {
    return false;
  }

  /// How long to wait for the connection's address before the next one is tried, in nanoseconds.
  default long attemptDelayNanos(Connection connection) {
    return Long.MAX_VALUE;
  }

  /// The connection could not be opened. [#connect] uses another address from now on, if there is
  /// one.
  default void failed(Connection connection) {}

  /// Whether there are addresses to which [#connect] has not tried to open the connection.
  default boolean hasUntried(Connection connection) {
    return false;
  }

  /// The connection is open.
  default void opened(Connection connection) {}

  /// The TLS to use on the sockets, or null for none.
  default WireDriver.@Nullable Tls tls() {
    return null;
  }

  /// Whether the peer expects the setup of a connection if the protocol has one.
  default boolean wantsSetup() {
    return true;
  }

  /// Whether the peer expects the attachments of requests.
  default boolean wantsAttachments() {
    return true;
  }

  /// Bytes were sent on the connection's socket.
  ///
  /// @param last the request that was written last
  /// @param more whether some bytes are still to be sent
  default void sent(Connection connection, InFlightRequest last, boolean more) {}

  /// The outcome of an operation whose connection failed with `errno`; the same object each time.
  default Outcome outcome(int errno) {
    return SocketErrors.outcome(errno);
  }

  /// Closes the resources that the connector itself holds.
  default void close() {}
}
