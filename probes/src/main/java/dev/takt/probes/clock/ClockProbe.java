package dev.takt.probes.clock;

import dev.takt.probes.CostMeter;
import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.JfrClock;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.Processors;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Measures Java's clocks: their steps, the cost of a read, and whether they ever go backwards, in
/// one thread and between threads.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class ClockProbe {

  private static final int READS_PER_ROUND = 5_000;
  private static final long BATCH_NANOS = 200_000;
  private static final long MAX_WARMUP_NANOS = 200_000_000;
  private static final int MAX_PAIRS = 16;

  /// The share of a clock's time for its steps. What remains after steps and cost is for pairs of
  /// threads.
  private static final double STEPS_SHARE = 0.3;

  /// The share of a clock's time for the cost of a read.
  private static final double COST_SHARE = 0.3;

  private final long nanos;
  private final Set<String> notes = new LinkedHashSet<>();

  /// The rounds of the steps of the clock that is being measured.
  private Disturbance stepRounds = Disturbance.NONE;

  /// The rounds of the cost of the clock that is being measured.
  private Disturbance costRounds = Disturbance.NONE;

  private volatile boolean stopped;

  /// @param nanos the approximate duration of the probe; more than 0
  public ClockProbe(long nanos) {
    if (nanos < 1) {
      throw new IllegalArgumentException("clocks cannot be measured for " + nanos + " ns");
    }
    this.nanos = nanos;
  }

  /// Ends the probe early, with the values measured so far.
  public void stop() {
    stopped = true;
  }

  /// Measures one clock after the other.
  ///
  /// @throws InterruptedException if the calling thread is interrupted; nothing is left running
  public ClockResult run(ProbeSink sink) throws InterruptedException {
    long each = nanos / ProbedClock.values().length;
    ClockAnchor first = ClockAnchor.now();
    Map<ProbedClock, ClockResult.Figures> clocks = new EnumMap<>(ProbedClock.class);
    for (ProbedClock clock : ProbedClock.values()) {
      if (!stopped) {
        sink.progress(clock.text());
        clocks.put(clock, measure(clock, each, sink));
      }
    }
    ClockAnchor last = ClockAnchor.now();
    sink.progress("JFR's clock");
    return new ClockResult(
        clocks,
        LinuxClockSource.ofThisMachine(),
        JfrClock.measure(),
        drift(first, last),
        List.copyOf(notes));
  }

  static ClockResult.Drift drift(ClockAnchor first, ClockAnchor last) {
    long over = last.nanoTime() - first.nanoTime();
    return new ClockResult.Drift(
        over,
        last.epochNanos() - first.epochNanos() - over,
        (first.errorNanos() + last.errorNanos() + 1) / 2);
  }

  private ClockResult.Figures measure(ProbedClock clock, long each, ProbeSink sink)
      throws InterruptedException {
    ClockResult.Steps steps = steps(clock, until((long) (each * STEPS_SHARE)), sink);
    List<Double> costs = costs(clock, (long) (each * COST_SHARE), sink);
    Map<String, ClockResult.Exchange> exchanges =
        exchanges(clock, (long) (each * (1 - STEPS_SHARE - COST_SHARE)));
    return new ClockResult.Figures(
        steps,
        stepRounds,
        costRounds,
        costs.isEmpty() ? null : FiveNumberSummary.of(costs),
        exchanges);
  }

  private BooleanSupplier until(long time) {
    long end = System.nanoTime() + time;
    return () -> stopped || System.nanoTime() - end >= 0;
  }

  private ClockResult.Steps steps(ProbedClock clock, BooleanSupplier over, ProbeSink sink) {
    LatencyHistogram values = new LatencyHistogram();
    long begin = System.nanoTime();
    ClockSteps steps = new ClockSteps(clock.reader(), values);
    CostMeter meter = CostMeter.ofThisThread();
    stepRounds = Disturbance.NONE;
    while (!over.getAsBoolean()) {
      meter.round(steps::read, READS_PER_ROUND);
      steps.endRound(meter.isDisturbed());
      stepRounds = stepRounds.plus(meter.isDisturbed());
    }
    ClockResult.Steps result = steps.result();
    if (!values.isEmpty()) {
      sink.interval(clock.stepTag(), begin, System.nanoTime(), values.toCounts());
    }
    return result;
  }

  private List<Double> costs(ProbedClock clock, long time, ProbeSink sink) {
    CostMeter meter = CostMeter.ofThisThread();
    LatencyHistogram values = new LatencyHistogram();
    List<Double> costs = new ArrayList<>();
    costRounds = Disturbance.NONE;
    BooleanSupplier over = until(time);
    int times = meter.calibrate(clock::loop, BATCH_NANOS, Math.min(time / 4, MAX_WARMUP_NANOS));
    long begin = System.nanoTime();
    while (!over.getAsBoolean()) {
      long cost = meter.round(clock::loop, times);
      costRounds = costRounds.plus(meter.isDisturbed());
      if (!meter.isDisturbed()) {
        values.record(cost);
        costs.add((double) cost / CostMeter.OPERATIONS);
      }
    }
    if (!values.isEmpty()) {
      sink.interval(clock.costTag(), begin, System.nanoTime(), values.toCounts());
    }
    return costs;
  }

  private Map<String, ClockResult.Exchange> exchanges(ProbedClock clock, long time)
      throws InterruptedException {
    Map<String, ClockResult.Exchange> exchanges = new LinkedHashMap<>();
    List<List<Integer>> pairs = pairs(Processors.allowed());
    for (List<Integer> pair : pairs) {
      TimestampExchange exchange =
          new TimestampExchange(
              List.of(clock.reader(), clock.reader()), pair, until(time / pairs.size()));
      String where = pair.isEmpty() ? "any" : pair.get(0) + "-" + pair.get(1);
      exchanges.put(where, exchange.run());
      notes.addAll(exchange.notes());
    }
    return exchanges;
  }

  /// Pairs the first processor with each other one, or, if there are many, with [#MAX_PAIRS] that
  /// are spread over the machine.
  static List<List<Integer>> pairs(List<Integer> processors) {
    int others = processors.size() - 1;
    if (others < 1) {
      return List.of(List.of());
    }
    int pairs = Math.min(others, MAX_PAIRS);
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 1; i <= pairs; i++) {
      int other = (int) ((long) i * others / pairs);
      all.add(List.of(processors.get(0), processors.get(other)));
    }
    return all;
  }
}
