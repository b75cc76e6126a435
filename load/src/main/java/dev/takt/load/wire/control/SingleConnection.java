package dev.takt.load.wire.control;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One connection on which a driver makes requests before a run: one at a time, which blocks. Must
/// be used by the thread that opens it.
public final class SingleConnection implements AutoCloseable {

  private final WireTransport transport;
  private @Nullable Outcome outcome;

  private SingleConnection(WireTransport transport) {
    this.transport = transport;
  }

  /// Connects, and sets the connection up.
  ///
  /// @param session whose codecs write the request that its owner has set, and keep the answer
  /// @param name of the server, for messages
  /// @throws DriverException if the server cannot be reached, or refuses the connection
  public static SingleConnection open(Endpoint endpoint, WireDriver.Session session, String name)
      throws DriverException {
    return new SingleConnection(
        WireTransport.connect(new SingleSession(endpoint, session, name), 1));
  }

  /// Sends the session's request, and waits for its end.
  ///
  /// @return null if there was no answer in time
  public @Nullable Outcome call(Duration timeout) {
    outcome = null;
    long deadline = System.nanoTime() + timeout.toNanos();
    transport.send(0, 0, 0, this::completed);
    while (outcome == null && System.nanoTime() - deadline < 0) {
      transport.poll(deadline, this::completed);
    }
    if (outcome == null) {
      transport.cancel(0);
    }
    return outcome;
  }

  private void completed(int slot, Outcome ended, long endNanos) {
    outcome = ended;
  }

  @Override
  public void close() {
    transport.close();
  }

  private record SingleSession(Endpoint endpoint, Session session, String name)
      implements WireDriver {

    @Override
    public Session newSession() {
      return session;
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new UnsupportedOperationException("not for load");
    }

    @Override
    public String describe() {
      return name;
    }

    @Override
    public void close() {}
  }
}
