package dev.takt.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Runs jcstress in a process of its own. In the ordinary run each test has 100 ms, in one JVM as
/// it comes. With `-Dstress.mode=default` (or quick, tough, stress: the presets of jcstress) each
/// is run in every combination of compilers and flags that jcstress knows, for minutes to hours.
class JcstressTest {

  private static final Pattern RESULTS =
      Pattern.compile("Results: (\\d+) planned; (\\d+) passed, (\\d+) failed");

  private static final List<String> SHORT =
      List.of(
          "-f 1 -fsm 1 -iters 1 -time 100 -sc false -af NONE -jvmArgs -XX:+UseSerialGC".split(" "));

  // A test that hangs (a result that was left lying) would run for ever.
  private static final Duration SHORT_LIMIT = Duration.ofMinutes(10);
  private static final Duration FULL_LIMIT = Duration.ofHours(24);

  @Test
  void noTwoThreadsMeetInAForbiddenWay() throws Exception {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    Path folder = Files.createDirectories(Path.of("target", "jcstress").toAbsolutePath());
    Path log = folder.resolve("jcstress.log");
    int exit = run(folder, log);
    String output = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(exit).as(output).isZero();
    List<MatchResult> results = RESULTS.matcher(output).results().toList();
    assertThat(results).as(output).isNotEmpty();
    MatchResult last = results.getLast();
    // What was skipped or could not run did not pass.
    assertThat(Integer.parseInt(last.group(1))).isGreaterThanOrEqualTo(numberOfTests());
    assertThat(last.group(2)).as(last.group()).isEqualTo(last.group(1));
  }

  private static int numberOfTests() throws IOException {
    URL list = Objects.requireNonNull(JcstressTest.class.getResource("/META-INF/TestList"));
    try (InputStream in = list.openStream()) {
      int tests = (int) new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().count();
      assertThat(tests).isPositive();
      return tests;
    }
  }

  private static int run(Path folder, Path log) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("org.openjdk.jcstress.Main");
    command.add("-r");
    command.add(folder.toString());
    String mode = System.getProperty("stress.mode");
    command.addAll(mode == null ? SHORT : List.of("-m", mode));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      Duration limit = mode == null ? SHORT_LIMIT : FULL_LIMIT;
      assertThat(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS))
          .as("jcstress ended within %s; see %s", limit, log)
          .isTrue();
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
