package dev.takt.probes.profilers;

import java.util.List;

/// Sampled CPU time with one stack.
///
/// @param frames the frames from the outermost to the innermost; the innermost may say in brackets
///   what is not known, such as `[biased]`
/// @param nanos the CPU time that the samples stand for
/// @param samples how many they are
record Stack(List<String> frames, long nanos, long samples) {

  /// Copies the list, so that the record is immutable.
  Stack {
    frames = List.copyOf(frames);
  }

  String innermost() {
    return frames.isEmpty() ? "[no stack]" : frames.getLast();
  }
}
