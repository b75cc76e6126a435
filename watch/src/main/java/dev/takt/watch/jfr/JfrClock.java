package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jfr.AnchorSeries.MonotonicTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// Converts the times of a flight recording to the run's monotonic clock.
///
/// A recording counts ticks, and reads the wall clock once for each chunk; the JDK computes
/// wall-clock times from both. There are two kinds of ticks:
///
/// - Nanoseconds: CLOCK_MONOTONIC minus the begin of the JVM's uptime (`os::elapsed_counter`). One
///   offset aligns the whole recording, even if the wall clock was set. Each line of a unified log
///   with `timenanos` and `uptimenanos` has that offset, to about 50 ns. Without a log, it is the
///   median over all chunks, by means of the clock anchors.
/// - Ticks of the processor's time stamp counter, at its nominal frequency. The true rate is
///   measured from chunk to chunk.
///
/// Not thread-safe.
final class JfrClock {

  /// Error of a chunk's begin, where two clocks are read in turn; up to 3.4 µs was measured.
  private static final long CHUNK_ERROR_NANOS = 5_000;

  /// Error of a log line, where two clocks are read in turn, and of rounding; under 100 ns was
  /// measured.
  private static final long LOG_ERROR_NANOS = 1_000;

  /// The maximum difference of log and chunks; if it is greater, the log is of another JVM or boot.
  private static final long AGREEMENT_NANOS = 1_000_000;

  /// Assumed error of a nominal frequency that cannot be measured.
  private static final double UNKNOWN_RATE_ERROR = 50e-6;

  /// The minimum time to measure a rate over: at a second, a µs of error is one ppm.
  private static final long MIN_RATE_SPAN_NANOS = 1_000_000_000L;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final List<Segment> segments;
  private final long errorNanos;
  private final String description;
  private @Nullable Segment current;

  /// The linear mapping from the times of one chunk to the monotonic clock.
  private record Segment(JfrChunk chunk, long nanoTimeAtStart, double rate) {

    long nanoTime(long epochNanos) {
      long since = epochNanos - chunk.startEpochNanos();
      return nanoTimeAtStart + (rate == 1 ? since : Math.round(since * rate));
    }
  }

  private JfrClock(List<Segment> segments, long errorNanos, String description) {
    this.segments = segments;
    this.errorNanos = errorNanos;
    this.description = description;
  }

  /// Chooses the most exact alignment that the evidence allows.
  ///
  /// @param chunks at least one
  static JfrClock of(List<JfrChunk> chunks, ClockEvidence evidence) {
    boolean nanosecondTicks =
        chunks.stream().allMatch(each -> each.ticksPerSecond() == NANOS_PER_SECOND);
    AnchorSeries anchors =
        evidence.anchors().isEmpty() ? null : new AnchorSeries(evidence.anchors());
    Long uptimeZero = evidence.uptimeZero();
    if (nanosecondTicks && uptimeZero != null && agrees(chunks, uptimeZero, anchors)) {
      return fromTicks(
          chunks,
          uptimeZero,
          LOG_ERROR_NANOS,
          "by the uptime in the JVM's own log" + steps(anchors));
    }
    if (anchors == null) {
      return unaligned(chunks);
    }
    return nanosecondTicks ? fromMedian(chunks, anchors) : fromRates(chunks, anchors);
  }

  private static boolean agrees(
      List<JfrChunk> chunks, long uptimeZero, @Nullable AnchorSeries anchors) {
    return anchors == null
        || chunks.stream()
            .anyMatch(each ->
                Math.abs(
                        uptimeZero
                            + each.startTicks()
                            - anchors.toMonotonic(each.startEpochNanos()).nanoTime())
                    < AGREEMENT_NANOS);
  }

  private static JfrClock fromMedian(List<JfrChunk> chunks, AnchorSeries anchors) {
    long[] zeros = new long[chunks.size()];
    long anchorError = Long.MAX_VALUE;
    for (int i = 0; i < zeros.length; i++) {
      MonotonicTime start = anchors.toMonotonic(chunks.get(i).startEpochNanos());
      zeros[i] = start.nanoTime() - chunks.get(i).startTicks();
      anchorError = Math.min(anchorError, start.errorNanos());
    }
    Arrays.sort(zeros);
    return fromTicks(
        chunks,
        zeros[zeros.length / 2],
        CHUNK_ERROR_NANOS + anchorError,
        of(anchors, chunks) + steps(anchors));
  }

  private static JfrClock fromTicks(
      List<JfrChunk> chunks, long zero, long errorNanos, String description) {
    List<Segment> pieces = new ArrayList<>();
    for (JfrChunk each : chunks) {
      pieces.add(new Segment(each, zero + each.startTicks(), 1));
    }
    return new JfrClock(pieces, errorNanos, description);
  }

