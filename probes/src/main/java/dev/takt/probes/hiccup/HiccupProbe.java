package dev.takt.probes.hiccup;

import dev.takt.probes.ProbeSink;
import dev.takt.record.ClockAnchor;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.watch.hiccup.HiccupObserver;
import dev.takt.watch.hiccup.TargetHiccupObserver;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Measures hiccups for a given time: of the machine, by a meter in this otherwise idle JVM; or of
/// another JVM, by an agent in it.
///
/// [#stop] may be called by any thread.
public final class HiccupProbe {

  private static final String LOG = "hiccups.hdr";

  private final HiccupProbeSettings settings;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /// A probe that has not started.
  public HiccupProbe(HiccupProbeSettings settings) {
    this.settings = settings;
  }

  /// Ends the probe early.
  public void stop() {
    stopped.countDown();
  }

  /// Measures.
  ///
  /// @throws IOException with a message for people, if nothing could be measured
  public HiccupResult run(ProbeSink sink) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("takt-hiccups-");
    try {
      return run(folder.resolve(LOG), sink);
    } finally {
      Files.deleteIfExists(folder.resolve(LOG));
      Files.deleteIfExists(folder);
    }
  }

  private HiccupResult run(Path log, ProbeSink sink) throws IOException, InterruptedException {
    List<Observer> observers = observers(log);
    Findings found = Findings.NONE;
    boolean targetEnded = false;
    try {
      observers.forEach(Observer::start);
      targetEnded = await(observers, sink);
    } finally {
      for (Observer each : observers.reversed()) {
        found = each.finish().and(found);
      }
    }
    if (Files.notExists(log) || found.sources().isEmpty()) {
      throw new IOException(
          found.notObservable().stream()
              .map(each -> each.what() + ": " + each.why())
              .collect(Collectors.joining("; ")));
    }
    forward(log, sink);
    List<Stall> longest =
        found.stalls().stream()
            .sorted(Comparator.comparingLong(Stall::nanos).reversed())
            .limit(settings.longestShown())
            .toList();
    return new HiccupResult(
        found.sources().stream().map(source -> source.side()).distinct().toList(),
        longest,
        found.stalls().size(),
        found.notObservable(),
        targetEnded);
  }

  private List<Observer> observers(Path log) {
    List<Observer> observers = new ArrayList<>();
    Long pid = settings.pid();
    if (pid == null || settings.control()) {
      observers.add(
          new HiccupObserver(
              Side.HOST,
              log,
              settings.meter(),
              settings.startDelayNanos(),
              settings.intervalNanos()));
    }
    if (pid != null) {
      observers.add(
          new TargetHiccupObserver(
              pid, log, settings.meter(), settings.startDelayNanos(), settings.intervalNanos()));
    }
    return observers;
  }

  /// Waits until the time is over, the probe is stopped or the target has ended.
  ///
  /// @return whether the target has ended
  private boolean await(List<Observer> observers, ProbeSink sink) throws InterruptedException {
    long delay = settings.pid() == null ? settings.startDelayNanos() : 0;
    long deadline = System.nanoTime() + delay + settings.lengthNanos();
    while (true) {
      long left = Math.min(deadline - System.nanoTime(), TimeUnit.SECONDS.toNanos(1));
      if (left <= 0 || stopped.await(left, TimeUnit.NANOSECONDS)) {
        return false;
      }
      String figures =
          observers.stream()
              .flatMap(each -> each.live().stream())
              .map(HiccupProbe::text)
              .collect(Collectors.joining("; "));
      if (!figures.isEmpty()) {
        sink.progress(figures);
      }
      if (hasEnded(settings.pid())) {
        return true;
      }
    }
  }

  private static String text(LiveFigure figure) {
    return figure.name() + " " + figure.text();
  }

  private static boolean hasEnded(@Nullable Long pid) {
    return pid != null && !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static void forward(Path log, ProbeSink sink) throws IOException {
    ClockAnchor anchor = ClockAnchor.now();
    try (var reader = IntervalLogReader.open(LogSource.of(log), Selection.ALL, new Problems())) {
      for (Interval each = reader.next(); each != null; each = reader.next()) {
        long begin = anchor.nanoTime() + (each.start() - anchor.epochNanos());
        sink.interval(String.valueOf(each.tag()), begin, begin + each.length(), each.counts());
      }
    }
  }
}
