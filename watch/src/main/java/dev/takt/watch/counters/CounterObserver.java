package dev.takt.watch.counters;

import static dev.takt.counters.StandardEvent.BRANCH_MISSES;
import static dev.takt.counters.StandardEvent.CONTEXT_SWITCHES;
import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;
import static dev.takt.counters.StandardEvent.LLC_MISSES;
import static dev.takt.counters.StandardEvent.PAGE_FAULTS;
import static dev.takt.counters.StandardEvent.TASK_CLOCK;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.takt.counters.Counters;
import dev.takt.counters.Event;
import dev.takt.counters.StandardEvent;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.host.Poller;
import dev.takt.watch.observer.AgentThreads;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Counts events of the target's threads, except those of the watch itself: CPU time, context
/// switches, page faults, and what the processor counts, if it does.
///
/// While a thread has counters, each of its context switches takes longer, by some 0.3 µs with the
/// three software events. So it is no part of a default watch. It starts after the observers that
/// start threads in the target.
public final class CounterObserver implements Observer {

  static final Event[] EVENTS = {
    TASK_CLOCK, CONTEXT_SWITCHES, PAGE_FAULTS, CYCLES, INSTRUCTIONS, BRANCH_MISSES, LLC_MISSES
  };

  private static final String RECORDER = "JFR ";

  private static final long PERIOD_NANOS = 500_000_000;

  private final long pid;
  private final MeasurementWindow window;
  private final long maxDescriptors;
  private final CounterSeries series = new CounterSeries();
  private @Nullable Counters counters;
  private @Nullable Poller poller;
  private @Nullable String tooMany;

  /// @param pid the target
  /// @param window the time that is counted
  public CounterObserver(long pid, MeasurementWindow window) {
    this(pid, window, maxDescriptors());
  }

  /// @param maxDescriptors how many files this process may have open
  CounterObserver(long pid, MeasurementWindow window, long maxDescriptors) {
    this.pid = pid;
    this.window = window;
    this.maxDescriptors = maxDescriptors;
  }

  @Override
  public void start() {
    tooMany = tooManyDescriptors();
    if (tooMany != null) {
      return;
    }
    Counters opened = Counters.openProcess(pid, this::isOfApplication, EVENTS);
    counters = opened;
    if (opened.notSupported().size() < EVENTS.length) {
      read(opened);
      poller = Poller.start("takt-counters", PERIOD_NANOS, _ -> read(opened));
    }
  }

  /// Each event needs a descriptor for each thread, and the run needs some for its connections.
  ///
  /// @return why the counters are not opened; null if they may be
  private @Nullable String tooManyDescriptors() {
    Set<StandardEvent> available = Counters.available();
    long events = Stream.of(EVENTS).filter(available::contains).count();
    long needed = events * threads();
    return needed <= maxDescriptors / 2
        ? null
        : EnglishText.format(
            "they need %,d file descriptors, one for each event and thread: more than half of the"
                + " limit, which is %,d; raise it (ulimit -n)",
            needed, maxDescriptors);
  }

  private long threads() {
    try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return tasks.count();
    } catch (IOException | UncheckedIOException _) {
      return 0; // It has ended.
    }
  }

  private static long maxDescriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  /// Not of the watch: of the agent, or of the flight recorder.
  private boolean isOfApplication(int tid) {
    try {
      String name = Files.readString(Path.of("/proc/" + pid + "/task/" + tid + "/comm")).strip();
      return !AgentThreads.contains(name) && !name.startsWith(RECORDER);
    } catch (IOException _) {
      return false; // It has ended.
    }
  }

  private void read(Counters opened) {
    // Between the beginning and the end of the call, which takes a microsecond for each counter.
    long begin = System.nanoTime();
    var reading = opened.read();
    series.add(begin + (System.nanoTime() - begin) / 2, reading);
  }

  @Override
  public Findings finish() {
    if (tooMany != null) {
      return Findings.ofNotObservable(missing(labels(List.of(EVENTS)), tooMany));
    }
    Counters opened = counters;
    if (opened == null) {
      return Findings.NONE;
    }
    List<NotObservable> missing = new ArrayList<>();
    try (opened) {
      Throwable failure = poller == null ? null : poller.stop();
      if (failure != null) {
        missing.add(missing("counters after a failure", failure.toString()));
      } else if (poller != null) {
        read(opened);
      }
    }
    missing.addAll(missing(opened));
    return Findings.ofCounts(series.within(window.interval()), missing);
  }

  private List<NotObservable> missing(Counters opened) {
    Map<Event, String> reasons = new LinkedHashMap<>(opened.notSupported());
    reasons.putAll(series.unknown(window.interval()));
    Map<String, List<Event>> byReason =
        reasons.entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getValue,
                    LinkedHashMap::new,
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    List<NotObservable> missing = new ArrayList<>();
    byReason.forEach((why, events) -> missing.add(missing(labels(events), why)));
    if (!opened.userOnly().isEmpty()) {
      missing.add(
          missing(
              "the kernel's part of " + labels(opened.userOnly()),
              "this user may count user mode only"));
    }
    if (opened.unseenThreads() > 0) {
      missing.add(
          missing(
              "counters of " + opened.unseenThreads() + " threads or fewer",
              "they started while the counters were opened"));
    }
    return missing;
  }

  private static String labels(Iterable<Event> events) {
    List<String> labels = new ArrayList<>();
    events.forEach(each -> labels.add(each.label()));
    return String.join(", ", labels);
  }

  private static NotObservable missing(String what, String why) {
    return new NotObservable(Side.TARGET, what, why);
  }
}
