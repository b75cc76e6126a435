package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Machines that come back late, with agents whose messages the test writes.
@Timeout(60)
class ReturningMachineTest {

  @TempDir Path folder;

  private final MemoryNetwork network = new MemoryNetwork();
  private final List<String> messages = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    network.close();
  }

  /// An agent that answers pings, and leaves all else to the test.
  private final class Script implements Engine.Listener {
    private final String name;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final Engine engine;

    Script(String name) throws Exception {
      this.name = name;
      engine = network.join(name, this);
      hello();
    }

    void send(Message message) throws IOException {
      engine.send(Engine.COORDINATOR, MessageFormat.bytes(message));
    }

    @Override
    public void message(String from, byte[] body, long receivedNanos) {
      try {
        Message message = MessageFormat.read(body);
        if (message instanceof Message.Ping(long sent)) {
          send(new Message.Pong(sent, receivedNanos, System.nanoTime()));
        } else {
          received.add(message);
        }
      } catch (IOException _) {
        // The coordinator has ended.
      } catch (MalformedMessageException e) {
        throw new AssertionError(e);
      }
    }

    /// Waits for a message, and drops those before it.
    <M extends Message> M await(Class<M> kind) throws InterruptedException {
      for (Message next = received.poll(20, TimeUnit.SECONDS);
          next != null;
          next = received.poll(20, TimeUnit.SECONDS)) {
        if (kind.isInstance(next)) {
          return kind.cast(next);
        }
      }
      throw new AssertionError(name + " got no " + kind.getSimpleName());
    }

    /// Is cut off until the coordinator has heard of it.
    void comeBack() throws IOException {
      network.cut(name);
      network.mend(name);
      hello();
    }

    void hello() throws IOException {
      send(new Message.Hello(Message.VERSION, "1", name, 2, 1, 1));
    }

    @Override
    public void joined(String member) {}

    @Override
    public void left(String member) {}
  }

  private CompletableFuture<FleetOutcome> run(Duration orphan) throws IOException {
    FleetSettings settings =
        new FleetSettings(
            2,
            0,
            FleetSettings.OnLoss.CONTINUE,
            orphan,
            Duration.ofSeconds(20),
            Duration.ofMillis(300),
            FleetSettings.Collect.ALL);
    Coordinator coordinator =
        new Coordinator(
            settings,
            RunDirectory.create(folder.resolve("whole")),
            new LiveLogs(1_000_000_000, Long.MAX_VALUE, true, List.of()),
            new RecordingFleetListener(messages));
    return CompletableFuture.supplyAsync(() -> {
      try (Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
        return coordinator.run("", engine);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e.getMessage(), e);
      }
    });
  }

  private Script ready(String name) throws Exception {
    Script script = new Script(name);
    script.send(new Message.Ready());
    return script;
  }

  /// The start may have been lost with the connection: without it the machine waits for ever.
  @Test
  void machineThatComesBackGetsItsStartAgain() throws Exception {
    var outcome = run(Duration.ofSeconds(10));
    Script a = ready("a");
    Script b = ready("b");
    Message.Start start = b.await(Message.Start.class);
    b.comeBack();
    assertThat(b.await(Message.Start.class)).isEqualTo(start);
    a.send(new Message.Ended(0, ""));
    b.send(new Message.Ended(0, ""));
    for (Script each : List.of(a, b)) {
      each.await(Message.ListFiles.class);
      each.send(new Message.Files(List.of()));
    }
    assertThat(outcome.get(20, TimeUnit.SECONDS).isComplete()).isTrue();
  }

  /// The end of its old connection was not noticed before: what was asked for over that does not
  /// come any more, and is asked for again.
  @Test
  void machineThatComesBackBeforeItsEndWasNoticed() throws Exception {
    var outcome = run(Duration.ofSeconds(10));
    Script a = ready("a");
    Script b = ready("b");
    Message.Start start = b.await(Message.Start.class);
    Message.Pull first = b.await(Message.Pull.class);
    b.hello();
    assertThat(b.await(Message.Start.class)).isEqualTo(start);
    assertThat(b.await(Message.Pull.class)).isEqualTo(first);
    a.send(new Message.Ended(0, ""));
    b.send(new Message.Ended(0, ""));
    a.await(Message.ListFiles.class);
    a.send(new Message.Files(List.of()));
    b.await(Message.ListFiles.class);
    b.hello();
    b.await(Message.ListFiles.class);
    b.send(new Message.Files(List.of()));
    FleetOutcome ended = outcome.get(20, TimeUnit.SECONDS);
    assertThat(ended.isComplete()).isTrue();
    assertThat(ended.machines()).noneMatch(FleetOutcome.MachineOutcome::isLost);
    assertThat(messages).noneMatch(each -> each.contains("cannot be reached"));
  }

  /// It has no files to list while its generator runs.
  @Test
  void machineThatComesBackDuringTheCollectionIsCollectedWhenItEnds() throws Exception {
    var outcome = run(Duration.ofMillis(100));
    Script a = ready("a");
    Script b = ready("b");
    b.await(Message.Start.class);
    network.cut("b");
    a.send(new Message.Ended(0, ""));
    a.await(Message.ListFiles.class); // b was given up
    Thread.sleep(200); // b does not get its list now
    b.comeBack();
    b.await(Message.ListFiles.class);
    b.send(new Message.Ended(0, ""));
    b.await(Message.ListFiles.class);
    b.send(new Message.Files(List.of()));
    a.send(new Message.Files(List.of()));
    FleetOutcome ended = outcome.get(20, TimeUnit.SECONDS);
    assertThat(ended.isComplete()).isTrue();
    assertThat(ended.machines()).noneMatch(FleetOutcome.MachineOutcome::isLost);
  }
}
