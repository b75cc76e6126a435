package dev.takt.fleet.agent;

import dev.takt.fleet.protocol.PlainText;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The agents that a coordinator starts. Their processes end with this one.
public final class StartedAgents implements AutoCloseable {

  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_TEXT_BYTES = 2_000;

  /// A shell's exit code when it does not find a program.
  private static final int NOT_FOUND = 127;

  /// Receives the ends of processes.
  @FunctionalInterface
  public interface Listener {
    /// A process has ended by itself. Called by any thread.
    ///
    /// @param isSuccess whether its exit code is 0
    /// @param text which one, how, and what it wrote to standard error
    void ended(boolean isSuccess, String text);
  }

  private final Path folder;
  private final Listener listener;
  private final List<StreamChild> children = new CopyOnWriteArrayList<>();
  private volatile boolean isClosed;

  /// Starts nothing yet.
  ///
  /// @param folder for their logs
  public StartedAgents(Path folder, Listener listener) {
    this.folder = folder;
    this.listener = listener;
  }

  /// Starts an agent.
  ///
  /// @throws IOException with a message for people
  public void start(AgentCommand agent) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve(agent.name() + ".log");
    Command command =
        Command.builder(agent.words())
            .stdin(agent.key().isPresent() ? Redirect.pipe() : Redirect.discard())
            .stdout(Redirect.discard())
            .stderr(Redirect.to(log))
            .leadGroup() // Ctrl-C is for the coordinator, which stops them in good order
            .endWithParent()
            .build();
    try {
      StreamChild child = Launcher.shared().start(command);
      children.add(child);
      var _ = child.onExit().thenAcceptAsync(exit -> ended(agent, log, exit));
      sendKey(agent, child);
    } catch (StartException e) {
      throw new IOException(
          agent.name() + ": " + agent.program() + " cannot be started: " + e.getMessage(), e);
    }
  }

  private static void sendKey(AgentCommand agent, StreamChild child) {
    if (agent.key().isPresent()) {
      try (var in = child.stdin()) {
        in.write(agent.key().get().file());
      } catch (IOException _) {
        // It has ended, which is reported.
      }
    }
  }

  private void ended(AgentCommand agent, Path log, Exit exit) {
    if (isClosed) {
      return;
    }
    String text = agent.name() + ": " + agent.program() + " ended (" + exit.describe() + ")";
    String wrote = tail(log);
    if (!wrote.isEmpty()) {
      text += ":\n" + wrote;
    }
    if (exit instanceof Exit.Code code && code.value() == NOT_FOUND) {
      text += "\n" + agent.advice();
    }
    listener.ended(exit.isSuccess(), text.strip());
  }

  /// The end of what a process wrote.
  private static String tail(Path log) {
    try (SeekableByteChannel file = Files.newByteChannel(log)) {
      file.position(Math.max(0, file.size() - MAX_TEXT_BYTES));
      ByteBuffer bytes = ByteBuffer.allocate(MAX_TEXT_BYTES);
      while (bytes.hasRemaining() && file.read(bytes) > 0) {
        // It reads until the end.
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      return PlainText.of(text).strip();
    } catch (IOException _) {
      return ""; // its end is reported without
    }
  }

  /// Waits a moment until they have ended, and ends those that have not.
  @Override
  public void close() {
    isClosed = true;
    try {
      if (!awaitEnd(END_TIMEOUT)) {
        children.forEach(each -> each.terminate(END_TIMEOUT));
        awaitEnd(END_TIMEOUT.plusSeconds(1));
      }
    } catch (InterruptedException _) {
      children.forEach(StreamChild::kill);
      Thread.currentThread().interrupt();
    } finally {
      children.forEach(StreamChild::close);
    }
  }

  private boolean awaitEnd(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    for (StreamChild each : children) {
      var _ = each.awaitExit(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
    return children.stream().noneMatch(StreamChild::isRunning);
  }
}
