package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.targets.ClosingAfterN;
import dev.takt.it.targets.HalfAnswer;
import dev.takt.it.targets.Resetting;
import dev.takt.it.targets.Silent;
import dev.takt.it.targets.SlowLoris;
import dev.takt.it.targets.Target;
import dev.takt.it.targets.WrongStatus;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The target answers wrongly, half, or not at all: each operation is counted for what it was.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BrokenAnswersTest {

  private static final long MILLISECOND = 1_000_000;

  @TempDir Path folder;

  private Ran drive(Target target, String... more) {
    String[] arguments = new String[more.length + 4];
    System.arraycopy(
        new String[] {"--target", target.url(), "--rate", "200/s"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Takt.run(folder, arguments);
  }

  private static Distribution response(RunSummary summary) {
    OperationSummary total = summary.results().total();
    return Objects.requireNonNull(total.response());
  }

  @Test
  void resetInMidAnswerIsAnError() {
    try (Resetting target = new Resetting()) {
      Ran ran = drive(target, "--count", "200");

      assertThat(ran.balance()).isEqualTo(new Balance(200, 0, 200, 0, 0, 0));
      assertThat(ran.summary().failures().counts()).isEqualTo(Map.of("connection reset", 200L));
      assertThat(response(ran.summary()).count()).isZero();
      assertThat(target.requests()).isEqualTo(200);
    }
  }

  @Test
  void halfAnswerIsAnError() {
    try (HalfAnswer target = new HalfAnswer()) {
      Ran ran = drive(target, "--count", "200");

      assertThat(ran.balance()).isEqualTo(new Balance(200, 0, 200, 0, 0, 0));
      assertThat(ran.summary().failures().counts())
          .isEqualTo(Map.of("connection closed in mid-answer", 200L));
    }
  }

  @Test
  void wrongStatusIsAnErrorAndTheRestIsNot() {
    try (WrongStatus target = new WrongStatus(4)) {
      Ran ran = drive(target, "--count", "200", "--fail-if", "errors > 20%");

      assertThat(ran.balance()).isEqualTo(new Balance(200, 150, 50, 0, 0, 0));
      assertThat(ran.summary().failures().counts()).isEqualTo(Map.of("status 503", 50L));
      assertThat(response(ran.summary()).count()).isEqualTo(150);
      assertThat(ran.code()).isEqualTo(3);
      assertThat(ran.out()).contains("BROKEN  errors > 20%  (it is 25 %)", "status 503");
    }
  }

  @Test
  void idempotentRequestsOnClosedConnectionsAreRepeatedOnceAndNoneIsLost() {
    try (ClosingAfterN target = new ClosingAfterN(3)) {
      Ran ran = drive(target, "--count", "300", "--connections", "4");

      assertThat(ran.balance()).isEqualTo(new Balance(300, 300, 0, 0, 0, 0));
      assertThat(target.requests()).isEqualTo(300);
      assertThat(target.connections()).isGreaterThanOrEqualTo(100);
    }
  }

  @Test
  void silentTargetTimesOutAndTheConnectionIsReplaced() {
    try (Silent target = new Silent()) {
      Ran ran = drive(target, "--count", "40", "--connections", "16", "--timeout", "500ms");

      assertThat(ran.balance()).isEqualTo(new Balance(40, 0, 0, 40, 0, 0));
      assertThat(response(ran.summary()).count()).isZero();
      assertThat(ran.summary().results().total().service().count()).isZero();
      assertThat(target.connections()).isEqualTo(40);
      assertThat(ran.out()).containsPattern("40 +timed out");
    }
  }

  @Timing
  @Test
  void slowLorisTimesOutToo() {
    try (SlowLoris target = new SlowLoris()) {
      Ran ran = drive(target, "--count", "40", "--connections", "40", "--timeout", "500ms");

      assertThat(ran.balance()).isEqualTo(new Balance(40, 0, 0, 40, 0, 0));
      assertThat(ran.took()).isLessThan(Duration.ofSeconds(20));
    }
  }

  /// 16 are sent and never answered, the others never sent; all were intended in the first 200 ms,
  /// and the run ends one second after the last of them.
  @Test
  void withoutTimeLimitTheDrainEndsItAndEveryAgeIsCounted() {
    try (Silent target = new Silent()) {
      Ran ran = drive(target, "--duration", "200ms", "--timeout", "off", "--drain", "1s");

      assertThat(ran.balance()).isEqualTo(new Balance(40, 0, 0, 0, 16, 24));
      Distribution response = response(ran.summary());
      assertThat(response.count()).isEqualTo(40);
      assertThat(response.max()).isGreaterThan(1190 * MILLISECOND);
      assertThat(response.p50()).isGreaterThan(1000 * MILLISECOND);
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.out()).contains("16 unfinished", "24 never sent", "SCHEDULE MISSED");
    }
  }

  @Test
  void slowLorisIsUnfinishedWithItsAge() {
    try (SlowLoris target = new SlowLoris()) {
      Ran ran =
          drive(
              target, "--count", "10", "--connections", "16", "--timeout", "off", "--drain", "1s");

      assertThat(ran.balance()).isEqualTo(new Balance(10, 0, 0, 0, 10, 0));
      assertThat(response(ran.summary()).count()).isEqualTo(10);
      assertThat(response(ran.summary()).p50()).isGreaterThan(1000 * MILLISECOND);
      assertThat(ran.summary().results().total().service().count()).isZero();
    }
  }
}
