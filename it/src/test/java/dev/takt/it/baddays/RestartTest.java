package dev.takt.it.baddays;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.targets.Restartable;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.testing.Background;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The target dies in mid-run and comes back.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestartTest {

  private static final long MILLISECOND = 1_000_000;
  private static final int RATE = 500;
  private static final long GAP = 1000 * MILLISECOND / RATE;

  @TempDir Path folder;

  @Timing
  @Test
  void errorsAreCountedWhileItIsAwayAndTheScheduleSurvives() throws Exception {
    try (Restartable target = new Restartable()) {
      CompletableFuture<Ran> running =
          Background.supplyAsync(() ->
              Takt.run(
                  folder,
                  "--target",
                  target.url(),
                  "--rate",
                  RATE + "/s",
                  "--duration",
                  "3s",
                  "--connections",
                  "8"));
      await("requests come").atMost(ofSeconds(30)).until(() -> target.requests() > 400);
      long down = System.nanoTime();
      target.stop();
      TimeUnit.MILLISECONDS.sleep(800);
      long up = System.nanoTime();
      target.start();
      Ran ran = running.get(30, TimeUnit.SECONDS);

      Balance balance = ran.balance();
      assertThat(balance.intended()).isEqualTo(3L * RATE);
      assertThat(balance.timedOut() + balance.unfinished() + balance.neverSent()).isZero();
      assertThat(ran.summary().failures().counts()).containsKey("connection refused");
      List<OperationRecord> operations = operations();
      assertThat(operations).hasSize(3 * RATE);
      assertIntendedOnSchedule(operations);
      assertErrorsOnlyWhileAway(operations, down, up);
    }
  }

  private List<OperationRecord> operations() throws IOException {
    List<OperationRecord> operations = new ArrayList<>();
    try (OperationTrace trace =
        OperationTrace.open(folder.resolve(Takt.OUT).resolve("operations.bin"))) {
      for (OperationRecord next = trace.next(); next != null; next = trace.next()) {
        operations.add(next);
      }
    }
    return operations;
  }

  private static void assertIntendedOnSchedule(List<OperationRecord> operations) {
    long[] intended = operations.stream().mapToLong(OperationRecord::intended).sorted().toArray();
    for (int i = 1; i < intended.length; i++) {
      assertThat(intended[i] - intended[0]).isEqualTo(i * GAP);
    }
  }

  /// What was due while it was away failed; what came well before or after did not.
  private static void assertErrorsOnlyWhileAway(
      List<OperationRecord> operations, long down, long up) {
    long slack = 200 * MILLISECOND;
    for (OperationRecord each : operations) {
      boolean away = each.start() > down + slack && each.start() < up - 10 * MILLISECOND;
      boolean there = each.end() < down - slack || each.start() > up + slack;
      if (away) {
        assertThat(each.state()).as("%s", each).isEqualTo(OperationState.FAILED);
      } else if (there) {
        assertThat(each.state()).as("%s", each).isEqualTo(OperationState.COMPLETED);
      }
    }
    assertThat(operations.stream().filter(each -> each.state() == OperationState.FAILED).count())
        .isGreaterThan(RATE / 2);
  }
}
