package dev.takt.fleet.engine;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.blocks.cs.BaseServer;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.stack.RouterStub;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/// One connection of an agent to the coordinator.
final class AgentStub extends RouterStub {

  private static final long CLOSE_MILLIS = 800;

  /// Reading gives up after waiting for the admission did, which says why.
  private static final int READ_MARGIN_MILLIS = 1000;

  /// The first two bytes of an alert of TLS, read as the length of a frame.
  private static final int TLS_ALERT = 0x1503;

  private final AgentSettings settings;
  private final Engine.Listener listener;
  private final Sockets sockets;
  private final CompletableFuture<Boolean> admission = new CompletableFuture<>();
  private volatile long sentNanos = System.nanoTime();
  private volatile long receivedNanos = System.nanoTime();
  private volatile boolean admitted;
  private volatile boolean abandoned;

  /// @param limit how long the coordinator may take to admit this agent
  AgentStub(AgentSettings settings, Engine.Listener listener, Duration limit) {
    this(settings, listener, new Sockets(settings.key(), Math.toIntExact(limit.toMillis())));
  }

  private AgentStub(AgentSettings settings, Engine.Listener listener, Sockets sockets) {
    super(new InetSocketAddress(0), settings.at(), false, null, sockets);
    this.settings = settings;
    this.listener = listener;
    this.sockets = sockets;
  }

  /// Makes the socket of the connection, and keeps it so that it can be closed at any time.
  private static final class Sockets extends DefaultSocketFactory {

    private final Optional<FleetKey> key;
    private final int timeoutMillis;
    private volatile @Nullable Socket socket;

    Sockets(Optional<FleetKey> key, int timeoutMillis) {
      this.key = key;
      this.timeoutMillis = timeoutMillis;
    }

    @Override
    public Socket createSocket(String service) throws IOException {
      Socket made = key.isPresent() ? key.get().clientSocket() : new Socket();
      made.setSoTimeout(timeoutMillis + READ_MARGIN_MILLIS);
      socket = made;
      return made;
    }

    void setTimeout(int millis) throws IOException {
      Socket current = socket;
      if (current != null) {
        current.setSoTimeout(millis);
      }
    }

    /// JGroups sets it to 0 with TLS, which discards what was sent last.
    void keepLastFrames() throws IOException {
      if (socket instanceof SSLSocket secured) {
        secured.setSoLinger(true, 1);
      }
    }

    /// TLS would wait for the other side to close, for as long as reading may take.
    void closeAtOnce() {
      try {
        setTimeout(1);
      } catch (IOException e) {
        // It is closed.
      }
      close();
    }

    void close() {
      try {
        Socket current = socket;
        if (current != null) {
          current.close();
        }
      } catch (IOException e) {
        // It is closed.
      }
    }
  }

  /// Connects, and waits until the coordinator admits this agent.
  ///
  /// @param address identifies this agent when it connects again
  void register(UUID address) throws Exception {
    connect(Frames.GROUP, address, settings.name(), null);
    try {
      admission.get(sockets.timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("no answer");
    }
  }

  /// Whether the coordinator can be reached.
  boolean isAdmitted() {
    return admitted && isConnected();
  }

  /// Whether nothing was sent for so long, or nothing received.
  boolean isQuietFor(long nanos) {
    long now = System.nanoTime();
    return now - sentNanos >= nanos || now - receivedNanos >= nanos;
  }

  void send(byte[] frame) throws IOException {
    try {
      client.send(remote, frame, 0, frame.length);
      sentNanos = System.nanoTime();
    } catch (Exception e) {
      throw new IOException("the connection to the coordinator is lost", e);
    }
  }

  /// Ends the connection without notifying the listener.
  void abandon() {
    abandoned = true;
    Background.all(
        List.of(this),
        stub -> {
          stub.sockets.close();
          stub.destroy();
        },
        CLOSE_MILLIS);
  }

  /// Called by the superclass's constructor.
  @Override
  protected BaseServer createClient(SocketFactory factory) {
    return super.createClient(factory).deferClientBinding(true);
  }

  @Override
  public void connectionEstablished(Connection connection) {
    try {
      sockets.keepLastFrames();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Receives a frame. An exception ends the connection.
  @Override
  public void receive(Address from, DataInput in, int length) {
    long now = System.nanoTime();
    receivedNanos = now;
    try {
      if (!admitted && length >>> 16 == TLS_ALERT) {
        admission.completeExceptionally(
            new Admission.Refused(
                "the coordinator at "
                    + RouterEngine.text(settings.at())
                    + " requires the key of its fleet"));
      }
      GossipData frame = Frames.read(in, length, Frames.MAX_FRAME);
      if (frame.getType() == GossipType.MESSAGE && !abandoned) {
        receive(frame, now);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void receive(GossipData message, long now) throws IOException {
    byte[] body = Frames.body(message);
    switch (Frames.kind(message)) {
      case BODY -> listener.message(Engine.COORDINATOR, body, now);
      case REFUSAL ->
          admission.completeExceptionally(
              new Admission.Refused(new String(body, StandardCharsets.UTF_8)));
      case WELCOME -> {
        sockets.setTimeout(settings.limits().silenceMillis());
        admitted = true;
        listener.joined(Engine.COORDINATOR);
        admission.complete(true);
      }
    }
  }

  /// Closes the socket first: JGroups writes to it before it closes it, which can block.
  @Override
  public void connectionClosed(Connection connection) {
    sockets.closeAtOnce();
    admission.completeExceptionally(new EOFException());
    if (admitted && !abandoned) {
      abandoned = true;
      listener.left(Engine.COORDINATOR);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
