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

/// The events of a flight recording that show waits of threads: their settings and handlers.
public final class ThreadWaits {

  private static final long LEAST_LISTED_NANOS = 1_000_000;
  private static final long LEAST_LISTED_NANOS_DEEP = 100_000;

  private ThreadWaits() {}

  /// The events of a watch on this machine. No JDK knows all of the settings; it ignores the
  /// others.
  ///
  /// @param measured the window of the contention report
  public static MoreEvents at(WatchLevel level, MeasuredPart measured) {
    return at(level, measured, ClientPorts.ofThisMachine(), level == WatchLevel.DEEP);
  }

  /// The events of a recording of another tool, possibly of another machine.
  public static MoreEvents elsewhere() {
    return at(WatchLevel.DEEP, new MeasuredPart(), ClientPorts.USUAL, false);
  }

  /// @param isDeepWatch whether the agent of a deep watch was asked for
  private static MoreEvents at(
      WatchLevel level, MeasuredPart measured, ClientPorts clients, boolean isDeepWatch) {
    MoreEvents all =
        new MoreEvents(
            exceptCalls(level),
            InputOutput.ofCalls(level),
            context -> handlers(context, level, measured, clients, isDeepWatch),
            kinds(),
            blind(level, clients));
    return switch (level) {
      case DEFAULT -> all;
      case DEEP -> all.atAnyPrice();
    };
  }

  /// All settings, including those of expensive events.
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
    return handlers(
        context, level, new MeasuredPart(), ClientPorts.ofThisMachine(), level == WatchLevel.DEEP);
  }

  private static List<EventHandler> handlers(
      RecordingContext context,
      WatchLevel level,
      MeasuredPart measured,
      ClientPorts clients,
      boolean isDeepWatch) {
    boolean deep = level == WatchLevel.DEEP;
    return List.of(
        LockWaits.of(
            context, measured, deep ? LEAST_LISTED_NANOS_DEEP : LEAST_LISTED_NANOS, isDeepWatch),
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
        "Waits for work are not listed: at a queue, a condition, a latch or a future. A semaphore"
            + " that is used as a signal is taken for a lock.";
    String open = "A wait that had not ended when the recording did is missing.";
    String instants =
        "Thread starts and deoptimizations have no recorded length. Class loading is recorded only"
            + " where the JVM itself starts it, not where a program calls a class loader; class"
            + " initialization is not recorded.";
    String reads =
        "Reads from sockets count only if the peer's port is below "
            + clients.first()
            + ", where ephemeral ports begin. Others are taken for waits for a client's next"
            + " request. I/O through channels in non-blocking mode is not recorded.";
    String throttle =
        "From JDK 25 on, at most 300 reads and writes a second are recorded, of each kind.";
    return level == WatchLevel.DEEP
        ? List.of(always, open, instants, reads)
        : List.of(always, open, instants, reads, throttle);
  }
}