  private static JfrClock fromRates(List<JfrChunk> chunks, AnchorSeries anchors) {
    List<MonotonicTime> starts =
        chunks.stream().map(each -> anchors.toMonotonic(each.startEpochNanos())).toList();
    List<Segment> pieces = new ArrayList<>();
    long error = starts.stream().mapToLong(MonotonicTime::errorNanos).max().orElse(0);
    int last = chunks.size() - 1;
    Double whole = rate(chunks, starts, 0, last);
    double wholeError = rateError(starts, error);
    if (wholeError > UNKNOWN_RATE_ERROR) {
      whole = null;
    }
    for (int i = 0; i < last; i++) {
      Double own = rate(chunks, starts, i, i + 1);
      double rate = own != null ? own : whole != null ? whole : 1;
      pieces.add(new Segment(chunks.get(i), starts.get(i).nanoTime(), rate));
    }
    pieces.add(
        new Segment(chunks.get(last), starts.get(last).nanoTime(), whole != null ? whole : 1));
    error +=
        (long)
            ((whole == null ? UNKNOWN_RATE_ERROR : wholeError) * chunks.get(last).durationNanos());
    String text =
        EnglishText.format(
            "%s; ticks are those of the processor's time stamp counter, whose rate %s",
            of(anchors, chunks),
            whole == null
                ? "is assumed to be nominal: no later chunk allows to measure it"
                : EnglishText.format("was measured as %+.1f ppm", (whole - 1) * 1e6));
    return new JfrClock(pieces, CHUNK_ERROR_NANOS + error, text + steps(anchors));
  }

  /// The error of the rate from the first chunk's begin to the last one's, given the error of both.
  /// The last chunk uses that rate, as its own end cannot be measured.
  private static double rateError(List<MonotonicTime> starts, long error) {
    long over = starts.getLast().nanoTime() - starts.getFirst().nanoTime();
    return over <= 0 ? Double.MAX_VALUE : 2.0 * (CHUNK_ERROR_NANOS + error) / over;
  }

  /// The rate from the begin of one chunk to that of another; null if they are too close for a
  /// measurement, as when another tool starts a recording.
  private static @Nullable Double rate(
      List<JfrChunk> chunks, List<MonotonicTime> starts, int from, int to) {
    JfrChunk first = chunks.get(from);
    JfrChunk second = chunks.get(to);
    long ticks = second.nanos(second.startTicks()) - first.nanos(first.startTicks());
    return ticks < MIN_RATE_SPAN_NANOS
        ? null
        : (double) (starts.get(to).nanoTime() - starts.get(from).nanoTime()) / ticks;
  }

  private static String of(AnchorSeries anchors, List<JfrChunk> chunks) {
    return EnglishText.format(
        "by %d readings of both clocks and %d %s of the recording",
        anchors.size(), chunks.size(), chunks.size() == 1 ? "begin" : "begins");
  }

  private static String steps(@Nullable AnchorSeries anchors) {
    return anchors == null || anchors.steps() == 0
        ? ""
        : "; the wall clock was set " + anchors.steps() + " times during the recording";
  }

  private static JfrClock unaligned(List<JfrChunk> chunks) {
    List<Segment> pieces = new ArrayList<>();
    for (JfrChunk each : chunks) {
      pieces.add(new Segment(each, each.startEpochNanos(), 1));
    }
    return new JfrClock(
        pieces,
        CHUNK_ERROR_NANOS,
        "not aligned: times are nanoseconds since 1970 by the wall clock of the recorded machine,"
            + " correct relative to each other");
  }

  /// Selects the chunk of an event, for the conversions that follow. The time alone does not
  /// identify it: events can lie before the begin of their chunk, and the wall clock may have been
  /// set.
  void selectChunk(RecordedEvent event) {
    if (segments.size() == 1 || !event.hasField("startTime")) {
      return;
    }
    long ticks = event.getLong("startTime");
    long zero = epochNanos(event.getStartTime());
    for (Segment each : segments) {
      if (Math.abs(zero - each.chunk.nanos(ticks) - each.chunk.epochOfTickZero()) <= 1) {
        current = each;
        return;
      }
    }
  }

  /// Ends the selection of [#selectChunk].
  void clearChunk() {
    current = null;
  }

  /// Converts a time to the monotonic clock.
  long nanoTime(Instant moment) {
    long epochNanos = epochNanos(moment);
    return (current != null ? current : segmentAt(epochNanos)).nanoTime(epochNanos);
  }

  private Segment segmentAt(long epochNanos) {
    Segment found = segments.getFirst();
    for (Segment each : segments) {
      if (each.chunk.startEpochNanos() <= epochNanos) {
        found = each;
      }
    }
    return found;
  }

  /// The maximum error of a converted time.
  long errorNanos() {
    return errorNanos;
  }

  /// How the clock was aligned, as text for people.
  String description() {
    return description;
  }

  private static long epochNanos(Instant moment) {
    return moment.getEpochSecond() * NANOS_PER_SECOND + moment.getNano();
  }
}
