package dev.takt.load.wire;

import java.lang.foreign.Arena;
import java.util.Locale;

/// What the sockets of event loops are made of.
public enum TransportKind {
  /// The best that the machine has.
  AUTO,
  /// Calls of the C library on Linux, with a timer of nanoseconds.
  EPOLL,
  /// `java.nio`, on every system: slower, and less exact.
  NIO;

  /// The kind that runs on this machine; not [#AUTO].
  public TransportKind resolved() {
    return resolved(Platform.isSupported());
  }

  TransportKind resolved(boolean hasEpoll) {
    return this != AUTO ? this : hasEpoll ? EPOLL : NIO;
  }

  /// Whether this machine supports it.
  public boolean isSupported() {
    return isSupported(Platform.isSupported());
  }

  boolean isSupported(boolean hasEpoll) {
    return this != EPOLL || hasEpoll;
  }

  /// Its name in plans and in `run.json`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  Sockets open(Arena arena) {
    return resolved() == EPOLL ? new EpollSockets(arena) : new NioSockets();
  }
}
