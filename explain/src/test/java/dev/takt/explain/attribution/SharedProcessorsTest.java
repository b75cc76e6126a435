package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.SharedProcessors;
import dev.takt.explain.StalledQueue;
import dev.takt.explain.counterfactual.Counterfactual;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A target with processor sharing: the burst after a stall makes all operations slower, which is
/// attributed to the stall.
final class SharedProcessorsTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final int COUNT = 30_000;

  @ParameterizedTest
  @CsvSource({"1, 16, 0.1, 1", "2, 16, 0.1, 2", "2, 16, 0.4, 3", "2, 128, 0.3, 4", "4, 8, 0.5, 5"})
  void burstAfterAStallIsAttributedToTheStall(
      int processors, int connections, double load, long seed) {
    Random random = new Random(seed);
    double gap = 200 * MICRO / (load * processors);
    long[] due = new long[COUNT];
    long[] work = new long[COUNT];
    double clock = 0;
    for (int i = 0; i < COUNT; i++) {
      clock -= Math.log(1 - random.nextDouble()) * gap;
      due[i] = (long) clock;
      work[i] = 150 * MICRO + random.nextInt(100) * MICRO;
    }
    List<Stall> stalls = new ArrayList<>();
    for (long at = 100 * MILLI; at < clock - 300 * MILLI; at += 500 * MILLI) {
      long length = (20 + random.nextInt(40)) * MILLI;
      stalls.add(StalledQueue.stall(StallKind.STOPPED, "", at, at + length));
    }
    Operations calm = new SharedProcessors(processors, connections, List.of()).serve(due, work);
    Operations hurt = new SharedProcessors(processors, connections, stalls).serve(due, work);
    Lateness late = Lateness.of(hurt, connections);
    AttributionResult blame = Attribution.of(hurt, stalls, Baseline.of(hurt), connections, late);

    double charged = 0;
    double guilty = 0;
    for (int slow = 0; slow < blame.size(); slow++) {
      int i = blame.operation(slow);
      guilty += hurt.response(i) - calm.response(i);
      charged += blame.excess(slow) - blame.unexplained(slow);
    }
    assertThat(charged / guilty).isCloseTo(1, within(0.03));

    LatencyHistogram truth = responses(calm);
    LatencyHistogram predicted =
        Counterfactual.of(hurt, blame, connections, late, 0)
            .without(cause -> blame.causes().get(cause).kind() == StallKind.STOPPED);
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      assertThat(
              (double) predicted.valueAtPercentile(percentile)
                  / truth.valueAtPercentile(percentile))
          .as("p" + percentile + " of " + responses(hurt).valueAtPercentile(percentile))
          .isCloseTo(1, within(0.1));
    }
  }

  private static LatencyHistogram responses(Operations operations) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < operations.size(); i++) {
      histogram.record(operations.response(i));
    }
    return histogram;
  }
}
