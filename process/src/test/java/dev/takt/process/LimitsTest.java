package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.process.linux.RawCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// When a limit of the system is reached, a start fails, nothing leaks, and the next start works.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class LimitsTest {

  private static final int EMFILE = 24;
  private static final int EAGAIN = 11;

  private static List<String> behind(List<String> limit, Class<?> main) {
    List<String> words = new ArrayList<>(limit);
    words.addAll(ForkedJvm.words(main));
    return words;
  }

  @Test
  void noMoreDescriptors() {
    List<String> limit = List.of("sh", "-c", "ulimit -n 60; exec \"$@\"", "sh");

    assertThat(ForkedJvm.run(behind(limit, FewDescriptors.class))).isEqualTo("fine\n");
  }

  /// Uses up all descriptors, closes one after another, and starts a child each time.
  static final class FewDescriptors {
    public static void main(String[] arguments) throws Exception {
      Launcher launcher = Testing.launcher().build();
      check(launcher.run(Command.of("true"), Testing.LONG).isSuccess(), "at first");
      check(Testing.eventually(() -> Testing.pumps().isEmpty()), "the pump ends");
      try {
        // Loads the class that reports failures: without a free descriptor no class can be loaded.
        launcher.start(Command.of("/no/such/program"));
        check(false, "that is no program");
      } catch (StartException e) {
        check(e.errno() != EMFILE, "errno " + e.errno());
      }
      check(Testing.eventually(() -> Testing.pumps().isEmpty()), "the pump of the failure ends");
      List<Integer> taken = new ArrayList<>();
      int fd;
      while ((fd = RawCalls.open("/dev/null")) >= 0) {
        taken.add(fd);
      }
      check(!taken.isEmpty(), "some are taken");
      int refused = 0;
      while (true) {
        try {
          RunResult result =
              launcher.run(Command.builder("true").endWithParent().build(), Testing.LONG);
          check(result.isSuccess(), "it works again");
          break;
        } catch (StartException e) {
          check(e.errno() == EMFILE, "errno " + e.errno());
          refused++;
          RawCalls.close(taken.removeLast());
        }
      }
      // Three pipes and the parent-death pipe have eight ends; then there are pidfd, epoll and
      // eventfd.
      check(refused >= 8 && refused <= 12, "refused " + refused);
      check(Testing.eventually(() -> Testing.pumps().isEmpty()), "the pump ends again");
      int free = 0;
      while (RawCalls.open("/dev/null") >= 0) {
        free++;
      }
      check(free == refused, free + " are free of " + refused);
      System.out.println("fine");
    }
  }

  @Test
  void noMoreProcesses() throws Exception {
    Path setpriv = Path.of("/usr/bin/setpriv");
    Path prlimit = Path.of("/usr/bin/prlimit");
    Assumptions.assumeTrue(
        Files.isExecutable(setpriv) && Files.isExecutable(prlimit) && isRoot(),
        "only root can become a user that has no other process");
    List<String> user =
        List.of(
            setpriv.toString(),
            "--reuid=64999",
            "--regid=64999",
            "--clear-groups",
            "--inh-caps=-all",
            prlimit.toString(),
            "--nproc=200");

    assertThat(ForkedJvm.run(behind(user, FewProcesses.class))).isEqualTo("fine\n");
  }

  /// Starts children until the limit is reached.
  static final class FewProcesses {
    public static void main(String[] arguments) throws Exception {
      Launcher launcher = Testing.launcher().eventLoops(1).build();
      List<CallbackChild> children = new ArrayList<>();
      StartException refused = null;
      while (refused == null && children.size() < 400) {
        try {
          children.add(launcher.start(Command.of("cat"), new Recorder()));
        } catch (StartException e) {
          refused = e;
        }
      }
      check(refused != null && refused.errno() == EAGAIN, "refused: " + refused);
      int before = Testing.descriptors().size();
      for (int i = 0; i < 20; i++) {
        try {
          children.add(launcher.start(Command.of("cat"), new Recorder()));
          check(false, "one more");
        } catch (StartException e) {
          check(e.errno() == EAGAIN, "errno " + e.errno());
        }
      }
      check(Testing.descriptors().size() == before, "descriptors");
      children.forEach(CallbackChild::kill);
      for (CallbackChild child : children) {
        child.awaitExit();
      }
      check(launcher.run(Command.of("true"), Testing.LONG).isSuccess(), "it works again");
      launcher.close();
      check(Testing.children().isEmpty(), "no child is left");
      System.out.println("fine");
    }
  }

  private static boolean isRoot() throws Exception {
    return Files.readString(Path.of("/proc/self/status")).contains("\nUid:\t0\t0\t");
  }

  static void check(boolean fine, String what) {
    if (!fine) {
      System.out.println("not so: " + what);
      Runtime.getRuntime().halt(1);
    }
  }
}
