package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// Makes the sockets of a transport.
sealed interface Connector permits SocketConnector, PendingDialler, EchoDialler {

  /// A socket for the connection that is connected or connecting, or a negative errno.
  int dial(Connection connection);

  /// Whether [#dial] gives sockets that need no waiting for.
  boolean isConnectedAtOnce();

  /// Whether a connection that one address refuses can be opened to another.
  default boolean hasSeveralAddresses() {
    return false;
  }

  /// How long to wait for the connection's address before the next one is tried; in nanoseconds.
  default long silenceNanos(Connection connection) {
    return Long.MAX_VALUE;
  }

  /// The connection could not be opened: [#dial] uses another address from now on, if there is one.
  default void failed(Connection connection) {}

  /// Whether there are addresses to which [#dial] has not tried to open the connection.
  default boolean hasUntried(Connection connection) {
    return false;
  }

  /// The connection is open.
  default void opened(Connection connection) {}

  /// The TLS to speak over the sockets, or null for none.
  WireDriver.@Nullable Tls tls();

  /// Whether the far end wants to be greeted where the protocol knows a greeting.
  boolean wantsGreeting();

  /// Whether the far end wants what is attached to requests.
  default boolean wantsAttachments() {
    return true;
  }

  /// Bytes of a request were sent on the slot's socket; `more` tells whether some are still to
  /// come.
  default void sent(int slot, int operation, int step, boolean more) {}

  /// The outcome of an operation whose connection failed with `errno`; the same object each time.
  default Outcome outcome(int errno) {
    return Errors.outcome(errno);
  }

  /// Closes what the dialler itself holds open.
  default void close() {}
}
