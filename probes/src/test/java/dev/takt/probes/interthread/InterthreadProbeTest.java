package dev.takt.probes.interthread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.probes.Disturbance;
import dev.takt.probes.Processors;
import dev.takt.probes.Sunk;
import dev.takt.probes.WaitMode;
import dev.takt.probes.interthread.InterthreadSettings.Pin;
import dev.takt.probes.interthread.InterthreadSettings.Rate;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.Watch;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Timing
class InterthreadProbeTest {

  private static final long MILLI = 1_000_000;
  private static final Rate THOUSAND = new Rate(1, MILLI);

  private final Sunk sunk = new Sunk();

  private static InterthreadSettings settings(
      QueueKind queue, WaitMode waiting, @Nullable Rate rate, @Nullable Long threshold) {
    return new InterthreadSettings(
        queue, 64, rate, 20 * MILLI, 100 * MILLI, waiting, null, threshold);
  }

  private static InterthreadProbe probe(InterthreadSettings settings) {
    return new InterthreadProbe(settings, new Watch(List.of()));
  }

  /// Spinning threads would starve on a busy machine.
  @ParameterizedTest
  @EnumSource
  void sentMessagesArriveAndAreRecorded(QueueKind queue) throws InterruptedException {
    InterthreadResult result = probe(settings(queue, WaitMode.YIELD, THOUSAND, null)).run(sunk);

    assertThat(result.messages().intended()).isEqualTo(100);
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat(sunk.count(InterthreadProbe.RESPONSE)).isEqualTo(result.messages().intended());
    assertThat(sunk.count(InterthreadProbe.SERVICE)).isEqualTo(result.messages().sent());
    assertThat(sunk.count(InterthreadProbe.WAIT)).isEqualTo(result.messages().sent());
    assertThat(result.outliers().missed()).isZero();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENT_LINKED")
  void parkedConsumerIsWoken(QueueKind queue) throws InterruptedException {
    InterthreadResult result = probe(settings(queue, WaitMode.PARK, THOUSAND, null)).run(sunk);

    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat(sunk.count(InterthreadProbe.RESPONSE)).isEqualTo(100);
  }

  @ParameterizedTest
  @EnumSource
  void maximumRateHasNoResponseTime(QueueKind queue) throws InterruptedException {
    InterthreadResult result = probe(settings(queue, WaitMode.YIELD, null, null)).run(sunk);

    assertThat(sunk.values).doesNotContainKeys(InterthreadProbe.RESPONSE, InterthreadProbe.WAIT);
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat(sunk.count(InterthreadProbe.SERVICE)).isEqualTo(result.messages().sent());
  }

  @Test
  void neverSentMessagesCountWithTheirAge() throws InterruptedException {
    Rate tooFast = new Rate(100, 1000); // 100 million a second
    InterthreadResult result =
        probe(settings(QueueKind.ARRAY_BLOCKING, WaitMode.YIELD, tooFast, null)).run(sunk);

    assertThat(result.messages().intended()).isEqualTo(10_000_000);
    assertThat(result.messages().neverSent()).isPositive();
    assertThat(sunk.count(InterthreadProbe.RESPONSE)).isEqualTo(10_000_000);
    assertThat(sunk.count(InterthreadProbe.SERVICE)).isEqualTo(result.messages().sent());
  }

  @Test
  void outliersAreMatchedWithStalls() throws InterruptedException {
    InterthreadSettings all = settings(QueueKind.SPSC, WaitMode.YIELD, THOUSAND, 1L);
    InterthreadResult result =
        new InterthreadProbe(all, new Watch(List.of(new SawOneStop()))).run(sunk);

    assertThat(result.outliers().thresholdNanos()).isOne();
    assertThat(result.outliers().explained()).hasSize(100);
    assertThat(result.outliers().explained())
        .allSatisfy(each -> {
          assertThat(each.explainedShare()).isEqualTo(1);
          assertThat(each.parts()).hasSize(1);
        });
  }

  /// An observer with one stall from its start to its end.
  private static final class SawOneStop implements Observer {
    private long begin;

    @Override
    public void start() {
      begin = System.nanoTime();
    }

    @Override
    public Findings finish() {
      Stall stall =
          Stall.of(
              StallKind.SAFEPOINT,
              Side.GENERATOR,
              new Stall.Interval(begin, System.nanoTime(), 0, "test"));
      return new Findings(List.of(), List.of(stall), List.of(), List.of());
    }
  }

  @Test
  void stopReturnsPartialResult() throws InterruptedException {
    InterthreadSettings forever =
        new InterthreadSettings(
            QueueKind.SPSC, 64, THOUSAND, 0, 1_000_000 * MILLI, WaitMode.YIELD, null, null);
    InterthreadProbe probe = probe(forever);
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          sleep(100);
          probe.stop();
        });

