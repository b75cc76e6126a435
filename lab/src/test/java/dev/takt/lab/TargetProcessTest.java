package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.runs.RunDirectory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Targets that are started for a run.
@Timeout(60)
class TargetProcessTest {

  @TempDir private Path folder;

  /// The target accepts connections, and is ready when it is asked for the third time.
  private static final class StartingDriver implements WireDriver {

    private final ServerSocket socket;
    private final AtomicInteger asked;
    private final AtomicInteger closed;

    StartingDriver(ServerSocket socket, AtomicInteger asked, AtomicInteger closed) {
      this.socket = socket;
      this.asked = asked;
      this.closed = closed;
    }

    @Override
    public void requireReady() throws DriverException {
      if (asked.incrementAndGet() < 3) {
        throw new DriverException("it is starting");
      }
    }

    @Override
    public Endpoint endpoint() {
      return Endpoint.of(socket.getLocalSocketAddress(), null);
    }

    @Override
    public Session newSession() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String describe() {
      return "a target that starts";
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void startedTargetIsAskedUntilItIsReady() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TargetProcess target = start("sleep 60")) {
      Driver driver = target.open(() -> new StartingDriver(socket, asked, closed));

      assertThat(asked).hasValue(3);
      assertThat(closed).hasValue(2);
      driver.close();
    }
  }

  @Test
  void targetThatEndsBeforeItIsReadyIsNamed() throws Exception {
    AtomicInteger asked = new AtomicInteger(-1_000_000);
    AtomicInteger closed = new AtomicInteger();
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TargetProcess target = start("sleep 0.1")) {
      assertThatThrownBy(() -> target.open(() -> new StartingDriver(socket, asked, closed)))
          .isInstanceOf(DriverException.class)
          .hasMessageStartingWith("the command that was started as the target has ended");
      assertThat(closed.get()).isPositive();
    }
  }

  private TargetProcess start(String command) throws Exception {
    return TargetProcess.start(
        command, RunDirectory.create(folder.resolve("run")), RunListener.NONE);
  }

  /// The target needs some time to answer at all. Then it says what it would say at all times.
  @Test
  void aDefiniteRefusalEndsTheWait() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    TargetProcess.Opener opener =
        () -> {
          throw attempts.incrementAndGet() < 3
              ? new DriverException("connection refused")
              : DriverException.definite("the server does not offer HTTP/2", null);
        };
    try (TargetProcess process = start("sleep 60")) {
      assertThatThrownBy(() -> process.open(opener))
          .isInstanceOf(DriverException.class)
          .hasMessage("the server does not offer HTTP/2");
    }
    assertThat(attempts).hasValue(3);
  }
}
