package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// All that a child writes arrives in order and exactly once, however the handler consumes it.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class OutputTest {

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  /// Waits for the exit and both ends.
  private static void awaitAll(Recorder recorder) throws InterruptedException {
    recorder.awaitEvent("out ended");
    recorder.awaitEvent("err ended");
    recorder.awaitEvent("exit code 0");
  }

  @Test
  void nothing() throws Exception {
    Recorder recorder = new Recorder();
    launcher.start(Command.of("true"), recorder);
    awaitAll(recorder);

    assertThat(recorder.bytes()).isZero();
    assertThat(recorder.events()).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void oneByteAtATime() throws Exception {
    byte[] bytes = Testing.noise(20_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    Recorder recorder = new Recorder();
    launcher.start(Command.of("dd", "if=" + file, "bs=1", "status=none"), recorder);
    awaitAll(recorder);

    assertThat(recorder.bytes()).isEqualTo(bytes.length);
    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
  }

  @Test
  void muchOfIt() throws Exception {
    much(64);
  }

  @Test
  void aGigabyte() throws Exception {
    much(1024);
  }

  private void much(int mebibytes) throws Exception {
    byte[] block = Testing.noise(1 << 20);
    Path file = Files.write(folder.resolve("block"), block);
    CRC32 crc = new CRC32();
    List<String> words = new ArrayList<>(List.of("cat"));
    for (int i = 0; i < mebibytes; i++) {
      crc.update(block);
      words.add(file.toString());
    }
    Recorder recorder = new Recorder();
    launcher.start(Command.builder(words).build(), recorder);
    awaitAll(recorder);

    assertThat(recorder.bytes()).isEqualTo((long) mebibytes << 20);
    assertThat(recorder.crc()).isEqualTo(crc.getValue());
  }

  /// Consumes in various ways and counts the bytes.
  private abstract static class Taking extends Recorder {
    @Override
    public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
      int part = ended ? bytes.remaining() : part(child, bytes.remaining());
      take("out", bytes.slice(bytes.position(), part), ended);
      bytes.position(bytes.position() + part);
    }

    abstract int part(CallbackChild child, int available);
  }

  @Test
  void aHandlerThatTakesPartGetsTheRestAgain() throws Exception {
    byte[] bytes = Testing.noise(3_000_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    for (int step : new int[] {1_000, 4_096, 99_991}) {
      Recorder recorder =
          new Taking() {
            @Override
            int part(CallbackChild child, int available) {
              return available < step ? 0 : available - available % step;
            }
          };
      launcher.start(Command.of("cat", file.toString()), recorder);
      awaitAll(recorder);

      assertThat(recorder.bytes()).isEqualTo(bytes.length);
      assertThat(recorder.crc())
          .as("steps of %d", step)
          .isEqualTo(Testing.crc(bytes, bytes.length));
    }
  }

  @Test
  void aHandlerThatTakesOneByteOfEachBuffer() throws Exception {
    byte[] bytes = Testing.noise(50_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    Recorder recorder =
        new Taking() {
          @Override
          int part(CallbackChild child, int available) {
            return Math.min(1, available);
          }
        };
    launcher.start(Command.of("cat", file.toString()), recorder);
    awaitAll(recorder);

    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
  }

  @Test
  void aHandlerThatTakesNothingUntilItResumes() throws Exception {
    byte[] bytes = Testing.noise(500_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    CountDownLatch full = new CountDownLatch(1);
    AtomicInteger shown = new AtomicInteger();
    Launcher small = Testing.launcher().bufferBytes(8192).build();
    class Waiting extends Taking {
      volatile boolean taking;

      @Override
      int part(CallbackChild child, int available) {
        shown.incrementAndGet();
        if (available == 8192) {
          full.countDown();
        }
        return taking ? available : 0;
      }
    }
    Waiting recorder = new Waiting();
    CallbackChild child = small.start(Command.of("cat", file.toString()), recorder);
    full.await();
    assertThat(child.awaitExit(Duration.ofMillis(50))).isEmpty();
    int before = shown.get();
    child.resume(Output.STDOUT);
    assertThat(Testing.eventually(() -> shown.get() == before + 1)).isTrue();
    assertThat(child.isRunning()).isTrue();
    recorder.taking = true;
    child.resume(Output.STDOUT);
    awaitAll(recorder);

    assertThat(shown.get()).isGreaterThan(before + 1);
    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
    small.close();
  }

  @Test
  void pauseAndResume() throws Exception {
    byte[] bytes = Testing.noise(2_000_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    AtomicInteger pauses = new AtomicInteger();
    List<Thread> resuming = java.util.Collections.synchronizedList(new ArrayList<>());
    Recorder recorder =
        new Recorder() {
          @Override
          public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
            child.pause(Output.STDOUT);
            super.onStdout(child, more, ended);
            if (pauses.incrementAndGet() % 2 == 0) {
              child.resume(Output.STDOUT);
            } else {
              resuming.add(Thread.startVirtualThread(() -> child.resume(Output.STDOUT)));
            }
          }
        };
    launcher.start(Command.of("cat", file.toString()), recorder);
    awaitAll(recorder);
    for (Thread thread : List.copyOf(resuming)) {
      thread.join();
    }

    assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, bytes.length));
  }

  @Test
  void aPausedChildHoldsUpNoOther() throws Exception {
    Launcher one = Testing.launcher().eventLoops(1).build();
    Recorder paused =
        new Recorder() {
          @Override
          public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
            child.pause(Output.STDOUT);
            super.onStdout(child, more, ended);
          }
        };
    CallbackChild much = one.start(Command.of("head", "-c", "3000000", "/dev/zero"), paused);
    paused.awaitEvent("out");
    long taken = paused.bytes();
    for (int i = 0; i < 20; i++) {
      Recorder other = new Recorder();
      one.start(Command.of("echo", "other"), other);
      awaitAll(other);
      assertThat(other.text()).isEqualTo("other\n");
    }
    assertThat(paused.bytes()).isEqualTo(taken);
    assertThat(much.isRunning()).isTrue();
    while (!paused.events().contains("out ended")) {
      much.resume(Output.STDOUT);
    }
    awaitAll(paused);

    assertThat(paused.bytes()).isEqualTo(3_000_000);
    one.close();
  }

  @Test
  void bothOutputsAtOnce() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh("i=0; while [ $i -lt 3000 ]; do echo $i; echo $i >&2; i=$((i+1)); done")
                .build(),
            Testing.LONG);

    assertThat(result.stdout().text().lines().count()).isEqualTo(3_000);
    assertThat(result.stderr()).isEqualTo(result.stdout());
  }

  @Test
  void aHandlerOnAVirtualThreadThatSleepsHoldsUpNoOther() throws Exception {
    CountDownLatch awake = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Launcher one = Testing.launcher().eventLoops(1).handlers(executor).build()) {
      Recorder sleeping =
          new Recorder() {
            @Override
            public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
              super.onStdout(child, more, ended);
              await(awake);
            }

            private static void await(CountDownLatch latch) {
              try {
                latch.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
          };
      one.start(Command.of("echo", "sleeps"), sleeping);
      sleeping.awaitText("sleeps");
      for (int i = 0; i < 20; i++) {
        Recorder other = new Recorder();
        one.start(Command.of("echo", "other"), other);
        awaitAll(other);
      }
      assertThat(sleeping.events()).containsExactly("out");
      awake.countDown();
      awaitAll(sleeping);
    }
  }

  @Test
  void handlersOfOneChildAreNeverCalledTwiceAtOnce() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    byte[] bytes = Testing.noise(3_000_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Launcher many = Testing.launcher().handlers(executor).build()) {
      Recorder recorder =
          new Recorder() {
            @Override
            public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              Thread.yield();
              super.onStdout(child, more, ended);
              inside.decrementAndGet();
            }

            @Override
            public void onStderr(CallbackChild child, ByteBuffer more, boolean ended) {
              onStdout(child, more, ended);
            }
          };
      CallbackChild child =
          many.start(Testing.sh("cat \"$1\"; cat \"$1\" >&2", file.toString()).build(), recorder);
      Thread poking =
          Thread.startVirtualThread(() -> {
            while (child.isRunning()) {
              child.resume(Output.STDOUT);
              child.resume(Output.STDERR);
            }
          });
      child.awaitExit();
      poking.join();
    }
    assertThat(most).hasValue(1);
  }

  /// With handlers on an executor, too, a pump ends when there is nothing to do.
  @Test
  void pumpsEndWithHandlersElsewhere() throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Launcher one = Testing.launcher().handlers(executor).build()) {
      Recorder recorder = new Recorder();
      one.start(Command.of("true"), recorder);
      awaitAll(recorder);
      assertThat(Testing.eventually(() -> Testing.pumps().isEmpty())).isTrue();
    }
  }

  @Test
  void outputsThatAreGivenUp() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(
            Testing.sh("trap '' PIPE; while echo yes; do :; done; exit 3").build(), recorder);
    recorder.awaitText("yes");
    child.closeOutputs();

    assertThat(child.awaitExit().describe()).isEqualTo("exit code 3");
    assertThat(recorder.events()).containsOnlyOnce("out ended", "err ended");
  }

  @Test
  void captureKeepsWhatFitsAndReadsTheRest() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh("head -c 1000000 /dev/zero; echo end >&2").build(),
            RunOptions.DEFAULT.limit(1000));

    assertThat(result.stdout().size()).isEqualTo(1000);
    assertThat(result.stderr().text()).isEqualTo("end\n");
    assertThat(result.truncated()).isTrue();
    assertThat(result.isSuccess()).isTrue();
    assertThat(launcher.run(Command.of("echo", "123"), RunOptions.DEFAULT.limit(4)).truncated())
        .isFalse();
    assertThat(launcher.run(Command.of("echo", "123"), RunOptions.DEFAULT.limit(3)).truncated())
        .isTrue();
    assertThat(launcher.run(Command.of("echo", "123"), RunOptions.DEFAULT.limit(0)).stdout().size())
        .isZero();
  }

  @Test
  void aRunThatIsInterruptedKillsItsChild() throws Exception {
    List<Object> outcome = java.util.Collections.synchronizedList(new ArrayList<>());
    Path file = folder.resolve("pid");
    Thread thread =
        Thread.startVirtualThread(() -> {
          try {
            outcome.add(
                launcher.run(
                    Testing.sh(
                            "echo $$ > \"$1\".new; mv \"$1\".new \"$1\"; exec sleep 30",
                            file.toString())
                        .build(),
                    Testing.LONG));
          } catch (Exception e) {
            outcome.add(e.getClass());
          }
        });
    assertThat(Testing.eventually(() -> Files.exists(file))).isTrue();
    long pid = Long.parseLong(Files.readString(file, StandardCharsets.UTF_8).strip());
    thread.interrupt();
    thread.join();

    assertThat(outcome).containsExactly(InterruptedException.class);
    assertThat(Testing.eventually(() -> !Testing.isAlive(pid))).isTrue();
  }
}
