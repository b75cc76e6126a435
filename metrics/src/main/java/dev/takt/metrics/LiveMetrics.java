package dev.takt.metrics;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.metrics.MetricsSnapshot.Series;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Accumulates the engine's intervals and publishes the newest snapshot through a volatile field.
/// Any number of threads can read it; the engine's thread, which calls the listener methods, never
/// waits for them.
final class LiveMetrics implements RecordingListener {

  private static final List<Measure> MEASURES =
      List.of(Measure.RESPONSE, Measure.SERVICE, Measure.WAIT);
  private static final Counts EMPTY = new Counts(Layout.THREE_DIGITS);

  private final RunFacts facts;
  private final Map<RunTags.Tag, Counts> histograms = new HashMap<>();
  private long startEpochNanos;
  private volatile MetricsSnapshot newest;

  LiveMetrics(RunFacts facts) {
    this.facts = facts;
    this.newest = figures(now(), null, null, false);
  }

  /// The newest figures. Thread-safe.
  MetricsSnapshot newest() {
    return newest;
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    if (!tag.warmup()) {
      interval.addTo(histograms.computeIfAbsent(tag, _ -> new Counts(Layout.THREE_DIGITS)));
    }
  }

  @Override
  public void intervalEnded(
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    long now = now();
    if (startEpochNanos == 0) {
      startEpochNanos = now - progress.elapsedNanos();
    }
    if (settled) {
      newest = figures(now, progress, generator, last);
    }
  }

  private MetricsSnapshot figures(
      long now, @Nullable Progress progress, @Nullable GeneratorReport generator, boolean last) {
    List<Series> series = new ArrayList<>();
    for (String operation : facts.operations()) {
      for (Measure measure : MEASURES) {
        for (OperationState state : OperationState.values()) {
          addTo(series, operation, state, measure);
        }
      }
    }
    RunTags.Tag lateness = new RunTags.Tag(false, null, OperationState.COMPLETED, Measure.LATENESS);
    return new MetricsSnapshot(
        facts,
        startEpochNanos == 0 ? now : startEpochNanos,
        now,
        List.copyOf(series),
        facts.hasSchedule() ? SparseHistogram.of(counts(lateness)) : null,
        progress,
        generator,
        last);
  }

  /// Series of completed operations exist from the beginning, so that rates can be computed from
  /// them; the others appear with their first operation.
  private void addTo(List<Series> series, String operation, OperationState state, Measure measure) {
    SparseHistogram slots = slots(operation, state, measure);
    boolean isKept = facts.hasSchedule() || measure == Measure.SERVICE;
    if (isKept && (slots.count() > 0 || state == OperationState.COMPLETED)) {
      series.add(new Series(operation, state, measure, slots));
    }
  }

  /// The log's tag without an outcome also holds the operations that were unfinished or never sent
  /// at the end of the run (see [dev.takt.runs.model.RunTags.Tag#state]); here they are subtracted.
  private SparseHistogram slots(String operation, OperationState state, Measure measure) {
    Counts own = counts(operation, state, measure);
    Counts unsent = counts(operation, OperationState.NEVER_SENT, Measure.RESPONSE);
    if (state == OperationState.NEVER_SENT && measure == Measure.WAIT) {
      return SparseHistogram.of(unsent);
    }
    if (state != OperationState.COMPLETED) {
      return SparseHistogram.of(own);
    }
    return switch (measure) {
      case RESPONSE ->
          SparseHistogram.difference(
              own, unsent, counts(operation, OperationState.UNFINISHED, Measure.RESPONSE));
      case WAIT -> SparseHistogram.difference(own, unsent);
      default -> SparseHistogram.of(own);
    };
  }

  private Counts counts(String operation, OperationState state, Measure measure) {
    return counts(new RunTags.Tag(false, operation, state, measure));
  }

  private Counts counts(RunTags.Tag tag) {
    return histograms.getOrDefault(tag, EMPTY);
  }

  private static long now() {
    Instant now = Instant.now();
    return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
  }
}
