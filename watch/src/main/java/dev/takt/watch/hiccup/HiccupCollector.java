package dev.takt.watch.hiccup;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.record.hiccup.HiccupSink;
import dev.takt.record.hiccup.JournalReader;
import dev.takt.record.hiccup.JournalReader.Figures;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Spectrum;
import dev.takt.runs.model.HiccupTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Collects the hiccups of a meter, in this process ([HiccupSink]) or in another one
/// ([JournalReader.Handler]), and turns them into stalls and live figures. Thread-safe.
final class HiccupCollector implements HiccupSink, JournalReader.Handler {

  /// The limit on single hiccups; the longest are kept.
  private static final int MAX_HICCUPS = 200_000;

  /// The clock of another process's times, for people.
  static final String SHARED_CLOCK = "the monotonic clock, which all processes of a machine share";

  private static final List<String> BLIND_SPOTS =
      List.of(
          "The cause: a hiccup shows only when the thread did not run.",
          "Stalls within a sleep of the meter, and when during a sleep a stall began.",
          "Stalls of single threads, such as waits for a lock.");

  private record Hiccup(long begin, long end) {
    long nanos() {
      return end - begin;
    }
  }

  private final Side side;
  private final String clock;
  private final PriorityQueue<Hiccup> longest =
      new PriorityQueue<>(Comparator.comparingLong(Hiccup::nanos));
  private HiccupSettings settings;
  private @Nullable Figures latest;
  private long maxSinceLive;
  private long lostByMeter;
  private long omitted;
  private boolean begun;
  private boolean ended;
  private @Nullable String failure;

  /// @param settings of the meter; the journal of another process overrides them
  HiccupCollector(Side side, String clock, HiccupSettings settings) {
    this.side = side;
    this.clock = clock;
    this.settings = settings;
  }

  // ---- of this process

  @Override
  public synchronized void begun(long nanoTime) {
    begun = true;
  }

  @Override
  public void interval(String tag, long begin, long end, Counts counts) {
    Spectrum hiccups = Spectrum.of(counts);
    interval(
        new Figures(
            tag,
            begin,
            end,
            hiccups.total(),
            (long) hiccups.valueAtPercentile(50),
            (long) hiccups.valueAtPercentile(99),
            (long) hiccups.max()));
  }

  @Override
  public void flush(long lost) {
    lost(lost);
  }

  @Override
  public synchronized void failed(IOException reason) {
    failure = reason.getMessage();
  }

  // ---- of another process

  @Override
  public synchronized void begun(long nanoTime, long pid, long resolution, long threshold) {
    settings = new HiccupSettings(resolution, threshold, false);
    begun = true;
  }

  // ---- of both

  @Override
  public synchronized void hiccup(long begin, long end) {
    longest.add(new Hiccup(begin, end));
    if (longest.size() > MAX_HICCUPS) {
      var _ = longest.remove();
      omitted++;
    }
  }

  @Override
  public synchronized void interval(Figures figures) {
    if (figures.tag().equals(HiccupTags.corrected(side))) {
      latest = figures;
      maxSinceLive = Math.max(maxSinceLive, figures.max());
    }
  }

  @Override
  public synchronized void lost(long count) {
    lostByMeter = count;
  }

  @Override
  public synchronized void ended() {
    ended = true;
  }

  // ---- results

  synchronized boolean hasBegun() {
    return begun;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  /// Why the log is incomplete; null if it is not.
  synchronized @Nullable String failure() {
    return failure;
  }

  /// The 99th percentile of the last interval, and the longest hiccup since the last call. The
  /// values are corrected for coordinated omission: the delay of a request that arrives at a random
  /// time.
  synchronized List<LiveFigure> live() {
    Figures figures = latest;
    if (figures == null) {
      return List.of();
    }
    String text = "p99 " + millis(figures.p99()) + ", max " + millis(maxSinceLive);
    latest = null;
    maxSinceLive = 0;
    return List.of(new LiveFigure(side.lowerCase() + " hiccups", text));
  }

  private static String millis(long nanos) {
    long hundredths = Math.round(nanos / 1e4);
    return EnglishText.format("%d.%02d ms", hundredths / 100, hundredths % 100);
  }

  synchronized Findings findings() {
    String source = side.lowerCase() + "-hiccups";
    List<Stall> stalls = new ArrayList<>();
    for (Hiccup each : longest) {
      stalls.add(
          Stall.of(
              StallKind.HICCUP,
              side,
              new Stall.Interval(each.begin, each.end, settings.resolutionNanos(), source)));
    }
    StallSource from =
        new StallSource(
            source,
            side,
            "hiccup meter: a thread that sleeps "
                + millis(settings.resolutionNanos())
                + " at a time",
            new StallSource.ClockAlignment(0, clock),
            settings.thresholdNanos(),
            lostByMeter + omitted,
            List.of(StallKind.HICCUP),
            BLIND_SPOTS);
    return new Findings(List.of(from), stalls, List.of(), List.of());
  }
}
