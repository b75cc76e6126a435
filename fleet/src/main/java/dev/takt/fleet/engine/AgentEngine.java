package dev.takt.fleet.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/// An agent's end.
final class AgentEngine extends RouterEngine {

  private static final Duration RETRY = Duration.ofMillis(200);
  private static final Duration MIN_ATTEMPT = Duration.ofSeconds(1);

  private final AgentSettings settings;
  private final Listener listener;
  private final UUID address = UUID.randomUUID();
  private volatile @Nullable AgentStub stub;
  private volatile boolean closed;

  AgentEngine(AgentSettings settings, Listener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /// Connects for the first time, and begins to send heartbeats.
  void join(Duration wait) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      try {
        connect(left);
        Thread.ofVirtual().name("fleet-heartbeat-" + settings.name()).start(this::sendHeartbeats);
        return;
      } catch (Admission.Refused e) {
        throw e;
      } catch (IOException e) {
        if (System.nanoTime() + RETRY.toNanos() >= deadline) {
          throw e;
        }
      }
      Thread.sleep(RETRY);
    }
  }

  private void connect(Duration left) throws IOException, InterruptedException {
    Duration limit = min(settings.limits().registration(), max(left, MIN_ATTEMPT));
    AgentStub made = new AgentStub(settings, listener, limit);
    stub = made;
    try {
      made.register(address);
    } catch (InterruptedException e) {
      made.abandon();
      throw e;
    } catch (Exception e) {
      made.abandon();
      throw Admission.failure(text(settings.at()), e);
    }
    if (closed) {
      made.abandon();
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  private void sendHeartbeats() {
    try {
      while (!closed) {
        long pauseMillis = settings.limits().heartbeatMillis();
        Thread.sleep(pauseMillis);
        sendHeartbeat(stub, TimeUnit.MILLISECONDS.toNanos(pauseMillis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Other frames show as well that both ends are there.
  private static void sendHeartbeat(@Nullable AgentStub to, long quietNanos) {
    try {
      if (to != null && to.isAdmitted() && to.isQuietFor(quietNanos)) {
        to.send(Frames.HEARTBEAT);
      }
    } catch (IOException e) {
      // The reader reports the lost connection.
    }
  }

  @Override
  public void send(String to, byte[] body) throws IOException {
    byte[] frame = Frames.message(Frames.Kind.BODY, body);
    AgentStub current = stub;
    if (!to.equals(COORDINATOR)) {
      throw new IOException("an agent can only send to the coordinator, not to \"" + to + "\"");
    }
    if (current == null || !current.isAdmitted()) {
      throw new IOException("the connection to the coordinator is lost");
    }
    current.send(frame);
  }

  @Override
  public void broadcast(byte[] body) {
    if (members().isEmpty()) {
      return;
    }
    try {
      send(COORDINATOR, body);
    } catch (IOException e) {
      // The listener is notified.
    }
  }

  @Override
  public Set<String> members() {
    AgentStub current = stub;
    return current != null && current.isAdmitted() ? Set.of(COORDINATOR) : Set.of();
  }

  @Override
  public void rejoin() throws IOException, InterruptedException {
    AgentStub current = stub;
    if (current != null) {
      current.abandon();
    }
    if (closed) {
      throw new IOException("this agent has ended");
    }
    connect(settings.limits().silence().multipliedBy(4));
  }

  @Override
  public int port() {
    return settings.at().getPort();
  }

  @Override
  public void close() {
    closed = true;
    AgentStub current = stub;
    if (current != null) {
      current.abandon();
    }
  }
}
