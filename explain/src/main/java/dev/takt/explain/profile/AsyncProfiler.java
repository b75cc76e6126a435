package dev.takt.explain.profile;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedFrame;

/// What is particular about flight recordings that async-profiler writes: `jdk.ExecutionSample`
/// there is a sample of CPU time, of any thread, with the functions of native code.
public final class AsyncProfiler {

  private static final Set<String> NATIVE = Set.of("Native", "C++", "Kernel");

  /// The outermost frame of a stack that could not be walked to its end.
  static final String CALLERS_UNKNOWN = "[callers unknown]";

  /// How async-profiler names the place where it gave up: `unknown`, `break_interpreted` and
  /// others.
  private static final Pattern BREAK = Pattern.compile("unknown|break_.*");

  private AsyncProfiler() {}

  /// Whether it wrote a recording.
  ///
  /// @param types those of the recording
  public static boolean hasWritten(Collection<EventType> types) {
    return types.stream().anyMatch(each -> each.getName().startsWith("profiler."));
  }

  /// Whether a frame of such a recording is a function of native code, and its type a library.
  public static boolean isFunction(RecordedFrame frame) {
    return NATIVE.contains(frame.getType());
  }

  /// Says in the outermost frame that the callers of the others are unknown, if async-profiler
  /// does.
  ///
  /// @param frames from the outermost to the innermost; changed
  static void markUnknownCallers(List<String> frames) {
    if (!frames.isEmpty() && BREAK.matcher(frames.getFirst()).matches()) {
      frames.set(0, CALLERS_UNKNOWN);
    }
  }
}
