package dev.takt.driver.redis;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Closes a connection when time is up, whatever is just done with it. A limit for each read would
/// be none for a server that sends byte by byte. For one thread, beside its own.
final class Patience implements AutoCloseable {

  private final Closeable connection;
  private @Nullable Thread guard;
  private volatile boolean isOver;

  Patience(Closeable connection, Duration limit) {
    this.connection = connection;
    allow(limit);
  }

  /// From now on, and in place of what was allowed before.
  final void allow(Duration limit) {
    close();
    guard = Thread.startVirtualThread(() -> waitFor(limit));
  }

  private void waitFor(Duration limit) {
    try {
      Thread.sleep(limit);
      isOver = true;
      connection.close();
    } catch (InterruptedException | IOException e) {
      // It was in time; or nobody can use the socket anyway.
    }
  }

  /// What really happened when something with the connection failed.
  IOException reason(IOException failure) {
    if (!isOver) {
      return failure;
    }
    SocketTimeoutException late = new SocketTimeoutException("no whole answer in time");
    late.initCause(failure);
    return late;
  }

  @Override
  public void close() {
    if (guard != null) {
      guard.interrupt();
    }
  }
}
