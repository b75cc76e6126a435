package dev.takt.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a main class as an unprivileged user, who may not see kernel events or other users'
/// processes.
public final class UnprivilegedJvm {

  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

  private UnprivilegedJvm() {}

  /// Returns the output lines of a main class of the tests. Skips the test if this user cannot
  /// change its user id, or if the kernel has other settings.
  public static List<String> run(Class<?> main, String... arguments) throws Exception {
    String user = ProcessHandle.current().info().user().orElse("unknown");
    assumeTrue(user.equals("root"), "only root can become another user");
    String paranoid = Files.readString(PARANOID).strip();
    assumeTrue(paranoid.equals("2"), "perf_event_paranoid is " + paranoid);
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=65534",
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("takt-test", ".txt");
    Path errors = Files.createTempFile("takt-test", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      boolean ended = process.waitFor(30, TimeUnit.SECONDS);
      process.destroyForcibly();
      assumeTrue(
          ended && process.exitValue() == 0, "not possible here: " + Files.readString(errors));
      return Files.readAllLines(output);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
