package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Signals: their disposition in a child, and signals sent to the child, to its group, and to no
/// process after its end.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class SignalTest {

  /// The signals that end a program by default.
  private static final List<Integer> ENDING =
      List.of(
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34, 50,
          64);

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  /// A JVM ignores SIGPIPE, and blocks some signals in some of its threads.
  @Test
  void aChildFindsNoSignalIgnoredOrBlocked() throws Exception {
    Map<String, String> status = new HashMap<>();
    launcher
        .run(Command.of("cat", "/proc/self/status"), Testing.LONG)
        .stdout()
        .text()
        .lines()
        .forEach(line -> status.put(line.split(":", 2)[0], line.split(":", 2)[1].strip()));

    assertThat(status)
        .containsEntry("SigIgn", "0".repeat(16))
        .containsEntry("SigBlk", "0".repeat(16))
        .containsEntry("SigCgt", "0".repeat(16));
  }

  @Test
  void everySignalThatEndsAChildIsToldByItsNumber() throws Exception {
    for (int number : ENDING) {
      CallbackChild child = launcher.start(Command.of("cat"), new Recorder());
      assertThat(child.signal(number)).isTrue();
      assertThat(child.awaitExit())
          .isInstanceOfSatisfying(
              Exit.Killed.class, killed -> assertThat(killed.signal()).isEqualTo(number));
      assertThat(child.signal(number)).isFalse();
    }
  }

  @Test
  void aSignalThatIsNoneIsRefused() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      assertThatThrownBy(() -> child.signal(65)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> child.signal(-1)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> child.signalGroup(15)).isInstanceOf(IllegalStateException.class);
      assertThat(child.signal(0)).isTrue();
    }
  }

  @Test
  void stopAndGoOn() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child = launcher.start(Command.of("cat"), recorder);
    child.signal(Signal.STOP);
    child.closeStdin();
    assertThat(child.awaitExit(Duration.ofMillis(50))).isEmpty();
    child.signal(Signal.CONT);

    assertThat(child.awaitExit().isSuccess()).isTrue();
  }

  @Test
  void terminateIsEnoughForMost() throws Exception {
    CallbackChild child = launcher.start(Command.of("cat"), new Recorder());
    assertThat(child.terminate(Testing.LONG)).isTrue();
    assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGTERM");
    assertThat(child.terminate()).isFalse();
    assertThat(child.terminate(Duration.ZERO)).isFalse();
    assertThat(child.kill()).isFalse();
  }

  @Test
  void whoIgnoresTerminateIsKilledWhenPatienceEnds() throws Exception {
    for (int i = 0; i < 10; i++) {
      Recorder recorder = new Recorder();
      CallbackChild child =
          launcher.start(
              Testing.sh("trap '' TERM; echo ready; read a; read b; read c").build(), recorder);
      recorder.awaitText("ready");
      long start = System.nanoTime();
      assertThat(child.terminate(Duration.ofMillis(40))).isTrue();
      assertThat(child.awaitExit(Testing.LONG).orElseThrow().describe())
          .isEqualTo("killed by SIGKILL");
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(40_000_000);
    }
  }

  /// A new deadline may arrive just when the pump is about to sleep.
  @Test
  void noDeadlineIsMissed() throws Exception {
    Launcher one = Testing.launcher().eventLoops(1).build();
    Recorder recorder = new Recorder();
    CallbackChild stubborn =
        one.start(
            Testing.sh("trap '' TERM; echo ready; while :; do read a; done").build(), recorder);
    recorder.awaitText("ready");
    // The child's own output makes the pump sleep and wake up repeatedly.
    for (int i = 0; i < 300; i++) {
      Recorder echo = new Recorder();
      CallbackChild child = one.start(Command.of("cat"), echo);
      child.signal(Signal.STOP);
      child.write(java.nio.ByteBuffer.wrap(new byte[1]));
      LockSupport.parkNanos(i * 300L);
      child.terminate(Duration.ofMillis(1));
      assertThat(child.awaitExit(Duration.ofSeconds(10))).as("child %d", i).isPresent();
    }
    stubborn.kill();
    one.close();
  }

  @Test
  void aGroupEndsAsOne() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(
            Testing.sh("sh -c 'sleep 30 & echo $!; wait' & echo $!; sleep 30 & echo $!; wait")
                .leadGroup()
                .build(),
            recorder);
    recorder.await(r -> r.text().lines().count() == 3);
    List<Long> pids = recorder.text().lines().map(Long::valueOf).toList();
    assertThat(pids).allMatch(Testing::isAlive);
    assertThat(child.kill()).isTrue();

    assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGKILL");
    for (long pid : pids) {
      assertThat(Testing.eventually(() -> !Testing.isAlive(pid))).isTrue();
    }
  }

  @Test
  void whatALeaderLeavesBehindCanStillBeSignalled() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild child =
        launcher.start(Testing.sh("sleep 30 & echo $!").leadGroup().build(), recorder);
    assertThat(child.awaitExit().isSuccess()).isTrue();
    long left = Long.parseLong(recorder.text().strip());

    assertThat(child.signal(Signal.TERM)).as("to the child, which has ended").isFalse();
    assertThat(Testing.isAlive(left)).isTrue();
    assertThat(child.signalGroup(Signal.TERM.number())).isTrue();
    recorder.awaitEvent("out ended");
    recorder.awaitEvent("err ended");
    assertThat(Testing.eventually(() -> !Testing.isAlive(left))).isTrue();
    assertThat(Testing.eventually(() -> !child.signalGroup(Signal.TERM.number()))).isTrue();
  }

  /// A service that a child starts in its group and leaves running, without a pipe to this process.
  @Test
  void normalExitDoesNotKillGroup() throws Exception {
    for (int i = 0; i < 40; i++) {
      Command command =
          Testing.sh("sleep 30 >/dev/null 2>&1 </dev/null & echo $!").leadGroup().build();
      long left = Long.parseLong(launcher.run(command, Testing.LONG).stdout().text().strip());
      try {
        LockSupport.parkNanos(1_000_000);
        assertThat(Testing.isAlive(left)).as("what run %d left behind", i).isTrue();
      } finally {
        ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void normalExitWithStreamsDoesNotKillGroup() throws Exception {
    for (int i = 0; i < 40; i++) {
      long left;
      try (StreamChild child =
          launcher.start(
              Testing.sh("sleep 30 2>/dev/null </dev/null & echo $!").leadGroup().build())) {
        byte[] line = new byte[32];
        left =
            Long.parseLong(
                new String(
                        line,
                        0,
                        child.stdout().read(line),
                        java.nio.charset.StandardCharsets.US_ASCII)
                    .strip());
        assertThat(child.awaitExit().isSuccess()).isTrue();
      }
      try {
        LockSupport.parkNanos(1_000_000);
        assertThat(Testing.isAlive(left)).as("what child %d left behind", i).isTrue();
      } finally {
        ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  /// The leader ends at once; another process of its group does not, and is killed when the time
  /// ends.
  @Test
  void timeoutIsForTheWholeGroup() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild leader =
        launcher.start(
            Testing.sh(
                    "(trap '' TERM; echo ready; exec sleep 30 >/dev/null 2>&1) & echo $!; exec"
                        + " sleep 30 >/dev/null 2>&1")
                .stderr(Redirect.discard())
                .leadGroup()
                .build(),
            recorder);
    recorder.awaitText("ready");
    recorder.awaitEvent("out ended");
    long stubborn = Long.parseLong(recorder.text().replace("ready", "").strip());

    assertThat(leader.terminate(Duration.ofMillis(700))).isTrue();
    assertThat(leader.awaitExit().describe()).isEqualTo("killed by SIGTERM");
    assertThat(Testing.isAlive(stubborn)).isTrue();
    assertThat(Testing.eventually(() -> !Testing.isAlive(stubborn))).isTrue();
  }

  @Test
  void killingAGroupLeavesNoLeaderBehind() throws Exception {
    Recorder recorder = new Recorder();
    CallbackChild leader =
        launcher.start(
            Testing.sh("trap '' TERM; echo ready; while :; do sleep 0.05; done")
                .leadGroup()
                .build(),
            recorder);
    recorder.awaitText("ready");
    assertThat(leader.terminate(Duration.ofMinutes(5))).isTrue();
    assertThat(leader.kill()).isTrue();
    leader.awaitExit();
    assertThat(Testing.eventually(() -> Testing.children().isEmpty())).isTrue();
  }

  /// A leader can move into another group; it is still the child.
  @Test
  void aLeaderThatHasLeftItsGroupIsReached() throws Exception {
    java.nio.file.Path python = java.nio.file.Path.of("/usr/bin/python3");
    org.junit.jupiter.api.Assumptions.assumeTrue(
        java.nio.file.Files.isExecutable(python), "it takes a program that calls setpgid");
    Recorder recorder = new Recorder();
    CallbackChild leader =
        launcher.start(
            Command.builder(python.toString(), "-c")
                .argument(
                    "import os,time\nos.setpgid(0, os.getpgid(os.getppid()))\n"
                        + "print('ready', flush=True)\ntime.sleep(60)")
                .leadGroup()
                .build(),
            recorder);
    recorder.awaitText("ready");
    assertThat(leader.terminate()).isTrue();
    assertThat(leader.awaitExit(Testing.LONG).orElseThrow().describe())
        .isEqualTo("killed by SIGTERM");
  }

  @Test
  void runEndsWhatTakesTooLong() throws Exception {
    RunResult result =
        launcher.run(
            Testing.sh("trap '' TERM; echo $$; while :; do sleep 0.05; done").leadGroup().build(),
            RunOptions.DEFAULT.timeout(Duration.ofMillis(200)).killAfter(Duration.ofMillis(50)));

    assertThat(result.timedOut()).isTrue();
    assertThat(result.isSuccess()).isFalse();
    assertThat(result.exit().describe()).isEqualTo("killed by SIGKILL");
    assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void startAndKillRace() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 250; i++) {
                  if (startedAndKilled(i)) {
                    ended.incrementAndGet();
                  }
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(ended).hasValue(1_000);
  }

  private boolean startedAndKilled(int i) {
    Recorder recorder = new Recorder();
    try {
      CallbackChild child =
          launcher.start(i % 2 == 0 ? Command.of("cat") : Command.of("true"), recorder);
      Thread killer = Thread.startVirtualThread(child::kill);
      child.kill();
      child.awaitExit();
      killer.join();
      return recorder.events().stream().filter(e -> e.matches("exit.*|killed.*")).count() == 1;
    } catch (StartException | InterruptedException e) {
      return false;
    }
  }

  @Test
  void closingTheLauncherKillsAll() throws Exception {
    Launcher closed = Testing.launcher().build();
    List<Child> children = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      children.add(closed.start(Command.of("cat"), new Recorder()));
      children.add(closed.start(Command.of("cat")));
    }
    closed.close();

    assertThat(children)
        .allMatch(child -> child.exit().orElseThrow().describe().equals("killed by SIGKILL"));
  }

  @Test
  void closeAndStartRace() throws Exception {
    for (int i = 0; i < 50; i++) {
      Launcher closed = Testing.launcher().build();
      Thread starter =
          Thread.startVirtualThread(() -> {
            try {
              while (true) {
                closed.start(Command.of("cat"), new Recorder());
              }
            } catch (IllegalStateException | StartException _) {
              // It is closed.
            }
          });
      LockSupport.parkNanos(2_000_000);
      closed.close();
      starter.join();
    }
    assertThat(Testing.eventually(() -> Testing.children().isEmpty())).isTrue();
  }

  /// Output that is not consumed must not delay the end.
  @Test
  void closingTheLauncherEndsAChildThatIsPaused() throws Exception {
    Launcher closed = Testing.launcher().build();
    Recorder recorder = new Recorder();
    CallbackChild child =
        closed.start(
            Command.of("head", "-c", "1000000", "/dev/zero"),
            new ChildHandler() {
              @Override
              public void onStdout(CallbackChild c, java.nio.ByteBuffer bytes, boolean ended) {
                c.pause(Output.STDOUT);
                recorder.onStdout(c, bytes, ended);
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {
                recorder.onExit(c, exit);
              }
            });
    recorder.awaitEvent("out");
    long start = System.nanoTime();
    closed.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(child.exit()).isPresent();
  }
}
