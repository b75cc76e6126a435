package dev.takt.watch.locks;

import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.WatchLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The events of a flight recording that show waits of threads: their settings and handlers.
public final class ThreadWaitEvents {

  private static final long MIN_LISTED_NANOS = 1_000_000;
  private static final long MIN_LISTED_DEEP_NANOS = 100_000;

  private ThreadWaitEvents() {}

  /// The events of a watch on this machine. No JDK knows all of the settings; it ignores the
  /// others.
  ///
  /// @param measured the window of the contention report
  public static EventExtension forLevel(WatchLevel level, MeasurementWindow measured) {
    return forLevel(level, measured, ClientPorts.ofThisMachine(), level == WatchLevel.DEEP);
  }

  /// The events of a recording of another tool, possibly of another machine.
  public static EventExtension forOtherMachine() {
    return forLevel(WatchLevel.DEEP, new MeasurementWindow(), ClientPorts.DEFAULT, false);
  }

  /// @param isDeepWatch whether the agent of a deep watch was asked for
  private static EventExtension forLevel(
      WatchLevel level, MeasurementWindow measured, ClientPorts clients, boolean isDeepWatch) {
    EventExtension all =
        new EventExtension(
            withoutReadsAndWrites(level),
            IoEventHandler.readWriteSettings(level),
            context -> handlers(context, level, measured, clients, isDeepWatch),
            kinds(),
            blindSpots(level, clients));
    return switch (level) {
      case DEFAULT -> all;
      case DEEP -> all.withoutBudget();
    };
  }

  /// All settings, including those of expensive events.
  static Map<String, String> settings(WatchLevel level) {
    Map<String, String> settings = withoutReadsAndWrites(level);
    settings.putAll(IoEventHandler.readWriteSettings(level));
    return settings;
  }

  private static Map<String, String> withoutReadsAndWrites(WatchLevel level) {
    Map<String, String> settings = new HashMap<>(LockSettings.of(level));
    settings.putAll(ThreadEventHandler.settings(level));
    settings.putAll(IoEventHandler.forceSettings(level));
    settings.putAll(ContainerThrottlingHandler.settings(level));
    return settings;
  }

  static List<EventHandler> handlers(RecordingContext context, WatchLevel level) {
    return handlers(
        context,
        level,
        new MeasurementWindow(),
        ClientPorts.ofThisMachine(),
        level == WatchLevel.DEEP);
  }

  private static List<EventHandler> handlers(
      RecordingContext context,
      WatchLevel level,
      MeasurementWindow measured,
      ClientPorts clients,
      boolean isDeepWatch) {
    boolean deep = level == WatchLevel.DEEP;
    return List.of(
        LockWaitHandler.of(
            context, measured, deep ? MIN_LISTED_DEEP_NANOS : MIN_LISTED_NANOS, isDeepWatch),
        new ThreadEventHandler(context),
        new IoEventHandler(context, clients),
        new ContainerThrottlingHandler(context));
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

  private static List<String> blindSpots(WatchLevel level, ClientPorts clients) {
    String always =
        "Waits for work are not listed: at a queue, a condition, a latch or a future. A semaphore"
            + " that is used as a signal is taken for a lock.";
    String open = "A wait that had not ended when the recording did is missing.";
    String instants =
        "Thread starts and deoptimizations have no recorded length. Class loading is recorded only"
            + " where the JVM itself starts it, not where a program calls a class loader; class"
            + " initialization is not recorded"
            + (level == WatchLevel.DEEP
                ? ", except for threads that wait 20 ms or more for it."
                : ".");
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
