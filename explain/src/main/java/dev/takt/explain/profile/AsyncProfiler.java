package dev.takt.explain.profile;

import java.util.Collection;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedFrame;

/// What is particular about flight recordings that async-profiler writes: `jdk.ExecutionSample`
/// there is a sample of CPU time, of any thread, with the functions of native code.
public final class AsyncProfiler {

  private static final Set<String> NATIVE = Set.of("Native", "C++", "Kernel");

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
}
