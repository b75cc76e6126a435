package dev.takt.driver.redis;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Closes a connection at a deadline, even during a blocking call. A timeout for each read would
/// not limit a server that sends byte by byte. Not thread-safe; a virtual thread waits for the
/// deadline.
final class ConnectionDeadline implements AutoCloseable {

  private final Closeable connection;
  private @Nullable Thread watchdog;
  private volatile boolean hasExpired;

  ConnectionDeadline(Closeable connection, Duration limit) {
    this.connection = connection;
    restart(limit);
  }

  /// Sets a new time limit from now on, which replaces the previous one.
  final void restart(Duration limit) {
    close();
    watchdog = Thread.startVirtualThread(() -> waitFor(limit));
  }

  private void waitFor(Duration limit) {
    try {
      Thread.sleep(limit);
      hasExpired = true;
      connection.close();
    } catch (InterruptedException | IOException e) {
      // The operation ended in time, or the socket is unusable anyway.
    }
  }

  /// The cause of a failed operation: a timeout if the deadline has passed.
  IOException toTimeout(IOException failure) {
    if (!hasExpired) {
      return failure;
    }
    SocketTimeoutException late = new SocketTimeoutException("no whole answer in time");
    late.initCause(failure);
    return late;
  }

  @Override
  public void close() {
    if (watchdog != null) {
      watchdog.interrupt();
    }
  }
}
