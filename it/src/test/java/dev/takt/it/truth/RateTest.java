package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.targets.Fast;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.testing.HostMeter;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rate that was asked for is the one that the target gets, to the operation and evenly.
@Tag("timing")
class RateTest {

  private static final double TOLERANCE = 0.001;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {10_000, 40_000})
  void isKeptForFiveSeconds(int rate) throws Exception {
    Attempts.of(host -> assertKept(rate, 5, host));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 10_000, 40_000})
  @Tag("slow")
  void isKeptForHalfAMinute(int rate) throws Exception {
    Attempts.of(host -> assertKept(rate, 30, host));
  }

  private void assertKept(int rate, int seconds, HostMeter host) throws Exception {
    try (Fast target = new Fast()) {
      assertKept(target, rate, seconds, host);
    }
  }

  private void assertKept(Fast target, int rate, int seconds, HostMeter host) throws Exception {
    RunSummary summary = run(target, rate, seconds).printedSummary();
    long count = (long) rate * seconds;
    assertThat(summary.results().balance()).isEqualTo(new Balance(count, count, 0, 0, 0, 0));
    assertThat(target.requests()).isEqualTo(count);
    assertThat(target.connections()).isEqualTo(16);
    assertThat(Objects.requireNonNull(summary.results().rate().intended())).isEqualTo(rate);
    assertThat(summary.results().rate().achieved())
        .isBetween(rate * (1 - TOLERANCE), (double) rate);
    if (!host.isBusy()) {
      // A host that stops everything for some milliseconds is STALLED, and that verdict is true.
      assertThat(summary.generator().verdict())
          .as("%s", summary.generator())
          .isIn(Verdict.OK, Verdict.STALLED);
    }
  }

  /// As the target sees it: the first 30 % and the last 5 % do not count, as in the measurements of
  /// other generators that this one is compared with.
  @Test
  void isKeptAndEvenAtTheTarget() throws Exception {
    int rate = 1000;
    int seconds = 5;
    Attempts.of(host -> {
      try (Fast target = new Fast(0, rate * seconds)) {
        assertKept(target, rate, seconds, host);
        Gaps gaps = Gaps.of(target.arrivals()).middle(0.30, 0.05);
        // One stop of the host for 20 ms is a coefficient of 0.4 over the whole run; between two of
        // them it shows how even the pace is.
        assertThat(gaps.leastVariation(rate / 2))
            .as("coefficient of variation")
            .isLessThanOrEqualTo(0.1);
        assertThat(gaps.mean()).isBetween(0.99e6, 1.01e6);
      }
    });
  }

  private Ran run(Fast target, int rate, int seconds) throws Exception {
    return Takt.measure(
        directory,
        "--target=" + target.url(),
        "--rate=" + rate + "/s",
        "--duration=" + seconds + "s",
        "--connections=16",
        "--format=json");
  }
}
