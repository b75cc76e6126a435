package dev.takt.watch;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.Stalls;
import dev.takt.watch.host.HostSettings;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Several observers that start and finish together, and what they find as one list.
///
/// For one thread at a time.
public final class Watch {

  private static final int LONGEST_LIST = 200_000;

  private final List<Observer> observers;
  private HostSettings settings = HostSettings.NONE;

  /// A watch that has not started.
  public Watch(List<Observer> observers) {
    this.observers = List.copyOf(observers);
  }

  /// Starts all observers, in their order; how the machine is set up is read first.
  public void start() {
    settings = HostSettings.read();
    observers.forEach(Observer::start);
  }

  /// What there is to say since the last call, in the order of the observers.
  public List<LiveFigure> live() {
    return observers.stream().flatMap(each -> each.live().stream()).toList();
  }

  /// Finishes all observers, the last one first, and puts together what they found.
  public Stalls finish() {
    Findings all = Findings.NONE;
    for (Observer each : observers.reversed()) {
      all = each.finish().and(all);
    }
    return stalls(all.and(notTold()), settings.values());
  }

  private Findings notTold() {
    return settings.missing().isEmpty()
        ? Findings.NONE
        : Findings.not(
            new NotObservable(
                Side.HOST,
                String.join(", ", settings.missing()),
                "this machine does not tell; a virtual one seldom does"));
  }

  static Stalls stalls(Findings all, Map<String, String> host) {
    List<Stall> kept = longest(ThrottledThreads.told(all.stalls()), LONGEST_LIST);
    return new Stalls(
        Stalls.FORMAT_VERSION,
        all.sources(),
        all.notObservable(),
        kept,
        all.stalls().size() - kept.size(),
        all.contentions().stream()
            .sorted(Comparator.comparingLong(Contention::totalNanos).reversed())
            .toList(),
        host);
  }

  /// The longest ones, in the order of their begins.
  static List<Stall> longest(List<Stall> stalls, int most) {
    List<Stall> kept = new ArrayList<>(stalls);
    if (kept.size() > most) {
      kept.sort(Comparator.comparingLong(Stall::nanos).reversed());
      kept.subList(most, kept.size()).clear();
    }
    kept.sort(Comparator.comparingLong(Stall::beginNanoTime));
    return Collections.unmodifiableList(kept);
  }
}
