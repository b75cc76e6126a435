package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// An exit is reported once, after the last byte that the child wrote, and does not wait for other
/// processes.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class ExitTest {

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  @Test
  void everyExitCode() throws Exception {
    for (int code = 0; code < 256; code++) {
      Exit exit = launcher.run(Testing.sh("exit " + code).build(), Testing.LONG).exit();
      assertThat(exit).isEqualTo(new Exit.Code(code, exit.usage()));
    }
  }

  @Test
  void exitComesOnceAndBehindTheLastByte() throws Exception {
    byte[] bytes = Testing.noise(300_000);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    List<Recorder> recorders = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    int[] some = {0, 1, 4095, 4096, 65_535, 65_536, 65_537, 131_072, 131_073, 300_000};
    for (int round = 0; round < 12; round++) {
      for (int size : some) {
        Recorder recorder = new Recorder();
        launcher.start(Command.of("head", "-c", "" + size, file.toString()), recorder);
        recorders.add(recorder);
        sizes.add(size);
      }
      for (int i = recorders.size() - some.length; i < recorders.size(); i++) {
        recorders.get(i).awaitEvent("exit code 0");
        recorders.get(i).awaitEvent("err ended");
        recorders.get(i).awaitEvent("out ended");
      }
    }
    for (int i = 0; i < recorders.size(); i++) {
      Recorder recorder = recorders.get(i);
      List<String> events = recorder.events();
      assertThat(recorder.bytes()).isEqualTo((int) sizes.get(i));
      assertThat(recorder.crc()).isEqualTo(Testing.crc(bytes, sizes.get(i)));
      assertThat(events).containsOnlyOnce("exit code 0", "out ended", "err ended");
      assertThat(events.lastIndexOf("out")).isLessThan(events.indexOf("exit code 0"));
    }
  }

  @Test
  void aGrandchildThatHoldsThePipeDelaysNoExit() throws Exception {
    Recorder recorder = new Recorder();
    // The grandchild runs until it gets input, so the test does not depend on time.
    CallbackChild child =
        launcher.start(
            Testing.sh("exec 3<&0; (read line <&3; echo late) & echo early").build(), recorder);
    Exit exit = child.awaitExit();

    assertThat(exit.isSuccess()).isTrue();
    assertThat(recorder.events()).startsWith("out", "stdin closed, lost 0", "exit code 0");
    // Its standard input is closed with the exit, so `read` ends.
    recorder.awaitEvent("out ended");
    assertThat(recorder.text()).isEqualTo("early\nlate\n");
    recorder.awaitEvent("err ended");
  }

  @Timing
  @Test
  void runWaitsForOthersForTheGraceOnly() throws Exception {
    long start = System.nanoTime();
    RunResult result =
        launcher.run(
            Testing.sh("sleep 15 & echo $!").build(),
            RunOptions.DEFAULT.grace(Duration.ofMillis(100)));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    long sleeper = Long.parseLong(result.stdout().text().strip());
    try {
      assertThat(result.complete()).isFalse();
      assertThat(result.isSuccess()).isTrue();
      assertThat(took).isBetween(Duration.ofMillis(100), Duration.ofSeconds(5));
      assertThat(Testing.isAlive(sleeper)).isTrue();
    } finally {
      ProcessHandle.of(sleeper).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void runWaitsWithinTheGrace() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh("(sleep 0.2; echo late) & echo early").build(),
            RunOptions.DEFAULT.grace(Testing.LONG));

    assertThat(result.complete()).isTrue();
    assertThat(result.stdout().text()).isEqualTo("early\nlate\n");
    assertThat(result.elapsed()).isLessThan(Testing.LONG);
  }

  @Test
  void aChildThatClosesItsOutputsLivesOn() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(
            Testing.sh("echo begin; exec >&- 2>&-; read line; exit 7").build(), recorder);
    recorder.awaitEvent("out ended");
    recorder.awaitEvent("err ended");

    assertThat(child.isRunning()).isTrue();
    child.closeStdin();
    assertThat(child.awaitExit().describe()).isEqualTo("exit code 7");
    assertThat(recorder.events().getLast()).isEqualTo("exit code 7");
  }

  @Test
  void aChildThatForksAway() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh(
                    "setsid sh -c 'echo $$; exec sleep 15 >/dev/null 2>&1' & wait_for=$!; exit 4")
                .build(),
            RunOptions.DEFAULT.grace(Testing.LONG));
    long away = Long.parseLong(result.stdout().text().strip());
    try {
      assertThat(result.complete()).isTrue();
      assertThat(result.exit().describe()).isEqualTo("exit code 4");
      assertThat(Testing.isAlive(away)).isTrue();
    } finally {
      ProcessHandle.of(away).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void exitWakesAllWaitingThreads() throws Exception {
    CallbackChild child = launcher.start(Command.of("cat"), new Recorder());
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(
          Thread.startVirtualThread(() -> {
            try {
              seen.add(child.awaitExit().isSuccess());
            } catch (InterruptedException e) {
              seen.add(e);
            }
          }));
    }
    assertThat(child.onExit()).isSameAs(child.onExit()).isNotDone();
    assertThat(child.awaitExit(Duration.ofMillis(1))).isEmpty();
    assertThat(child.exit()).isEmpty();
    child.closeStdin();
    Exit exit = child.onExit().get(20, TimeUnit.SECONDS);
    for (Thread thread : waiting) {
      thread.join();
    }

    assertThat(exit.isSuccess()).isTrue();
    assertThat(child.exit()).contains(exit);
    assertThat(child.awaitExit(Duration.ZERO)).contains(exit);
    assertThat(seen).hasSize(10).containsOnly(true);
  }

  /// The shell is killed when its second of CPU time is used up.
  @Timing
  @Test
  void processorTimeOfTheChild() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh("ulimit -c 0; ulimit -S -t 1; while :; do :; done").build(), Testing.LONG);

    assertThat(result.exit())
        .isInstanceOfSatisfying(
            Exit.Killed.class,
            killed -> {
              assertThat(killed.describe()).isEqualTo("killed by SIGXCPU");
              ResourceUsage usage = Objects.requireNonNull(killed.usage());
              assertThat(usage.cpu()).isBetween(Duration.ofMillis(900), Duration.ofMillis(1_500));
              assertThat(usage.user()).isGreaterThan(usage.system());
            });
  }

  /// The kernel includes the memory of the starting process, so a small one starts it.
  @Test
  void memoryOfTheChild() {
    String[] peaks = ForkedJvm.run(ForkedJvm.words(Measuring.class)).strip().split(" ", -1);

    assertThat(Long.parseLong(peaks[0])).isBetween(200L << 20, 216L << 20);
    assertThat(Long.parseLong(peaks[1])).isBetween(1L << 20, 199L << 20);
  }

  static final class Measuring {
    public static void main(String[] arguments) throws Exception {
      System.out.println(peakOf("200M") + " " + peakOf("1k"));
    }

    private static long peakOf(String block) throws Exception {
      RunResult result =
          Launcher.shared()
              .run(
                  Command.of("dd", "if=/dev/zero", "of=/dev/null", "bs=" + block, "count=1"),
                  Testing.LONG);
      return Objects.requireNonNull(result.exit().usage()).peakMemory();
    }
  }
}
