package dev.takt.load.engine.recording;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the histograms of each interval to the log, and adds them up: per tag for the summary,
/// over all operations for the live view. One tag is collected after the other while the senders
/// record, so an operation that ends meanwhile may be in this interval's response time and in the
/// next one's service time. In the sums of the run it is in both.
///
/// Confined to one thread. Space for all tags that exist at construction is preallocated; a later
/// tag allocates.
public final class Intervals {

  /// A second, and how late its interval may end.
  private static final long BEGIN_NANOS = 1_100_000_000;

  /// A tag, and everything recorded under it.
  private record Series(RunTags.@Nullable Tag tag, LatencyHistogram total) {}

  private final RecorderRegistry registry;
  private final @Nullable RecordingListener recordingListener;

  /// The names of whole journeys. Their steps are operations, and nothing is to count twice.
  private final Set<String> journeys;

  private final Map<String, Series> series = new LinkedHashMap<>();

  /// The interval that was collected last, warm-up or not.
  final LatencyHistogram response = new LatencyHistogram();

  final LatencyHistogram service = new LatencyHistogram();
  final LatencyHistogram lateness = new LatencyHistogram();

  /// All intervals, without the warm-up.
  public final LatencyHistogram responseSoFar = new LatencyHistogram();

  public final LatencyHistogram serviceSoFar = new LatencyHistogram();

  /// The service times of the first second, warm-up or not.
  public final LatencyHistogram serviceAtBegin = new LatencyHistogram();

  /// The end of that second; the minimum before the first interval.
  private long atBeginUntil = Long.MIN_VALUE;

  public Intervals(RecorderRegistry registry, @Nullable RecordingListener recordingListener) {
    this(registry, Set.of(), recordingListener);
  }

  /// @param journeys the names of whole journeys, which are written and are in no sum
  public Intervals(
      RecorderRegistry registry,
      Set<String> journeys,
      @Nullable RecordingListener recordingListener) {
    this.registry = registry;
    this.journeys = journeys;
    this.recordingListener = recordingListener;
    registry.tags().forEach(this::seriesOf);
  }

  private Series seriesOf(String tag) {
    return series.computeIfAbsent(
        tag, name -> new Series(RunTags.parse(name), new LatencyHistogram()));
  }

  /// Collects the interval that ends now, and writes it to the log.
  ///
  /// @param longest an upper bound of all times recorded so far, in nanoseconds
  /// @throws IOException if the log cannot be written; the histograms are added up all the same
  void collect(long start, long end, long longest, IntervalLogWriter log) throws IOException {
    if (atBeginUntil == Long.MIN_VALUE) {
      atBeginUntil = start + BEGIN_NANOS;
    }
    response.reset();
    service.reset();
    lateness.reset();
    registry.collect(
        longest,
        (name, interval) -> {
          Series known = seriesOf(name);
          known.total.add(interval);
          if (known.tag != null && !isJourney(known.tag)) {
            addUp(known.tag, interval);
            if (recordingListener != null) {
              recordingListener.recorded(known.tag, interval);
            }
          }
          log.write(name, start, end, interval);
        });
    log.flush();
    if (end - atBeginUntil <= 0) {
      serviceAtBegin.add(service);
    }
  }

  private boolean isJourney(RunTags.Tag tag) {
    return tag.operation() != null && journeys.contains(tag.operation());
  }

  private void addUp(RunTags.Tag tag, LatencyHistogram interval) {
    if (tag.state() != OperationState.COMPLETED) {
      return;
    }
    switch (tag.measure()) {
      case RESPONSE -> add(tag, interval, response, responseSoFar);
      case SERVICE -> add(tag, interval, service, serviceSoFar);
      case LATENESS -> lateness.add(interval);
      case WAIT -> {}
    }
  }

  private static void add(
      RunTags.Tag tag,
      LatencyHistogram interval,
      LatencyHistogram current,
      LatencyHistogram soFar) {
    current.add(interval);
    if (!tag.warmup()) {
      soFar.add(interval);
    }
  }

  /// Everything recorded under a tag; empty if nothing was.
  public LatencyHistogram total(String tag) {
    Series known = series.get(tag);
    return known == null ? new LatencyHistogram() : known.total;
  }
}
