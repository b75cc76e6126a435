package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// Makes the sockets of a transport.
sealed interface Dialler permits TcpDialler, EchoDialler {

  /// A socket that is connected or connecting, or a negative errno.
  int dial(int slot);

  /// Whether [#dial] gives sockets that need no waiting for.
  boolean isConnectedAtOnce();

  /// The TLS to speak over the sockets, or null for none.
  WireDriver.@Nullable Tls tls();

  /// Whether the far end wants to be greeted where the protocol knows a greeting.
  boolean wantsGreeting();

  /// Bytes of a request were sent on the slot's socket; `more` tells whether some are still to
  /// come.
  default void sent(int slot, int operation, int step, boolean more) {}

  /// Closes what the dialler itself holds open.
  default void close() {}
}
