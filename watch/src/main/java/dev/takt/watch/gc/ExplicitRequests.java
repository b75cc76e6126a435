package dev.takt.watch.gc;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import org.jspecify.annotations.Nullable;

/// The calls of `System.gc()`, each of which waits for its collection.
final class ExplicitRequests {

  private static final int MAX_FRAMES = 5;
  private static final Set<String> ENTRIES = Set.of("java.lang.System", "java.lang.Runtime");

  private record Call(long end, String frames) {}

  private final ToLongFunction<Instant> clock;
  private final TreeMap<Long, Call> calls = new TreeMap<>();

  ExplicitRequests(ToLongFunction<Instant> clock) {
    this.clock = clock;
  }

  void accept(RecordedEvent event) {
    if (event.getStackTrace() != null) {
      calls.put(
          clock.applyAsLong(event.getStartTime()),
          new Call(
              clock.applyAsLong(event.getEndTime()), frames(event.getStackTrace().getFrames())));
    }
  }

  private static String frames(List<RecordedFrame> frames) {
    return frames.stream()
        .filter(each -> each.getMethod() != null && each.getMethod().getType() != null)
        .filter(each -> !isHidden(each.getMethod().getType().getName()))
        .dropWhile(each -> ENTRIES.contains(each.getMethod().getType().getName()))
        .limit(MAX_FRAMES)
        .map(each ->
            each.getMethod().getType().getName()
                + "."
                + each.getMethod().getName()
                + ":"
                + each.getLineNumber())
        .collect(Collectors.joining("\n"));
  }

  /// The class of a lambda or method reference has a name that is made up at run time.
  private static boolean isHidden(String type) {
    return type.contains("$$Lambda");
  }

  /// The frames of the call that went on at a moment; null if none is known.
  @Nullable String at(long moment) {
    Map.Entry<Long, Call> last = calls.floorEntry(moment);
    boolean isWithin = last != null && moment <= last.getValue().end;
    return isWithin && !last.getValue().frames.isEmpty() ? last.getValue().frames : null;
  }
}
