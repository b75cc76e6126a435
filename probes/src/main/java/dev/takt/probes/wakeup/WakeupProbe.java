package dev.takt.probes.wakeup;

import dev.takt.probes.IntervalCollector;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProcessorUse;
import dev.takt.probes.SystemRefusedException;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Measures the cost of waking a thread: for the caller, and until the woken thread runs.
///
/// Pairs of threads wake each other in turns. A thread wakes the other only when that is blocked,
/// as far as the JVM knows, since a wake-up without a waiter is far cheaper. With more pairs than
/// processors, most of the time until a woken thread runs is spent in the run queue.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class WakeupProbe {

  private final WakeupSettings settings;
  private final ProcessorUse.Source use;
  private final List<String> notes = new ArrayList<>();
  private volatile boolean stopped;

  /// A probe that has not run.
  public WakeupProbe(WakeupSettings settings) {
    this(settings, ProcessorUse.ofThisProcess());
  }

  /// @param use by which disturbed seconds are left out
  WakeupProbe(WakeupSettings settings, ProcessorUse.Source use) {
    this.settings = settings;
    this.use = use;
  }

  /// Ends the probe early, with the values measured so far.
  public void stop() {
    stopped = true;
  }

  /// Measures one mechanism after the other.
  ///
  /// @throws InterruptedException if the calling thread is interrupted; the probe's threads then
  ///   end by themselves
  public WakeupResult run(ProbeSink sink) throws InterruptedException {
    List<WakeupResult.Count> counts = new ArrayList<>();
    for (WakeupMechanism each : settings.mechanisms()) {
      if (stopped) {
        break;
      }
      if (each.isAvailable()) {
        measure(each, sink, counts);
      } else {
        notes.add(each.text() + " is not available: it needs Linux and native access");
      }
    }
    return new WakeupResult(List.copyOf(counts), List.copyOf(notes));
  }

  private void measure(WakeupMechanism mechanism, ProbeSink sink, List<WakeupResult.Count> counts)
      throws InterruptedException {
    sink.progress(mechanism.text() + ", " + settings.pairs() + " pairs");
    RecorderRegistry recorders = new RecorderRegistry();
    WakeupPair.Recorders shared =
        new WakeupPair.Recorders(
            recorders.shared(mechanism.callerTag()), recorders.shared(mechanism.wokenTag()));
    long begin = System.nanoTime() + settings.warmupNanos();
    long end = begin + settings.measureNanos();
    WakeupPair.Phase phase =
        new WakeupPair.Phase(
            () -> System.nanoTime() - begin >= 0, () -> stopped || System.nanoTime() - end >= 0);
    List<WakeupPair> pairs = new ArrayList<>();
    try {
      for (int i = 0; i < settings.pairs(); i++) {
        WakeupPair pair = new WakeupPair(mechanism, shared, phase, settings.gapNanos(), i);
        pairs.add(pair);
        pair.start();
      }
    } catch (OutOfMemoryError | SystemRefusedException e) {
      notes.add(
          EnglishText.format(
              "%s: only %d pairs: %s", mechanism.text(), pairs.size(), e.getMessage()));
    }
    IntervalCollector collector = collect(pairs, recorders, sink);
    pairs.forEach(WakeupPair::close);
    counts.add(
        new WakeupResult.Count(
            mechanism,
            pairs.stream().mapToLong(WakeupPair::sent).sum(),
            pairs.stream().mapToLong(WakeupPair::arrived).sum(),
            collector.leftOut(),
            collector.intervals()));
  }

  private IntervalCollector collect(
      List<WakeupPair> pairs, RecorderRegistry recorders, ProbeSink sink)
      throws InterruptedException {
    Thread[] threads =
        pairs.stream().flatMap(each -> Arrays.stream(each.threads())).toArray(Thread[]::new);
    boolean ended = false;
    try {
      IntervalCollector collector = new IntervalCollector(recorders, sink, use);
      collector.collectUntilEnded(() -> {}, threads);
      ended = true;
      return collector;
    } finally {
      stopped |= !ended;
    }
  }
}
