package dev.takt.watch;

import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.host.HostSettings;
import dev.takt.watch.jfr.RecordingReader;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.Observer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Starts and finishes several observers together, and merges what they find into one list.
///
/// Not thread-safe.
public final class Watch {

  private static final int MAX_STALLS = 200_000;

  private final List<Observer> observers;
  private final MeasurementWindow measurementWindow;
  private final List<NotObservable> failures = new ArrayList<>();
  private HostSettings settings = HostSettings.NONE;
  private List<EventCount> counted = List.of();

  /// A watch that has not started.
  public Watch(List<Observer> observers) {
    this(observers, new MeasurementWindow());
  }

  /// @param measurementWindow the part of the watch that the observers' sums cover
  Watch(List<Observer> observers, MeasurementWindow measurementWindow) {
    this.observers = List.copyOf(observers);
    this.measurementWindow = measurementWindow;
  }

  /// Reads the machine's settings, then starts all observers, in their order. The failure of one,
  /// which would be a bug, is in the result of [#finish].
  public void start() {
    settings = HostSettings.read();
    for (Observer each : observers) {
      try {
        each.start();
      } catch (RuntimeException | OutOfMemoryError e) {
        addFailure(each, e);
      }
    }
  }

  /// The new live figures since the last call, in the order of the observers.
  public List<LiveFigure> live() {
    return observers.stream().flatMap(each -> live(each).stream()).toList();
  }

  private static List<LiveFigure> live(Observer observer) {
    try {
      return observer.live();
    } catch (RuntimeException e) {
      return List.of(); // A failed display must not end a run.
    }
  }

  /// Sets the measurement window. Sums in the result of [#finish] cover that window only.
  ///
  /// @param from its begin, on the monotonic clock
  /// @param to its end
  public void measurementWindow(long from, long to) {
    measurementWindow.set(from, to);
  }

  /// Finishes all observers in reverse order, and merges their findings. If one fails, the others
  /// still finish, and so undo what they changed in the target.
  public Stalls finish() {
    Findings all = Findings.NONE;
    for (Observer each : observers.reversed()) {
      try {
        all = each.finish().and(all);
      } catch (RuntimeException | OutOfMemoryError e) {
        addFailure(each, e);
      }
    }
    for (NotObservable each : failures) {
      all = all.and(Findings.ofNotObservable(each));
    }
    counted = all.counted();
    return merge(all.and(missingHostSettings()), settings.values());
  }

  /// What the target's counters counted in the measurement window. Empty before [#finish], and if
  /// they were not read.
  public List<EventCount> counted() {
    return counted;
  }

  private void addFailure(Observer observer, Throwable failure) {
    failures.add(
        new NotObservable(
            Side.HOST,
            "what " + observer.getClass().getSimpleName() + " sees",
            "it failed, which is a bug in Takt: " + failure));
  }

  private Findings missingHostSettings() {
    return settings.missing().isEmpty()
        ? Findings.NONE
        : Findings.ofNotObservable(
            new NotObservable(
                Side.HOST,
                String.join(", ", settings.missing()),
                "this machine does not report them; virtual machines rarely do"));
  }

  static Stalls merge(Findings all, Map<String, String> host) {
    List<Stall> once = withoutDuplicateThrottling(all);
    List<Stall> kept =
        longest(
            SamplerCulpritResolver.resolve(
                SafepointEndCorrection.correct(ThrottlingReclassifier.reclassify(once))),
            MAX_STALLS);
    return new Stalls(
        Stalls.FORMAT_VERSION,
        all.sources(),
        all.notObservable(),
        kept,
        once.size() - kept.size(),
        all.contentions().stream()
            .sorted(
                Comparator.comparingLong((Contention each) -> each.waits().totalNanos()).reversed())
            .toList(),
        host,
        all.allocated());
  }

  /// Drops the throttling stalls of a recording where the sampler has them too: both read the same
  /// kernel counter, the recording less often.
  private static List<Stall> withoutDuplicateThrottling(Findings all) {
    Set<String> doubled = new HashSet<>();
    for (StallSource each : all.sources()) {
      String recording = RecordingReader.sourceName(each.side());
      if (each.kinds().contains(StallKind.THROTTLED) && !each.name().equals(recording)) {
        doubled.add(recording);
      }
    }
    return all.stalls().stream()
        .filter(each -> each.kind() != StallKind.THROTTLED || !doubled.contains(each.source()))
        .toList();
  }

  /// The longest stalls, ordered by their begin.
  static List<Stall> longest(List<Stall> stalls, int maxSize) {
    List<Stall> kept = new ArrayList<>(stalls);
    if (kept.size() > maxSize) {
      kept.sort(Comparator.comparingLong(Stall::nanos).reversed());
      kept.subList(maxSize, kept.size()).clear();
    }
    kept.sort(Comparator.comparingLong(Stall::beginNanoTime));
    return Collections.unmodifiableList(kept);
  }
}
