package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.engine.FleetKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A coordinator in a JVM with a small heap, and many agents in two others, over real connections
/// with TLS and with simulated generators: all join and start together, none is lost, and the
/// merged log is the exact union.
@Tag("slow")
@Timeout(400)
class ManyAgentsTest {

  private static final int SECONDS = 6;

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
  }

  /// A thousand are asked for their clocks a thousand times a second, and for their logs as often:
  /// the coordinator needs a part of one processor.
  ///
  /// @param megabytes the heap of the coordinator; the command has a gigabyte
  @ParameterizedTest
  @CsvSource({"100, 256", "1000, 1024"})
  void allJoinStartTogetherAndAreCollected(int agents, int megabytes) throws Exception {
    Path key = folder.resolve("fleet.p12");
    FleetKey.create(key);
    String[] common = {key.toString(), Integer.toString(agents), Integer.toString(SECONDS)};
    Process coordinator = start("-Xmx" + megabytes + "m", "coordinator", common);
    try (BufferedReader out = coordinator.inputReader()) {
      String port = Objects.requireNonNull(out.readLine(), "the coordinator has ended");
      for (String part : List.of("0", "1")) {
        start("-Xmx768m", "agents", common, port, "0", part, "2");
      }
      String line = Objects.requireNonNull(out.readLine(), "the coordinator has failed");
      String[] figures = line.split(" ", -1);
      System.out.printf(
          "%d agents: ready after %s s (CPU %s s), CPU %s s of %s s of load, collected and merged"
              + " %s s after it (CPU %s s), peak %s MB, heap %s MB, starts within %s us%n",
          agents,
          figures[1],
          figures[2],
          figures[4],
          figures[3],
          figures[5],
          figures[6],
          figures[7],
          figures[11],
          figures[13]);
      assertThat(figures[0]).as("lost").isEqualTo("0");
      assertThat(figures[9]).as("the union is exact").isEqualTo("true");
      assertThat(figures[12]).as("clocks are within the stated errors").isEqualTo("true");
      assertThat(Double.parseDouble(figures[4]) / Double.parseDouble(figures[3]))
          .as("processors that the coordinator needs during the load")
          .isLessThan(0.8);
    }
    for (Process each : processes) {
      assertThat(each.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(each.exitValue()).isZero();
    }
  }

  private Process start(String heap, String part, String[] common, String... more)
      throws IOException {
    Path own = Files.createDirectory(folder.resolve(part + processes.size()));
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                heap,
                "-Djdk.virtualThreadScheduler.parallelism=8",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ManyAgents.class.getName(),
                part,
                own.toString()));
    words.addAll(List.of(common));
    words.addAll(List.of(more));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }
}
