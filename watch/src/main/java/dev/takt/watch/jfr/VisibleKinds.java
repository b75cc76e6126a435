package dev.takt.watch.jfr;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The kinds of stalls that a recording can show: those whose events it has, or would have if any
/// had occurred.
///
/// @param shown the kinds that it can show
/// @param hidden the kinds whose events were not recorded
/// @param unknown the kinds for which the recording does not say
record VisibleKinds(List<StallKind> shown, List<StallKind> hidden, List<StallKind> unknown) {

  /// The events of each kind; one of them is enough to show the kind.
  private static final Map<StallKind, List<String>> EVENTS = new EnumMap<>(StallKind.class);

  static {
    EVENTS.put(StallKind.GC_PAUSE, List.of("jdk.GCPhasePause", "jdk.ExecuteVMOperation"));
    EVENTS.put(StallKind.SAFEPOINT, List.of("jdk.SafepointBegin", "jdk.ExecuteVMOperation"));
    EVENTS.put(StallKind.TIME_TO_SAFEPOINT, List.of("jdk.SafepointBegin"));
    EVENTS.put(StallKind.MONITOR_WAIT, List.of("jdk.JavaMonitorEnter"));
    EVENTS.put(StallKind.LOCK_WAIT, List.of("jdk.ThreadPark", "jdk.MethodTrace", "takt.LockWait"));
    EVENTS.put(StallKind.PINNED, List.of("jdk.VirtualThreadPinned"));
    EVENTS.put(StallKind.THREAD_START, List.of("jdk.ThreadStart"));
    EVENTS.put(StallKind.CLASS_LOAD, List.of("jdk.ClassLoad"));
    EVENTS.put(StallKind.COMPILATION, List.of("jdk.Compilation"));
    EVENTS.put(StallKind.DEOPTIMIZATION, List.of("jdk.Deoptimization"));
    EVENTS.put(StallKind.ALLOCATION_STALL, List.of("jdk.ZAllocationStall"));
    EVENTS.put(StallKind.SOCKET_IO, List.of("jdk.SocketRead", "jdk.SocketWrite"));
    EVENTS.put(StallKind.FILE_IO, List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"));
    EVENTS.put(StallKind.THROTTLED, List.of("jdk.ContainerCPUThrottling"));
  }

  /// Classifies kinds.
  ///
  /// @param kinds the kinds to classify
  /// @param isRecorded whether events of a type were recorded; null if it is not known
  static VisibleKinds of(List<StallKind> kinds, Function<String, @Nullable Boolean> isRecorded) {
    List<StallKind> shown = new ArrayList<>();
    List<StallKind> hidden = new ArrayList<>();
    List<StallKind> unknown = new ArrayList<>();
    for (StallKind kind : kinds) {
      List<String> events = EVENTS.getOrDefault(kind, List.of());
      boolean isShown = events.isEmpty();
      boolean isHidden = true;
      for (String each : events) {
        Boolean recorded = isRecorded.apply(each);
        isShown |= Boolean.TRUE.equals(recorded);
        isHidden &= Boolean.FALSE.equals(recorded);
      }
      (isShown ? shown : isHidden ? hidden : unknown).add(kind);
    }
    return new VisibleKinds(shown, hidden, unknown);
  }

  /// The kinds that the recording cannot show, with the reason.
  List<NotObservable> notObservable(Side side) {
    List<NotObservable> all = new ArrayList<>();
    if (!hidden.isEmpty()) {
      all.add(
          new NotObservable(
              side, names(hidden), "their events were not recorded (" + events(hidden) + ")"));
    }
    if (!unknown.isEmpty()) {
      all.add(
          new NotObservable(
              side,
              names(unknown),
              "there are no such events, and the recording does not say whether they were enabled ("
                  + events(unknown)
                  + ")"));
    }
    return all;
  }

  private static String names(List<StallKind> kinds) {
    return kinds.stream()
        .map(each -> each.lowerCase().replace('_', ' '))
        .collect(Collectors.joining(", "));
  }

  private static String events(List<StallKind> kinds) {
    return kinds.stream()
        .flatMap(each -> EVENTS.getOrDefault(each, List.of()).stream())
        .distinct()
        .flatMap(each -> each.startsWith("jdk.") ? Stream.of(each) : Stream.empty())
        .collect(Collectors.joining(", "));
  }
}
