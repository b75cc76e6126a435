package dev.takt.probes.profilers;

import dev.takt.explain.profile.ProfileBuilder;
import java.util.List;

/// Sampled CPU time with one stack.
///
/// @param frames the frames from the outermost to the innermost; the first and the last may say in
///   brackets what is not known, such as `[biased]`
/// @param line the line of the innermost frame that is the program's own; [#NO_LINE] if the
///   profiler does not say
/// @param nanos the CPU time that the samples stand for
/// @param samples how many they are
record Stack(List<String> frames, int line, long nanos, long samples) {

  static final int NO_LINE = -1;

  /// Copies the list, so that the record is immutable.
  Stack {
    frames = List.copyOf(frames);
  }

  /// Whether it has a frame with a name that begins so.
  boolean has(String prefix) {
    return frames.stream().anyMatch(each -> each.startsWith(prefix));
  }

  /// Where the innermost frame says that the method before it was in native code: the stack up to
  /// that method.
  Stack withoutNative() {
    boolean isNative = frames.size() > 1 && frames.getLast().equals(ProfileBuilder.NATIVE);
    return isNative ? new Stack(frames.subList(0, frames.size() - 1), line, nanos, samples) : this;
  }

  /// Whether the outermost frame says in brackets that there were others.
  boolean hasUnknownCallers() {
    return !frames.isEmpty() && frames.getFirst().startsWith("[");
  }

  String innermost() {
    return frames.isEmpty() ? "[no stack]" : frames.getLast();
  }
}
