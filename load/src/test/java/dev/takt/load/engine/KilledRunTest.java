package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.Outcome;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A killed generator leaves a run that can be read.
@Tag("slow")
@Timeout(120)
class KilledRunTest {

  private static final long MS = 1_000_000;
  private static final long INTERVAL = 200 * MS;
  private static final int RATE = 1000;

  @TempDir private Path temp;

  /// The child process: a run of a minute.
  public static final class Child {
    private Child() {}

    /// @param args the run directory
    public static void main(String[] args) throws Exception {
      RunSettings settings = new RunSettings();
      settings.driver = new TestDrivers.Async(2 * MS, n -> Outcome.OK);
      settings.durationNanos = 60_000 * MS;
      settings.intervalNanos = INTERVAL;
      RunDirectory directory = RunDirectory.create(Path.of(args[0]));
      new LoadRun(
              settings.build(),
              directory,
              progress -> {
                System.out.println(progress.elapsedNanos());
                System.out.flush();
              })
          .run();
    }
  }

  @Test
  void lacksItsLastIntervalAtMost() throws Exception {
    Random random = new Random();
    for (int round = 0; round < 3; round++) {
      Path path = temp.resolve("killed" + round);
      int afterIntervals = 3 + random.nextInt(5);
      long intoTheNext = random.nextLong(INTERVAL / MS);
      long reported = killAfter(path, afterIntervals, intoTheNext);
      check(path, reported);
    }
  }

  /// @return the last progress that the run reported
  private static long killAfter(Path path, int intervals, long millis) throws Exception {
    Process child =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName(),
                    path.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines = child.inputReader()) {
      long reported = 0;
      for (int i = 0; i < intervals; i++) {
        reported = Long.parseLong(Objects.requireNonNull(lines.readLine(), "the child has ended"));
      }
      Thread.sleep(millis);
      return reported;
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static void check(Path path, long reported) throws IOException {
    RunDirectory directory = RunDirectory.open(path);
    RunRecord record = directory.read();
    assertThat(record.state()).isEqualTo(RunRecord.State.RUNNING);
    assertThat(record.summary()).isNull();
    long origin = Objects.requireNonNull(record.timeBase().originNanoTime());

    Map<String, Histogram> log = LoadRunTest.readLog(directory.latencyLog());
    long logged = Objects.requireNonNull(log.get("read-rt")).getTotalCount();
    long due = reported * RATE / (1000 * MS);
    assertThat(logged).as("of %d that were due", due).isGreaterThan(due - RATE / 10);

    Set<Long> intended = new HashSet<>();
    try (OperationTrace trace = OperationTrace.open(directory.operationTrace())) {
      for (OperationRecord r = trace.next(); r != null; r = trace.next()) {
        assertThat(r.state()).isEqualTo(OperationState.COMPLETED);
        assertThat((r.intended() - origin) % MS).isZero();
        assertThat(intended.add(r.intended())).isTrue();
      }
      assertThat(trace.isTruncated()).isTrue();
    }
    assertThat((long) intended.size()).isGreaterThan(due - 3 * RATE / 10);
  }
}
