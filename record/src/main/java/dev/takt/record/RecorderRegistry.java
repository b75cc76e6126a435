package dev.takt.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/// All recorders of a run, by tag. A writer gets its recorder once and keeps it. One reader
/// collects the intervals.
///
/// [#singleWriter], [#shared] and [#tags] may be called by any thread at any time; [#collect] by
/// one thread at a time.
public final class RecorderRegistry {

  private final Map<String, Series> series = new LinkedHashMap<>();

  // Only the collecting thread uses these buffers. They are reused for each tag.
  private final long[] sums = new long[Buckets.COUNT];
  private final LatencyHistogram interval = new LatencyHistogram();

  /// Creates a registry without tags.
  public RecorderRegistry() {}

  /// Creates a recorder for the calling thread only. Its counts are added to those of the tag's
  /// other recorders.
  public synchronized SingleWriterRecorder singleWriter(String tag) {
    SingleWriterRecorder recorder = new SingleWriterRecorder();
    seriesOf(tag).recorders.add(recorder);
    return recorder;
  }

  /// Returns the recorder of a tag that all callers share.
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

  /// All tags that have a recorder, in the order of their creation.
  public synchronized List<String> tags() {
    return List.copyOf(series.keySet());
  }

  private Series seriesOf(String tag) {
    return series.computeIfAbsent(Tags.requireValid(tag), Series::new);
  }

  /// Passes on what each tag counted since the last call. Tags without new counts are left out.
  ///
  /// The histogram belongs to this registry and is overwritten for the next tag: the consumer must
  /// copy what it keeps.
  public void collect(BiConsumer<String, LatencyHistogram> consumer) {
    collect(Buckets.HIGHEST_VALUE, consumer);
  }

  /// The same for writers that know the greatest value recorded so far. Slots above it are not
  /// read, and most slots are above it.
  ///
  /// @param highest in nanoseconds; never less than in the previous call
  public void collect(long highest, BiConsumer<String, LatencyHistogram> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    int slots = Buckets.indexOf(highest) + 1;
    for (Series each : snapshot()) {
      each.nextInterval(sums, slots, interval);
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

    Series(String tag) {
      this.tag = tag;
    }

    /// Reads one recorder after the other, each from end to end, so that the processor prefetches.
    void nextInterval(long[] sums, int slots, LatencyHistogram interval) {
      Arrays.fill(sums, 0, slots, 0);
      for (LatencyRecorder recorder : recorders) {
        recorder.addCountsTo(sums, slots);
      }
      interval.reset();
      for (int i = 0; i < slots; i++) {
        if (sums[i] != collected[i]) {
          interval.addAt(i, sums[i] - collected[i]);
          collected[i] = sums[i];
        }
      }
    }
  }
}
