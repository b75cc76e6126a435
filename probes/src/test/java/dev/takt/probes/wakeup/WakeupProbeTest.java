package dev.takt.probes.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.probes.Disturbance;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProcessorUse;
import dev.takt.probes.Sunk;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Spectrum;
import dev.takt.testing.Timing;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Timing
class WakeupProbeTest {

  private static final long MILLI = 1_000_000;

  private final Sunk sunk = new Sunk();

  @ParameterizedTest
  @EnumSource
  void eachCallWakesOneThread(WakeupMechanism mechanism) throws InterruptedException {
    assumeTrue(mechanism.isAvailable());
    WakeupSettings settings = new WakeupSettings(List.of(mechanism), 4, 0, 20 * MILLI, 200 * MILLI);

    WakeupResult result = new WakeupProbe(settings, () -> null).run(sunk);

    WakeupResult.Count count = result.counts().getFirst();
    assertThat(count.sent()).isPositive();
    assertThat(count.arrived()).isEqualTo(count.sent());
    assertThat(sunk.count(mechanism.callerTag())).isEqualTo(count.sent());
    assertThat(sunk.count(mechanism.wokenTag())).isEqualTo(count.sent());
    assertThat(Spectrum.of(Objects.requireNonNull(sunk.values.get(mechanism.wokenTag()))).min())
        .isPositive();
    assertThat(result.notes()).isEmpty();
  }

  /// The first of three intervals is disturbed: others have 30 % of a processor in it.
  @Test
  void disturbedSecondIsLeftOutAndCounted() throws InterruptedException {
    AtomicInteger readings = new AtomicInteger();
    long second = 1000 * MILLI;
    ProcessorUse.Source use =
        () -> {
          int n = readings.getAndIncrement();
          return new ProcessorUse(n * second, n == 0 ? 0 : 1200 * MILLI, 900 * MILLI * n, 1);
        };
    WakeupSettings settings =
        new WakeupSettings(List.of(WakeupMechanism.UNPARK), 1, 0, 0, 2200 * MILLI);

    WakeupResult result = new WakeupProbe(settings, use).run(sunk);

    WakeupResult.Count count = result.counts().getFirst();
    assertThat(count.seconds()).isEqualTo(new Disturbance(3, 1));
    assertThat(count.leftOut()).isPositive();
    assertThat(sunk.count("unpark:caller") + sunk.count("unpark:woken"))
        .isEqualTo(2 * count.sent() - count.leftOut());
    assertThat(result.disturbed())
        .containsExactly(
            "in 1 of 3 intervals of a second or less, other processes or the hypervisor had more"
                + " than 10 % of the processors' time: they are left out");
  }

  @Test
  void mechanismWithoutUndisturbedSecondIsNamed() {
    WakeupResult result =
        new WakeupResult(
            List.of(
                new WakeupResult.Count(WakeupMechanism.UNPARK, 9, 9, 18, new Disturbance(2, 2)),
                new WakeupResult.Count(WakeupMechanism.NOTIFY, 9, 9, 0, new Disturbance(2, 0))),
            List.of());

    assertThat(result.disturbed()).last().isEqualTo("nothing was measured of unpark");
  }

  @Test
  void allThreadsEnd() throws InterruptedException {
    WakeupSettings settings =
        new WakeupSettings(List.of(WakeupMechanism.values()), 3, 100_000, 0, 30 * MILLI);

    new WakeupProbe(settings).run(sunk);

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(each -> each.getName().startsWith("takt-probe-pair"));
  }

  @Test
  void stopSkipsRemainingMechanisms() throws InterruptedException {
    WakeupProbe probe =
        new WakeupProbe(
            new WakeupSettings(List.of(WakeupMechanism.values()), 1, 0, 0, 1_000_000 * MILLI));
    ProbeSink stopping =
        new ProbeSink() {
          @Override
          public void interval(String tag, long begin, long end, Counts values) {}

          @Override
          public void progress(String line) {
            probe.stop();
          }
        };

    assertThat(probe.run(stopping).counts()).hasSize(1);
  }

  @Test
  void invalidSettingsAreRejected() {
    List<WakeupMechanism> one = List.of(WakeupMechanism.UNPARK);
    assertThatThrownBy(() -> new WakeupSettings(one, 0, 0, 0, 1)).hasMessageContaining("0 pairs");
    assertThatThrownBy(() -> new WakeupSettings(one, 1, 0, 0, 0)).hasMessageContaining("0 ns");
    assertThatThrownBy(() -> new WakeupSettings(List.of(), 1, 0, 0, 1)).hasMessageContaining("[]");
  }
}
