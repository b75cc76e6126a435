package dev.takt.watch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Runs a main class as an unprivileged user, who may not see kernel events or other users'
/// processes.
public final class UnprivilegedJvm {

  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

  private UnprivilegedJvm() {}

  /// Returns the output lines of a main class of the tests. Skips the test if this user cannot
  /// change its user id, or if the kernel has other settings.
  public static List<String> run(Class<?> main) throws Exception {
    String user = ProcessHandle.current().info().user().orElse("unknown");
    assumeTrue(user.equals("root"), "only root can become another user");
    String paranoid = Files.readString(PARANOID).strip();
    assumeTrue(paranoid.equals("2"), "perf_event_paranoid is " + paranoid);
    Command command =
        Command.of(
            "setpriv",
            "--reuid=65534",
            "--clear-groups",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            main.getName());
    RunResult result = Launcher.shared().run(command, Duration.ofSeconds(30));
    assumeTrue(result.isSuccess(), () -> "not possible here: " + result.stderr().text());
    return result.stdout().text().lines().toList();
  }
}
