package dev.takt.watch.locks;

import dev.takt.runs.StallKind;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.MoreEvents;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.observer.MeasuredPart;
import dev.takt.watch.observer.WatchLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All that a flight recording tells of waits of threads.
public final class ThreadWaits {

  private static final long LEAST_LISTED_NANOS = 1_000_000;
  private static final long LEAST_LISTED_NANOS_DEEP = 100_000;

  private ThreadWaits() {}

  /// What to look for, and how to make a JVM record it. No JDK knows all of the settings; what one
  /// does not know, it may ignore.
  ///
  /// @param measured which part the report on locks is of
  public static MoreEvents at(WatchLevel level, MeasuredPart measured) {
    return at(level, measured, ClientPorts.ofThisMachine());
  }

  /// What to look for in a recording that somebody else made, who knows where.
  public static MoreEvents elsewhere() {
    return at(WatchLevel.DEEP, new MeasuredPart(), ClientPorts.USUAL);
  }

  private static MoreEvents at(WatchLevel level, MeasuredPart measured, ClientPorts clients) {
    MoreEvents all =
        new MoreEvents(
            exceptCalls(level),
            InputOutput.ofCalls(level),
            context -> handlers(context, level, measured, clients),
            kinds(),
            blind(level, clients));
    return switch (level) {
      case DEFAULT -> all;
      case DEEP -> all.atAnyPrice();
    };
  }

  /// All of them, also those that a process may not be able to afford.
  static Map<String, String> settings(WatchLevel level) {
    Map<String, String> settings = exceptCalls(level);
    settings.putAll(InputOutput.ofCalls(level));
    return settings;
  }

  private static Map<String, String> exceptCalls(WatchLevel level) {
    Map<String, String> settings = new HashMap<>(LockSettings.of(level));
    settings.putAll(ThreadEvents.settings(level));
    settings.putAll(InputOutput.ofForces(level));
    settings.putAll(ContainerThrottling.settings(level));
    return settings;
  }

  static List<EventHandler> handlers(RecordingContext context, WatchLevel level) {
    return handlers(context, level, new MeasuredPart(), ClientPorts.ofThisMachine());
  }

  private static List<EventHandler> handlers(
      RecordingContext context, WatchLevel level, MeasuredPart measured, ClientPorts clients) {
    boolean deep = level == WatchLevel.DEEP;
    return List.of(
        new LockWaits(context, measured, deep ? LEAST_LISTED_NANOS_DEEP : LEAST_LISTED_NANOS),
        new ThreadEvents(context),
        new InputOutput(context, clients),
        new ContainerThrottling(context));
  }

  private static List<StallKind> kinds() {
    return List.of(
        StallKind.MONITOR_WAIT,
        StallKind.LOCK_WAIT,
        StallKind.PINNED,
        StallKind.THREAD_START,
        StallKind.CLASS_LOAD,
        StallKind.COMPILATION,
        StallKind.DEOPTIMIZATION,
        StallKind.ALLOCATION_STALL,
        StallKind.SOCKET_IO,
        StallKind.FILE_IO,
        StallKind.THROTTLED);
  }

  private static List<String> blind(WatchLevel level, ClientPorts clients) {
    String always =
        "Waits for events are not listed: threads in a queue's take, at a condition, a latch or a"
            + " future wait like threads without work do. A semaphore that is used as a signal looks"
            + " like a lock.";
    String open = "A wait that had not ended when the recording did is not in it.";
    String instants =
        "Starts of threads and deoptimisations are moments: how long they took is not recorded."
            + " Of classes, only those are recorded that the JVM itself had to load, not those that a"
            + " program asked a class loader for; initialisation is not recorded at all.";
    String reads =
        "Reads from sockets count only if the other end's port is below "
            + clients.first()
            + ", where those of clients begin: others are taken for waits for a client's next request. Input and output through channels in non-blocking"
            + " mode never shows.";
    String throttle =
        "From JDK 25 on, of reads and writes of files and sockets at most 300 in a second of each"
            + " kind are recorded.";
    return level == WatchLevel.DEEP
        ? List.of(always, open, instants, reads)
        : List.of(always, open, instants, reads, throttle);
  }
}
