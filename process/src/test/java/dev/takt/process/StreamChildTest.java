package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Blocking streams, used by threads of every kind.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class StreamChildTest {

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  @Test
  void muchThereAndBack() throws Exception {
    byte[] bytes = Testing.noise(8_000_000);
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      Thread writing =
          Thread.startVirtualThread(() -> {
            try (OutputStream in = child.stdin()) {
              in.write(bytes);
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      byte[] back = child.stdout().readAllBytes();
      writing.join();

      assertThat(back.length).isEqualTo(bytes.length);
      assertThat(Testing.crc(back, back.length)).isEqualTo(Testing.crc(bytes, bytes.length));
      assertThat(child.stdout().read()).isEqualTo(-1);
      assertThat(child.stderr().read()).isEqualTo(-1);
      assertThat(child.awaitExit().isSuccess()).isTrue();
    }
  }

  /// The exit is detected although no thread reads, and the output can be read after it.
  @Test
  void outputThatIsReadAfterTheExit() throws Exception {
    for (int size : new int[] {0, 1, 65_535, 65_536}) {
      try (StreamChild child = launcher.start(Command.of("head", "-c", "" + size, "/dev/zero"))) {
        assertThat(child.awaitExit(Testing.LONG)).isPresent();
        assertThat(child.stdout().readAllBytes()).hasSize(size);
      }
    }
  }

  /// A child whose streams are never closed uses no descriptor after its end.
  @Test
  void unreadOutputDoesNotBlockExit() throws Exception {
    StreamChild child =
        launcher.start(Testing.sh("head -c 65536 /dev/zero; echo err >&2").leadGroup().build());

    assertThat(child.awaitExit().isSuccess()).isTrue();
  }

  /// The same if a grandchild holds the pipe for a while.
  @Test
  void unreadOutputOfGrandchildIsKept() throws Exception {
    StreamChild child = launcher.start(Testing.sh("echo out; (sleep 0.2; echo late) &").build());

    assertThat(child.awaitExit().isSuccess()).isTrue();
    assertThat(Testing.eventually(() -> Testing.pumps().isEmpty())).as("all is over").isTrue();
    assertThat(child.stdout().readAllBytes()).asString().isEqualTo("out\nlate\n");
  }

  @Test
  void closingAStreamEndsTheWaitForIt() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      List<Object> ends = Collections.synchronizedList(new ArrayList<>());
      Thread reading = Thread.startVirtualThread(() -> ends.add(endOf(child.stdout())));
      Thread writing =
          Thread.startVirtualThread(() -> {
            try {
              while (true) {
                child.stdin().write(new byte[100_000]);
              }
            } catch (IOException e) {
              ends.add(e.getClass());
            }
          });
      assertThat(Testing.eventually(() -> reading.getState() == Thread.State.WAITING)).isTrue();
      child.stdout().close();
      child.stdin().close();
      reading.join();
      writing.join();

      assertThat(ends).hasSize(2);
      assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> child.stdout().read()).isInstanceOf(IOException.class);
    }
  }

  private static Object endOf(InputStream stream) {
    try {
      return stream.readAllBytes().length;
    } catch (IOException e) {
      return e.getClass();
    }
  }

  @Test
  void anInterruptEndsAWaitAndTheStreamGoesOn() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      List<Object> ends = Collections.synchronizedList(new ArrayList<>());
      Thread reading =
          Thread.startVirtualThread(() -> {
            ends.add(endOf(child.stdout()));
            ends.add(Thread.interrupted());
            try {
              ends.add(child.stdout().read());
            } catch (IOException e) {
              ends.add(e);
            }
          });
      assertThat(Testing.eventually(() -> reading.getState() == Thread.State.WAITING))
          .as("%s, %s", reading.getState(), ends)
          .isTrue();
      reading.interrupt();
      child.stdin().write('x');
      reading.join();

      assertThat(ends).isEqualTo(List.of(InterruptedIOException.class, true, (int) 'x'));
    }
  }

  @Test
  void whatIsThereAfterTheExitIsAvailable() throws Exception {
    try (StreamChild child = launcher.start(Command.of("echo", "hello"))) {
      child.awaitExit();
      assertThat(Testing.eventually(() -> available(child.stdout()) == 6)).isTrue();
      assertThat(child.stdout().read()).isEqualTo('h');
      assertThat(available(child.stdout())).isEqualTo(5);
      child.stdout().close();
      assertThatThrownBy(() -> child.stdout().read()).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> child.stdout().available()).isInstanceOf(IOException.class);
    }
  }

  private static int available(InputStream stream) {
    try {
      return stream.available();
    } catch (IOException e) {
      return -1;
    }
  }

  /// Platform threads wait in the kernel, where an interrupt does not wake them by itself.
  @Test
  void aPlatformThreadThatWaitsCanBeInterruptedAndClosedToo() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      List<Object> ends = Collections.synchronizedList(new ArrayList<>());
      Thread reading =
          Thread.ofPlatform()
              .start(() -> {
                ends.add(endOf(child.stdout()));
                ends.add(Thread.interrupted());
                ends.add(endOf(child.stdout()));
              });
      reading.interrupt();
      assertThat(Testing.eventually(() -> ends.size() == 2)).as("%s", ends).isTrue();
      child.stdout().close();
      reading.join(Testing.LONG);

      assertThat(ends).isEqualTo(List.of(InterruptedIOException.class, true, IOException.class));
    }
    try (StreamChild child = launcher.start(Command.of("sleep", "60"))) {
      List<Object> ends = Collections.synchronizedList(new ArrayList<>());
      Thread writing =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  child.stdin().write(new byte[1 << 20]);
                } catch (IOException e) {
                  ends.add(e.getClass());
                }
              });
      child.stdin().close();
      writing.join(Testing.LONG);

      assertThat(ends).isEqualTo(List.of(IOException.class));
    }
  }

  @Test
  void writingToAChildThatHasEndedIsAnException() throws Exception {
    try (StreamChild child = launcher.start(Command.of("true"))) {
      child.awaitExit();
      assertThatThrownBy(() -> child.stdin().write(new byte[100]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("EPIPE");
    }
    try (StreamChild child =
        launcher.start(Testing.sh("exec <&-; echo closed; exec sleep 30").build())) {
      assertThat(child.stdout().read()).isEqualTo('c');
      assertThatThrownBy(() -> child.stdin().write(new byte[100]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("EPIPE");
      assertThat(child.isRunning()).isTrue();
    }
  }

  @Test
  void withoutPipesThereIsNothing() throws Exception {
    try (StreamChild child =
        launcher.start(
            Command.builder("cat")
                .stdin(Redirect.discard())
                .stdout(Redirect.discard())
                .stderr(Redirect.toStdout())
                .build())) {
      assertThat(child.stdout().read()).isEqualTo(-1);
      assertThat(child.stderr().available()).isZero();
      assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
      assertThat(child.awaitExit().isSuccess()).isTrue();
    }
  }

  @Test
  void closingKills() throws Exception {
    StreamChild child = launcher.start(Command.of("sleep", "30"));
    child.close();
    child.close();

    assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGKILL");
  }

  @Test
  void readAndCloseRace() throws Exception {
    for (int i = 0; i < 100; i++) {
      StreamChild child = launcher.start(Command.of("echo", "hello"));
      Thread reading = Thread.startVirtualThread(() -> endOf(child.stdout()));
      Thread closing = Thread.startVirtualThread(child::close);
      child.awaitExit();
      reading.join();
      closing.join();
    }
  }

  /// If a read pins its carrier, a few of these block all virtual threads.
  @Test
  void quietChildrenHoldNoCarriers() throws Exception {
    List<StreamChild> children = new ArrayList<>();
    List<Thread> reading = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        StreamChild child = launcher.start(Command.of("cat"));
        children.add(child);
        reading.add(Thread.startVirtualThread(() -> endOf(child.stdout())));
      }
      for (Thread thread : reading) {
        assertThat(Testing.eventually(() -> thread.getState() == Thread.State.WAITING)).isTrue();
      }
      assertThat(carriers()).isLessThan(50);
      CountDownLatch ran = new CountDownLatch(1);
      Thread.startVirtualThread(ran::countDown);
      assertThat(ran.await(5, TimeUnit.SECONDS)).isTrue();
    } finally {
      children.forEach(StreamChild::close);
    }
    for (Thread thread : reading) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  private static long carriers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ForkJoinPool-1-worker"))
        .count();
  }
}
