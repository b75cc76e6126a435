package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxSocketCallsTest {

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment state = arena.allocate(LinuxSocketCalls.CALL_STATE);
  private final MemorySegment bytes = arena.allocate(16);
  private int near;
  private int far;

  @BeforeEach
  void connect() {
    MemorySegment pair = arena.allocate(8, 4);
    assertThat(LinuxSocketCalls.socketPair(state, pair)).isZero();
    near = pair.get(JAVA_INT, 0);
    far = pair.get(JAVA_INT, 4);
  }

  @AfterEach
  void close() {
    LinuxSocketCalls.close(state, near);
    arena.close();
  }

  @Test
  void nothingToReadIsNoEnd() {
    assertThat(LinuxSocketCalls.receive(state, near, bytes, 16)).isEqualTo(-SocketErrors.EAGAIN);
    LinuxSocketCalls.close(state, far);
    assertThat(LinuxSocketCalls.receive(state, near, bytes, 16)).isZero();
  }

  /// The kernel reports the reset once. After that, the stream has just ended.
  @Test
  void resetIsReported() {
    reset();
    assertThat(LinuxSocketCalls.receive(state, near, bytes, 16))
        .isEqualTo(-SocketErrors.ECONNRESET);
    assertThat(LinuxSocketCalls.receive(state, near, bytes, 16)).isZero();
  }

  @Test
  void knownErrorIsReportedByItsNumber() {
    reset();
    assertThat(LinuxSocketCalls.receiveOrErrno(state, near, bytes, 16))
        .isEqualTo(-SocketErrors.ECONNRESET);
  }

  @Test
  void sendingToClosedSocketFails() {
    LinuxSocketCalls.close(state, far);
    assertThat(LinuxSocketCalls.send(state, near, bytes, 16, false)).isEqualTo(-SocketErrors.EPIPE);
  }

  @Test
  void fullSocketTakesNoMore() {
    int sent = 0;
    while (sent >= 0) {
      sent = LinuxSocketCalls.send(state, near, bytes, 16, false);
    }
    assertThat(sent).isEqualTo(-SocketErrors.EAGAIN);
    LinuxSocketCalls.close(state, far);
  }

  /// Closing a local socket that has unread data resets its peer.
  private void reset() {
    assertThat(LinuxSocketCalls.send(state, near, bytes, 16, false)).isEqualTo(16);
    LinuxSocketCalls.close(state, far);
  }
}
