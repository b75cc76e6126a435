package dev.takt.explain.profile;

import java.util.List;

/// One sample of a thread's CPU time, or several lost ones.
///
/// @param nanoTime when it was taken, on the run's clock; for lost samples, when the loss was
///   noticed
/// @param thread the sampled thread
/// @param outcome whether there is a stack
/// @param count how many samples it represents: more than one only for lost samples
/// @param weightNanos the CPU time that it represents
/// @param biased whether the top frame is that of a nearby safepoint instead of the sampled moment
/// @param frames the frames from the outermost to the innermost; empty if there is no stack
public record CpuSample(
    long nanoTime,
    SampledThread thread,
    Outcome outcome,
    long count,
    long weightNanos,
    boolean biased,
    List<String> frames) {

  /// The outcome of a sample.
  public enum Outcome {
    /// It has a stack.
    TAKEN,
    /// Its stack could not be walked.
    FAILED,
    /// It was dropped: its thread was in code of the JVM itself, or the buffer was full.
    LOST
  }

  /// The thread of a sample.
  ///
  /// @param osThread the thread id in the process's PID namespace; meaningless for a virtual thread
  /// @param name the thread's Java name
  /// @param virtual whether it is a virtual thread, which ran on a carrier
  public record SampledThread(long osThread, String name, boolean virtual) {}
}
