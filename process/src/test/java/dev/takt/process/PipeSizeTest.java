package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.process.linux.RawCalls;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The capacity of pipes, and the size of a handler's buffer.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class PipeSizeTest {

  private static final int WRITTEN = 2_000_000;

  private interface Discarding extends ChildHandler {
    @Override
    default void onExit(CallbackChild child, Exit exit) {}
  }

  /// Fills all room that it gets with zeros, until it has filled in enough.
  private static final class Filling implements Discarding {

    private final AtomicInteger mostRoom = new AtomicInteger();
    private final StringWriter output = new StringWriter();
    private int left = WRITTEN;

    @Override
    public boolean onStdin(CallbackChild child, ByteBuffer room) {
      mostRoom.accumulateAndGet(room.remaining(), Math::max);
      int length = Math.min(left, room.remaining());
      room.put(new byte[length]);
      left -= length;
      if (left == 0) {
        child.closeStdin();
      }
      return left > 0;
    }

    @Override
    public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
      output.append(StandardCharsets.US_ASCII.decode(more));
    }
  }

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  /// The kernel rounds up to a power of two.
  @ParameterizedTest
  @CsvSource({"4096,4096", "10000,16384", "131072,131072", "1048576,1048576"})
  void childCanWriteWhatFitsIntoThePipeAndNoMore(int asked, int expected) throws Exception {
    Command.Builder command = Command.builder("dd", "if=/dev/zero", "bs=4096", "count=500");
    try (StreamChild child = launcher.start(command.pipeBytes(asked).build())) {
      int pipe = RawCalls.open("/proc/" + child.pid() + "/fd/1");
      assertThat(pipe).isNotNegative();
      try {
        assertThat(RawCalls.pipeSize(pipe)).isEqualTo(expected);
        assertThat(Testing.eventually(() -> RawCalls.readable(pipe) >= expected)).isTrue();
        Thread.sleep(50);
        assertThat(RawCalls.readable(pipe)).isEqualTo(expected);
        assertThat(Testing.isAlive(child.pid())).isTrue();
      } finally {
        RawCalls.close(pipe);
      }
      assertThat(child.stdout().readAllBytes()).hasSize(500 * 4096);
      assertThat(child.awaitExit().isSuccess()).isTrue();
    }
  }

  @Test
  void allPipesHaveTheCapacity() throws Exception {
    try (StreamChild child =
        launcher.start(Command.builder("sleep", "60").pipeBytes(1 << 17).build())) {
      for (int number = 0; number < 3; number++) {
        int pipe = RawCalls.open("/proc/" + child.pid() + "/fd/" + number);
        assertThat(RawCalls.pipeSize(pipe)).isEqualTo(1 << 17);
        RawCalls.close(pipe);
      }
    }
  }

  @Test
  void outputThatFitsIsReadAfterTheExit() throws Exception {
    try (StreamChild child =
        launcher.start(
            Command.builder("head", "-c", "1000000", "/dev/zero").pipeBytes(1 << 20).build())) {
      assertThat(child.awaitExit().isSuccess()).isTrue();
      assertThat(child.stdout().readAllBytes()).hasSize(1_000_000);
    }
  }

  @Test
  void pipeOfHandlerKeepsItsCapacity() throws Exception {
    AtomicInteger size = new AtomicInteger();
    AtomicLong bytes = new AtomicLong();
    ChildHandler handler =
        new Discarding() {
          @Override
          public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
            bytes.addAndGet(more.remaining());
            more.position(more.limit());
            if (!ended && bytes.get() > WRITTEN / 2) {
              int pipe = RawCalls.open("/proc/" + child.pid() + "/fd/1");
              size.accumulateAndGet(RawCalls.pipeSize(pipe), Math::max);
              RawCalls.close(pipe);
            }
          }
        };
    CallbackChild child =
        launcher.start(
            Testing.sh("head -c " + WRITTEN + " /dev/zero; sleep 0.1").pipeBytes(1 << 16).build(),
            handler);

    assertThat(child.awaitExit().isSuccess()).isTrue();
    assertThat(bytes.get()).isEqualTo(WRITTEN);
    assertThat(size.get()).isEqualTo(1 << 16);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void handlerGetsNoMoreThanItsBuffer(boolean plain) throws Exception {
    Launcher.Builder builder = Testing.launcher();
    try (Launcher any = plain ? builder.plain().build() : builder.build()) {
      for (int asked : new int[] {4096, 10_000}) {
        AtomicInteger most = new AtomicInteger();
        AtomicLong bytes = new AtomicLong();
        ChildHandler handler =
            new Discarding() {
              @Override
              public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
                most.accumulateAndGet(more.remaining(), Math::max);
                bytes.addAndGet(more.remaining());
                more.position(more.limit());
              }
            };
        Command command =
            Command.builder("head", "-c", "" + WRITTEN, "/dev/zero").bufferBytes(asked).build();

        assertThat(any.start(command, handler).awaitExit().isSuccess()).isTrue();
        assertThat(bytes.get()).isEqualTo(WRITTEN);
        assertThat(most.get()).isEqualTo(asked);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void handlerFillsNoMoreThanItsBuffer(boolean plain) throws Exception {
    Launcher.Builder builder = Testing.launcher();
    try (Launcher any = plain ? builder.plain().build() : builder.build()) {
      for (int asked : new int[] {4096, 10_000}) {
        Filling handler = new Filling();
        Command command = Command.builder("wc", "-c").bufferBytes(asked).build();

        assertThat(feed(any, command, handler).isSuccess()).isTrue();
        assertThat(handler.output.toString().strip()).isEqualTo("" + WRITTEN);
        assertThat(handler.mostRoom.get()).isEqualTo(asked);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 8192})
  void handlerFillsNoMoreThanFitsIntoTheSetPipe(int asked) throws Exception {
    Filling handler = new Filling();
    Command command = Command.builder("wc", "-c").pipeBytes(asked).build();

    assertThat(feed(launcher, command, handler).isSuccess()).isTrue();
    assertThat(handler.output.toString().strip()).isEqualTo("" + WRITTEN);
    assertThat(handler.mostRoom.get()).isEqualTo(asked);
  }

  private static Exit feed(Launcher launcher, Command command, Filling handler) throws Exception {
    CallbackChild child = launcher.start(command, handler);
    child.wantStdin();
    return child.awaitExit();
  }

  @Test
  void tooLargeBufferIsRefused() {
    Command command = Command.builder("true").bufferBytes((1 << 18) + 1).build();

    assertThatThrownBy(() -> launcher.start(command, new Discarding() {}))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "cannot start true: its buffer of 262145 bytes is larger than the launcher's of"
                + " 262144, see Launcher.Builder.bufferBytes");
  }

  @Test
  void capacityThatTheSystemRefusesIsReported() {
    Command command = Command.builder("true").pipeBytes(1 << 30).build();
    try (StreamChild child = launcher.start(command)) {
      assumeTrue(child.pid() < 0, "this user may have pipes of any size");
    } catch (StartException e) {
      assertThat(e)
          .hasMessage(
              "cannot start true: a pipe of 1073741824 bytes: EPERM (operation not"
                  + " permitted)");
    }
  }

  @Test
  void sizesOutOfRangeAreRejected() {
    for (int bytes : new int[] {Integer.MIN_VALUE, 0, 4095, (1 << 30) + 1}) {
      assertThatThrownBy(() -> Command.builder("true").pipeBytes(bytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a pipe has from 4 KiB to 1 GiB, not " + bytes);
    }
    assertThatThrownBy(() -> Command.builder("true").bufferBytes(4095))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
