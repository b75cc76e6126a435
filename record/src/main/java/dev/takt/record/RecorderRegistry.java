package dev.takt.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/// All recorders of a run, by tag. Writers ask for a recorder once and keep it; one reader collects
/// intervals.
///
/// [#singleWriter] and [#shared] may be called by any thread at any time; [#collect] by one thread
/// at a time.
public final class RecorderRegistry {

  private final Map<String, Series> series = new LinkedHashMap<>();

  /// A registry without tags.
  public RecorderRegistry() {}

  /// A new recorder for the calling thread alone; what it records is added to its tag's other
  /// recorders.
  public synchronized SingleWriterRecorder singleWriter(String tag) {
    SingleWriterRecorder recorder = new SingleWriterRecorder();
    seriesOf(tag).recorders.add(recorder);
    return recorder;
  }

  /// The recorder that all callers share for a tag.
  public synchronized SharedRecorder shared(String tag) {
    Series found = seriesOf(tag);
    for (LatencyRecorder recorder : found.recorders) {
      if (recorder instanceof SharedRecorder shared) {
        return shared;
      }
    }
    SharedRecorder recorder = new SharedRecorder();
    found.recorders.add(recorder);
    return recorder;
  }

  private Series seriesOf(String tag) {
    return series.computeIfAbsent(Tags.requireValid(tag), Series::new);
  }

  /// Passes on what each tag counted since the last call, tags without counts left out.
  ///
  /// The histogram belongs to this registry and is overwritten for the next tag: the consumer
  /// copies what it keeps.
  public void collect(BiConsumer<String, LatencyHistogram> consumer) {
    for (Series each : snapshot()) {
      LatencyHistogram interval = each.nextInterval();
      if (!interval.isEmpty()) {
        consumer.accept(each.tag, interval);
      }
    }
  }

  private synchronized List<Series> snapshot() {
    return new ArrayList<>(series.values());
  }

  private static final class Series {
    final String tag;
    final List<LatencyRecorder> recorders = new CopyOnWriteArrayList<>();
    private final long[] collected = new long[Buckets.COUNT];
    private final LatencyHistogram interval = new LatencyHistogram();

    Series(String tag) {
      this.tag = tag;
    }

    LatencyHistogram nextInterval() {
      interval.reset();
      for (int i = 0; i < Buckets.COUNT; i++) {
        long now = 0;
        for (int r = 0; r < recorders.size(); r++) {
          now += recorders.get(r).countAt(i);
        }
        if (now != collected[i]) {
          interval.addAt(i, now - collected[i]);
          collected[i] = now;
        }
      }
      return interval;
    }
  }
}
