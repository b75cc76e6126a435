package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Written bytes arrive in order; bytes that cannot arrive are counted and do no other harm.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class StdinTest {

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @Test
  void queuedBuffersOfAllKindsArriveInTheirOrder() throws Exception {
    byte[] bytes = Testing.noise(5_000_000);
    Path copy = folder.resolve("copy");
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(Command.builder("cat").stdout(Redirect.to(copy)).build(), recorder);
    int[] lengths = {1, 0, 65_536, 100_000, 131_072, 7, 300_000, 1_000_000};
    int at = 0;
    for (int i = 0; at < bytes.length; i++) {
      int length = Math.min(lengths[i % lengths.length], bytes.length - at);
      ByteBuffer part = ByteBuffer.wrap(bytes, at, length);
      at += length;
      boolean taken =
          switch (i % 3) {
            case 0 -> child.write(part);
            case 1 -> child.write(part.slice().asReadOnlyBuffer());
            default -> child.write(ByteBuffer.allocateDirect(length).put(part).flip());
          };
      assertThat(taken).isTrue();
    }
    child.closeStdin();
    assertThat(child.write(ByteBuffer.wrap(new byte[1]))).isFalse();
    assertThat(child.awaitExit().isSuccess()).isTrue();

    byte[] arrived = Files.readAllBytes(copy);
    assertThat(arrived.length).isEqualTo(bytes.length);
    assertThat(Testing.crc(arrived, arrived.length)).isEqualTo(Testing.crc(bytes, bytes.length));
    assertThat(child.queuedBytes()).isZero();
    assertThat(recorder.events()).noneMatch(e -> e.startsWith("stdin"));
  }

  @Test
  void thereAndBack() throws Exception {
    byte[] bytes = Testing.noise(4_000_000);
    Recorder recorder = new Recorder();
    CallbackChild child = launcher.start(Command.of("cat"), recorder);
    child.write(direct(bytes));
    child.closeStdin();
    child.awaitExit();

    assertThat(recorder.bytes()).isEqualTo(bytes.length);
    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
  }

  @Test
  void aHandlerThatFillsWhatThereIsRoomFor() throws Exception {
    byte[] bytes = Testing.noise(3_000_000);
    ByteBuffer source = ByteBuffer.wrap(bytes);
    AtomicInteger asked = new AtomicInteger();
    Recorder recorder =
        new Recorder() {
          @Override
          public boolean onStdin(CallbackChild child, ByteBuffer room) {
            asked.incrementAndGet();
            int length = Math.min(room.remaining(), Math.min(source.remaining(), 70_000));
            room.put(source.slice(source.position(), length));
            source.position(source.position() + length);
            if (!source.hasRemaining()) {
              child.closeStdin();
              return false;
            }
            return true;
          }
        };
    CallbackChild child = launcher.start(Command.of("cat"), recorder);
    assertThat(asked).hasValue(0);
    child.wantStdin();
    child.awaitExit();

    assertThat(recorder.bytes()).isEqualTo(bytes.length);
    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
    assertThat(asked.get()).isGreaterThanOrEqualTo(bytes.length / 70_000);
  }

  @Test
  void closingAtOnceLosesTheQueue() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child = launcher.start(Command.of("wc", "-c"), recorder);
    child.signal(Signal.STOP); // it reads at most what the pipe holds, and little more
    child.write(ByteBuffer.wrap(new byte[1_000_000]));
    child.closeStdinNow();
    assertThat(Testing.eventually(() -> child.queuedBytes() == 0)).isTrue();
    child.signal(Signal.CONT);
    child.awaitExit();

    assertThat(child.queuedBytes()).isZero();
    assertThat(child.write(ByteBuffer.wrap(new byte[1]))).isFalse();
    assertThat(Long.parseLong(recorder.text().strip())).isLessThan(1_000_000);
  }

  @Test
  void whatAChildDoesNotReadStaysQueuedAndCostsNothing() throws Exception {
    Launcher one = Testing.launcher().eventLoops(1).name("takt-process-quiet").build();
    CallbackChild child = one.start(Command.of("sleep", "30"), new Recorder());
    child.write(ByteBuffer.wrap(new byte[1_000_000]));
    assertThat(Testing.eventually(() -> child.queuedBytes() < 1_000_000)).isTrue();
    long before = switches();
    assertThat(child.awaitExit(Duration.ofMillis(300))).isEmpty();

    assertThat(child.queuedBytes()).isBetween(1L, 999_999L);
    assertThat(switches() - before).as("how often the pump ran").isLessThan(20);
    child.kill();
    child.awaitExit();
    assertThat(child.queuedBytes()).isZero();
    one.close();
  }

  /// Number of context switches of the quiet launcher's pump.
  private static long switches() throws Exception {
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      for (Path task : (Iterable<Path>) tasks::iterator) {
        if (nameOf(task).startsWith("takt-process-qu")) {
          return Files.readString(task.resolve("status"))
              .lines()
              .filter(line -> line.contains("ctxt_switches"))
              .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
              .sum();
        }
      }
    }
    throw new AssertionError("no pump");
  }

  /// Threads of other tests may end in the meantime.
  private static String nameOf(Path task) throws IOException {
    try {
      return Files.readString(task.resolve("comm"));
    } catch (NoSuchFileException _) {
      return "";
    }
  }

  @Test
  void closingStdinReportsQueuedBytesAsLost() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(Testing.sh("exec <&-; echo closed; exec sleep 30").build(), recorder);
    recorder.awaitText("closed");
    child.write(ByteBuffer.wrap(new byte[1_000]));
    recorder.awaitEvent("stdin closed, lost 1000");

    assertThat(child.isRunning()).isTrue();
    assertThat(child.write(ByteBuffer.wrap(new byte[1]))).isFalse();
    assertThat(child.queuedBytes()).isZero();
    child.kill();
    child.awaitExit();
    assertThat(recorder.events().stream().filter(e -> e.startsWith("stdin")).count()).isEqualTo(1);
  }

  @Test
  void exitBeforeReadingAllReportsLostBytes() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child = launcher.start(Command.of("head", "-c", "1"), recorder);
    child.write(ByteBuffer.wrap(new byte[5_000_000]));
    child.awaitExit();

    List<String> events = recorder.events();
    String lost = events.stream().filter(e -> e.startsWith("stdin")).findFirst().orElseThrow();
    assertThat(Long.parseLong(lost.substring("stdin closed, lost ".length())))
        .isBetween(4_000_000L, 4_999_999L);
    assertThat(events).containsOnlyOnce(lost);
    assertThat(events.indexOf(lost)).isLessThan(events.indexOf("exit code 0"));
  }

  @Test
  void writesFromManyThreads() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child = launcher.start(Testing.sh("sort | uniq -c | wc -l").build(), recorder);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int number = t;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 1_000; i++) {
                  child.write(
                      ByteBuffer.wrap(
                          Testing.utf8(String.format(Locale.ROOT, "line %d of %d%n", i, number))));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    child.closeStdin();
    child.awaitExit();

    assertThat(recorder.text().strip()).isEqualTo("8000");
  }

  @Test
  void aChildWithoutAPipeTakesNothing() throws Exception {
    CallbackChild child =
        launcher.start(Command.builder("cat").stdin(Redirect.discard()).build(), new Recorder());
    assertThat(child.write(ByteBuffer.wrap(new byte[1]))).isFalse();
    assertThat(child.queuedBytes()).isZero();
    child.wantStdin();
    child.closeStdin();
    assertThat(child.awaitExit().isSuccess()).isTrue();
  }
}
