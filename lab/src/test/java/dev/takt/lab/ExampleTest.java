package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The program of the documentation, compiled and run as it stands there.
class ExampleTest {

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void programRunsAPlanAndChecksItsP99() throws Exception {
    Path plan = folder.resolve("plan.yaml");
    Files.writeString(
        plan, "target: sim:delay=2ms\nrate: 200/s\nduration: 500ms\nself-warmup: off\n");

    assertThat(run(plan)).matches("verdict [A-Z_]+, p99 [0-9.]+ ms\n");
  }

  private String run(Path plan) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Path.of("..", "examples", "CheckLatency.java").toString(),
                plan.toString(),
                folder.resolve("run").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
