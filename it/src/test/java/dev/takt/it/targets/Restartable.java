package dev.takt.it.targets;

import org.jspecify.annotations.Nullable;

/// A [Fast] server that can be killed and started again on the same port.
public final class Restartable implements Target {

  private final int port;
  private @Nullable Fast running;
  private long requestsBefore;

  /// Started.
  public Restartable() {
    Fast first = new Fast();
    running = first;
    port = first.port();
  }

  /// Ends it: its connections are closed, new ones are refused.
  public synchronized void stop() {
    Fast server = running;
    if (server != null) {
      server.close();
      requestsBefore += server.requests();
      running = null;
    }
  }

  /// Starts it again.
  public synchronized void start() {
    if (running == null) {
      running = new Fast(port, 0);
    }
  }

  /// How many requests were read since the first start.
  public synchronized long requests() {
    return requestsBefore + (running == null ? 0 : running.requests());
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void close() {
    stop();
  }
}
