package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// D/D/1: operations that take 4 ms come every millisecond to one worker, so each waits 3 ms longer
/// than the one before. The worker really sleeps, a little longer than it wants to: operation k
/// also waits for what all sleeps up to its own were too long, which the trace says.
@Tag("timing")
class OverloadTest {

  private static final long MS = 1_000_000;
  private static final long SERVICE = 4 * MS;

  /// The histogram's precision.
  private static final double PRECISION = 0.001;

  @TempDir private Path directory;

  /// The first operations of a cold JVM are later than the schedule allows here.
  @BeforeAll
  static void compileWhatIsMeasured(@TempDir Path folder) throws Exception {
    Takt.measure(
        folder,
        "--target=sim:delay=1ms",
        "--rate=1000/s",
        "--workers=1",
        "--count=500",
        "--format=json");
  }

  @Test
  void eachOperationWaitsForAllBeforeIt() throws Exception {
    Attempts.of(_ -> overload(1000));
  }

  @Test
  @Tag("slow")
  void eachOfFiveThousandOperationsWaitsForAllBeforeIt() throws Exception {
    Attempts.of(_ -> overload(5000));
  }

  private void overload(int count) throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=sim:delay=4ms",
            "--rate=1000/s",
            "--workers=1",
            "--count=" + count,
            "--format=json");
    RunSummary summary = run.printedSummary();

    assertThat(summary.results().balance()).isEqualTo(new Balance(count, count, 0, 0, 0, 0));
    assertThat(summary.results().rate().intended()).isEqualTo(1000.0);
    assertThat(summary.results().total().service().p50()).isBetween(SERVICE, SERVICE + MS / 2);
    List<OperationRecord> operations = run.operations();
    assertThat(operations).hasSize(count);
    long origin = Objects.requireNonNull(run.record().timeBase().originNanoTime());
    long tooLong = assertEachWaits(operations, origin);
    assertSummaryAgrees(
        Objects.requireNonNull(summary.results().total().response()), operations, tooLong);
  }

  /// @return by how much all sleeps together were too long
  private static long assertEachWaits(List<OperationRecord> operations, long origin) {
    long tooLong = 0;
    for (int k = 1; k <= operations.size(); k++) {
      OperationRecord operation = operations.get(k - 1);
      tooLong += operation.service() - SERVICE;
      assertThat(operation.intended()).isEqualTo(origin + (k - 1) * MS);
      long truth = SERVICE + 3 * MS * (k - 1) + tooLong;
      // From one operation to the next the worker needs some microseconds.
      assertThat(operation.elapsed())
          .as("response of operation %d", k)
          .isBetween(truth, truth + MS + k * 10_000L);
    }
    return tooLong;
  }

  private static void assertSummaryAgrees(
      Distribution response, List<OperationRecord> operations, long tooLong) {
    int count = operations.size();
    List<Long> sorted =
        operations.stream()
            .map(OperationRecord::elapsed)
            .sorted(Comparator.naturalOrder())
            .toList();
    assertThat(response.count()).isEqualTo(count);
    assertNear(response.p50(), sorted.get(count / 2 - 1));
    assertNear(response.p99(), sorted.get(count * 99 / 100 - 1));
    assertNear(response.max(), sorted.getLast());
    assertThat((double) response.max()).isGreaterThanOrEqualTo(SERVICE + 3.0 * MS * (count - 1));
    assertThat(response.max() * (1 - PRECISION))
        .isLessThan(SERVICE + 3.0 * MS * (count - 1) + tooLong + MS + count * 10_000L);
  }

  private static void assertNear(long actual, long truth) {
    assertThat((double) actual).isBetween(truth * (1 - PRECISION), truth * (1 + PRECISION));
  }
}
