package dev.takt.watch.locks;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/// Formats stack traces: a line for each frame, the innermost first, without the lock
/// implementation at the top.
///
/// Threads wait in few places, so equal texts share one object. Stack trace objects that a
/// recording shares are formatted once.
final class Frames {

  private static final int MAX_FRAMES = 12;
  private static final int MAX_CACHED = 10_000;

  private static final Set<String> LOCK_INTERNALS =
      Set.of(
          "jdk.internal.misc.Unsafe",
          "sun.misc.Unsafe",
          "java.util.concurrent.locks.LockSupport",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer",
          "java.util.concurrent.locks.AbstractQueuedLongSynchronizer");

  private static final String AGENT_HOOKS = "dev.takt.agent.locks.boot.";

  private final IdentityHashMap<RecordedStackTrace, String> cache = new IdentityHashMap<>();
  private final Map<String, String> texts = new HashMap<>();

  /// Formats the stack of an event; null if it has none.
  @Nullable String of(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null || stack.getFrames().isEmpty()) {
      return null;
    }
    String known = cache.get(stack);
    if (known != null) {
      return known;
    }
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    String text = text(stack.getFrames());
    String same = texts.putIfAbsent(text, text);
    String one = same == null ? text : same;
    cache.put(stack, one);
    return one;
  }

  private static String text(List<RecordedFrame> frames) {
    StringBuilder text = new StringBuilder();
    int lines = 0;
    boolean inside = true;
    for (RecordedFrame frame : frames) {
      inside = inside && isLockInternal(type(frame));
      if (inside) {
        continue;
      }
      text.append(lines == 0 ? "" : "\n").append(line(frame));
      if (++lines == MAX_FRAMES) {
        break;
      }
    }
    return text.toString();
  }

  /// Whether a class is part of the lock implementation, not of the code that waits.
  static boolean isLockInternal(String type) {
    return LOCK_INTERNALS.contains(type) || type.startsWith(AGENT_HOOKS);
  }

  static String type(RecordedFrame frame) {
    return frame.getMethod().getType().getName();
  }

  private static String line(RecordedFrame frame) {
    String method = type(frame) + '.' + frame.getMethod().getName();
    return frame.getLineNumber() > 0 ? method + ':' + frame.getLineNumber() : method;
  }
}
