package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The contract with scripts. 130 is in [SignalsTest]. Without a schedule nothing can be late, so
/// that these codes do not depend on how busy the machine is.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExitCodesTest {

  @TempDir Path folder;

  private int unscheduled(String target, String rule) {
    return Takt.run(
            folder, "--target", target, "--mode", "throughput", "--count", "200", "--fail-if", rule)
        .code();
  }

  @Test
  void fine() {
    assertThat(unscheduled("sim:delay=1ms", "errors > 0")).isZero();
  }

  @Test
  void theRunFailed() {
    assertThat(unscheduled("http://no-such-host.invalid/", "errors > 0")).isEqualTo(1);
  }

  @Test
  void usage() {
    assertThat(unscheduled("sim:delay=1ms", "response.p99 > 1ms")).isEqualTo(2);
  }

  @Test
  void aRuleIsBroken() {
    assertThat(unscheduled("sim:delay=1ms,error=0.5", "errors > 10%")).isEqualTo(3);
  }

  @Test
  void missedScheduleExitsWith5() {
    Ran ran =
        Takt.run(
            folder,
            "--target",
            "sim:delay=10ms",
            "--workers",
            "1",
            "--rate",
            "1000/s",
            "--duration",
            "300ms",
            "--drain",
            "100ms");

    assertThat(ran.code()).isEqualTo(5);
    assertThat(ran.out()).contains("SCHEDULE MISSED");
    assertThat(ran.balance().intended()).isEqualTo(300);
    assertThat(ran.balance().neverSent()).isGreaterThan(200);
  }
}
