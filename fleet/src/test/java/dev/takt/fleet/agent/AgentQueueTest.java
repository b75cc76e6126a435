package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AgentQueueTest {

  @TempDir Path folder;

  private final CompletableFuture<Engine.Listener> joined = new CompletableFuture<>();
  private final CountDownLatch starting = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /// A generator that takes as long to be made as the test wants, and then fails.
  private Generator slow() throws IOException {
    starting.countDown();
    try {
      released.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("no generator");
  }

  @Test
  void coordinatorThatSendsMoreThanIsHandledIsNotReadFrom() throws Exception {
    Agent agent =
        new Agent(
            new AgentSettings(
                "a", 1, folder, true, Duration.ofSeconds(2), List.of("takt"), List.of()),
            _ -> {},
            (_, _, _, _) -> slow());
    Thread.ofVirtual()
        .start(() -> {
          try {
            agent.run(listener -> {
              joined.complete(listener);
              return new Silent();
            });
          } catch (IOException | InterruptedException e) {
            joined.completeExceptionally(e);
          }
        });
    Engine.Listener listener = joined.get(10, TimeUnit.SECONDS);
    byte[] prepare = MessageFormat.bytes(new Message.Prepare("target: sim:", "1/1", 0, 1));
    listener.message(Engine.COORDINATOR, prepare, 0);
    starting.await();

    byte[] large = MessageFormat.bytes(new Message.Prepare("x".repeat(1_000_000), "1/1", 0, 2));
    int most = Agent.MAX_RECEIVED_BYTES / large.length;
    AtomicInteger taken = new AtomicInteger();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 2 * most; i++) {
                listener.message(Engine.COORDINATOR, large, 0);
                taken.incrementAndGet();
              }
            });
    while (reader.getState() != Thread.State.WAITING && reader.isAlive()) {
      Thread.sleep(1);
    }
    assertThat(taken).hasValue(most);

    // The second plan ends the agent, which lets its engine go.
    released.countDown();
    reader.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(reader.isAlive()).isFalse();
  }

  /// Sends nothing.
  private static final class Silent implements Engine {

    @Override
    public void send(String to, byte[] body) {}

    @Override
    public void broadcast(byte[] body) {}

    @Override
    public Set<String> members() {
      return Set.of(COORDINATOR);
    }

    @Override
    public void rejoin() {}

    @Override
    public int maxBody() {
      return 1 << 20;
    }

    @Override
    public void close() {}
  }
}
