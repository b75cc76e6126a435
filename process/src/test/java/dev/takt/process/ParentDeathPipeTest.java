package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of this process kills the children that were started with `endWithParent`.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class ParentDeathPipeTest {

  /// Starts a child that leads a group, one that does not, and one that should survive; prints
  /// their pids, and those of grandchildren; then ends in the requested way.
  static final class Parent {
    public static void main(String[] arguments) throws Exception {
      Launcher launcher = Launcher.shared();
      String family = "sleep 30 >/dev/null & echo $! $$; wait";
      List<Command> commands =
          List.of(
              Testing.sh(family).leadGroup().endWithParent().build(),
              Testing.sh("echo $$; exec sleep 30 >/dev/null").endWithParent().build(),
              Testing.sh("echo $$; exec sleep 30 >/dev/null").build());
      for (Command command : commands) {
        Recorder recorder = new Recorder();
        var _ = launcher.start(command, recorder);
        recorder.awaitText("\n");
        System.out.println(recorder.text().strip());
      }
      switch (arguments[0]) {
        case "halt" -> Runtime.getRuntime().halt(1);
        case "exit" -> System.exit(0);
        default -> Thread.sleep(60_000);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kill", "halt", "exit"})
  void theEndOfTheParent(String how) throws Exception {
    Process parent = ForkedJvm.start(ForkedJvm.words(Parent.class, how));
    List<Long> going = new ArrayList<>();
    long staying;
    try (BufferedReader lines = parent.inputReader()) {
      Stream.of(lines.readLine().split(" ", -1)).map(Long::valueOf).forEach(going::add);
      going.add(Long.valueOf(lines.readLine()));
      staying = Long.parseLong(lines.readLine());
      if (how.equals("kill")) {
        assertThat(going).allMatch(Testing::isAlive);
        parent.destroyForcibly();
      }
      parent.waitFor();
    }
    try {
      assertThat(going).hasSize(3);
      for (long pid : going) {
        assertThat(Testing.eventually(() -> !Testing.isAlive(pid))).isTrue();
      }
      assertThat(Testing.isAlive(staying)).isTrue();
    } finally {
      ProcessHandle.of(staying).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /// The pipe is released without a signal when the child ends by itself.
  @Test
  void normalExitDoesNotKillGroup() throws Exception {
    try (Launcher launcher = Testing.launcher().build()) {
      for (int i = 0; i < 20; i++) {
        Command command =
            Testing.sh("sleep 30 >/dev/null 2>&1 </dev/null & echo $!")
                .leadGroup()
                .endWithParent()
                .build();
        RunResult result = launcher.run(command, Testing.LONG);
        long left = Long.parseLong(result.stdout().text().strip());
        try {
          assertThat(result.isSuccess()).isTrue();
          java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
          assertThat(Testing.isAlive(left)).isTrue();
        } finally {
          ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
        }
      }
    }
  }

  /// Where the process that starts the JVM ignores SIGCHLD, the kernel discards the status of
  /// children.
  @Test
  void theExitIsKnownWhereSigchldIsIgnored() {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "trap '' CHLD; exec \"$@\"", "sh"));
    words.addAll(ForkedJvm.words(Seven.class));

    assertThat(ForkedJvm.run(words)).isEqualTo("exit code 7\n");
  }

  static final class Seven {
    public static void main(String[] arguments) throws Exception {
      System.out.println(
          Launcher.shared().run(Testing.sh("exit 7").build(), Testing.LONG).exit().describe());
    }
  }
}
