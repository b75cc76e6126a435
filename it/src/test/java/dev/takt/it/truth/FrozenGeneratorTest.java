package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.sim.model.SquareWave;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Fast;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.testing.HostMeter;
import dev.takt.testing.SquareWaveOracle;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Not the target but the generator's own process is frozen, for 200 ms of every 2 s. Users of a
/// system that was asked so late would have waited just as long, so response time is the same as
/// where the target is frozen; but the target is not to blame, and Takt must say so.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
class FrozenGeneratorTest {

  private static final long MS = 1_000_000;
  private static final SquareWave WAVE = SquareWave.centred(2000 * MS, 200 * MS);
  private static final int RATE = 1000;
  private static final int PER_PERIOD = 2000;

  /// After a freeze, as many operations are served at once: with more of them, the service time is
  /// that of the target at its limit.
  private static final int CONNECTIONS = 4;

  private static final long DEFAULT_SERVICE = 100_000;
  private static final SquareWaveOracle TRUTH =
      SquareWaveOracle.replay(
          RATE, CONNECTIONS, start -> WAVE.endOf(start, DEFAULT_SERVICE), PER_PERIOD);
  private static final Offset<Long> TOLERANCE = Offset.offset(5 * MS);

  @TempDir private Path directory;

  @Test
  void frozenGeneratorIsDistinguishedFromFrozenTarget() throws Exception {
    check(3);
  }

  @Test
  @Tag("slow")
  void frozenGeneratorIsDistinguishedFromFrozenTargetInALongRun() throws Exception {
    check(5);
  }

  private void check(int periods) throws Exception {
    Attempts.of(host -> {
      try (Fast target = new Fast();
          TaktProcess takt =
              TaktProcess.measure(
                  directory,
                  "--target=" + target.url(),
                  "--rate=" + RATE + "/s",
                  "--duration=" + 2 * periods + "s",
                  "--connections=" + CONNECTIONS)) {
        freeze(takt, periods);
        judge(takt.await(), periods, host);
        assertThat(target.requests()).isEqualTo((long) periods * PER_PERIOD);
      }
    });
  }

  private static void freeze(TaktProcess takt, int periods) throws Exception {
    long origin = takt.awaitOrigin();
    Freezer freezer = new Freezer(takt.process());
    for (int i = 0; i < periods; i++) {
      long from = origin + WAVE.first() + i * WAVE.every();
      assertThat(from).as("freeze %d, to come", i).isGreaterThan(System.nanoTime());
      freezer.freeze(from, from + WAVE.frozen());
    }
  }

  private static void judge(Ran run, int periods, HostMeter host) throws Exception {
    int count = periods * PER_PERIOD;
    RunSummary summary = Objects.requireNonNull(run.record().summary());
    assertThat(summary.results().balance()).isEqualTo(new Balance(count, count, 0, 0, 0, 0));
    assertThat(run.code()).isEqualTo(5);
    assertThat(summary.generator().verdict()).isEqualTo(Verdict.STALLED);
    assertThat(run.out().lines().findFirst().orElseThrow())
        .startsWith("The generator was stalled: do not blame the target");
    assertThat(summary.generator().stalls().count()).isGreaterThanOrEqualTo(periods);
    assertThat(summary.generator().stalls().totalNanos())
        .isGreaterThanOrEqualTo(periods * WAVE.frozen() * 95 / 100);

    Periods.assertSome(
        run.operationsByIntended(), PER_PERIOD, FrozenGeneratorTest::assertPeriodIsTrue);
    if (!host.isBusy()) {
      Distribution response = Objects.requireNonNull(summary.results().total().response());
      assertThat(response.p99()).isCloseTo(TRUTH.responsePercentile(99), TOLERANCE);
      assertThat(response.p999()).isCloseTo(TRUTH.responsePercentile(99.9), TOLERANCE);
      assertThat(Objects.requireNonNull(summary.generator().lateness()).p99())
          .isCloseTo(response.p99(), TOLERANCE);
      assertThat(summary.results().total().service().p99()).isLessThan(MS);
    }
  }

  private static void assertPeriodIsTrue(List<OperationRecord> period) {
    Sample response = Sample.of(period, OperationRecord::elapsed);
    Sample service = Sample.of(period, OperationRecord::service);
    for (double p : new double[] {99, 99.9}) {
      assertThat(response.percentile(p))
          .as("p%s of response: %s", p, response)
          .isCloseTo(TRUTH.responsePercentile(p), TOLERANCE);
    }
    assertThat(service.percentile(99)).as("p99 of service: %s", service).isLessThan(MS);
  }
}