    InterthreadResult result = probe.run(sunk);

    assertThat(result.messages().intended()).isBetween(1L, 60_000L);
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat(sunk.count(InterthreadProbe.RESPONSE)).isEqualTo(result.messages().intended());
  }

  @Test
  void stopBeforeRunReturnsEmptyResult() throws InterruptedException {
    InterthreadProbe probe = probe(settings(QueueKind.SPSC, WaitMode.SPIN, THOUSAND, null));
    probe.stop();

    assertThat(probe.run(sunk).messages().intended()).isZero();
    assertThat(sunk.values).isEmpty();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Two threads that spin on one processor have half of it each.
  @Test
  void spinningThreadsWithoutProcessorAreReportedFirst() throws InterruptedException {
    List<Integer> processors = Processors.allowed();
    assumeTrue(!processors.isEmpty() && Disturbance.isKnown(), "needs Linux");
    int one = processors.getFirst();
    InterthreadSettings shared =
        new InterthreadSettings(
            QueueKind.SPSC, 64, THOUSAND, 0, 500 * MILLI, WaitMode.SPIN, new Pin(one, one), null);

    assertThat(probe(shared).run(sunk).disturbed())
        .singleElement()
        .asString()
        .matches(
            "disturbed: the sender had no processor for [3-9]\\d(\\.\\d)? % of the time,"
                + " the receiver for [3-9]\\d(\\.\\d)? %");
  }

  @Test
  void shareOfTimeWithoutProcessorIsReported() {
    assertThat(InterthreadProbe.disturbedSpinning(0.02, 0.01)).isEmpty();
    assertThat(InterthreadProbe.disturbedSpinning(0.013, 0.25))
        .containsExactly(
            "disturbed: the sender had no processor for 1.3 % of the time, the receiver for 25 %");
  }

  @Test
  void stolenTimeIsReported() throws InterruptedException {
    assertThat(InterthreadProbe.disturbedByTheft(200 * MILLI, 10_000 * MILLI)).isEmpty();
    Iterator<Long> readings = List.of(50 * MILLI, 2050 * MILLI).iterator();
    InterthreadProbe probe =
        new InterthreadProbe(
            settings(QueueKind.SPSC, WaitMode.YIELD, THOUSAND, null),
            new Watch(List.of()),
            readings::next);

    assertThat(probe.run(sunk).disturbed())
        .singleElement()
        .asString()
        .matches(
            "disturbed: the hypervisor took 2[.]00 s of processor time in [1-9]\\d* ms \\(steal\\)");
  }

  @Test
  void failedPinningIsNoted() throws InterruptedException {
    InterthreadSettings pinned =
        new InterthreadSettings(
            QueueKind.SPSC,
            64,
            THOUSAND,
            0,
            20 * MILLI,
            WaitMode.YIELD,
            new Pin(8000, 1_000_000),
            null);

    InterthreadResult result = probe(pinned).run(sunk);

    assertThat(result.notes()).hasSize(2);
    assertThat(result.notes().get(0)).startsWith("takt-probe-producer is not pinned: ");
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
  }

  @Test
  void parkingOnNonBlockingQueueIsRejected() {
    assertThatThrownBy(() -> settings(QueueKind.CONCURRENT_LINKED, WaitMode.PARK, THOUSAND, null))
        .hasMessageContaining("a consumer cannot park on a ConcurrentLinkedQueue");
  }
}
