package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.Outcome;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunSummary;
import dev.takt.testing.Timing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files that cannot grow any more during a run, as on a full disk. Here the shell limits the files
/// of a child process to 16 KiB.
@Timeout(60)
class FullDiskTest {

  private static final long MS = 1_000_000;

  @TempDir private Path temp;

  /// The child process: a run that writes more than it may, and reports that on standard output.
  public static final class Child {
    private Child() {}

    /// @param args the run directory
    public static void main(String[] args) throws Exception {
      RunSettings settings = new RunSettings();
      // Many different service times make long lines in the log.
      settings.driver = new TestDrivers.Async(n -> MS + n * 7919 % (5 * MS), n -> Outcome.OK);
      settings.schedule = Schedules.constant(Rate.perSecond(2500));
      settings.durationNanos = 1500 * MS;
      settings.intervalNanos = 50 * MS;
      RunDirectory directory = RunDirectory.create(Path.of(args[0]));
      LoadRun run = new LoadRun(settings.build(), directory, progress -> {});
      RunSummary summary = run.run();
      System.out.println(
          "responses " + Objects.requireNonNull(summary.results().total().response()).count());
      summary.warnings().forEach(warning -> System.out.println("warning " + warning));
      run.storageFailures().forEach(failure -> System.out.println("failure " + failure));
    }
  }

  @Timing
  @Test
  void doesNotLoseTheSummaryAndIsTold() throws Exception {
    Path path = temp.resolve("run");
    Process child =
        new ProcessBuilder(
                List.of(
                    "bash",
                    "-c",
                    "ulimit -f 16; exec \"$@\"",
                    "child",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName(),
                    path.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    List<String> lines = output.lines().toList();
    assertThat(lines).contains("responses 3750");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("failure ") && line.contains("latency.hdr"))
        .anyMatch(line -> line.startsWith("failure ") && line.contains("operations.bin"))
        .anyMatch(line -> line.startsWith("warning ") && line.contains("latency.hdr"));
    // Everything written before the limit is complete.
    long logged =
        Objects.requireNonNull(LoadRunTest.readLog(path.resolve("latency.hdr")).get("read-rt"))
            .getTotalCount();
    assertThat(logged).isBetween(1L, 3749L);
    assertThat(LoadRunTest.readTrace(path.resolve("operations.bin"))).isNotEmpty();
  }
}
