package dev.takt.explain.profile;

import java.util.List;

/// One sample of a thread's CPU time, or several that were lost.
///
/// @param nanoTime when it was taken, on the run's clock; of those that were lost, when that was
///   noticed
/// @param thread whose it is
/// @param outcome whether there is a stack
/// @param count how many samples it stands for: more than one only for those that were lost
/// @param weightNanos the thread's CPU time that it stands for
/// @param biased whether the top frame is where the thread could be looked at, not where it was
/// @param frames from the outermost to the innermost; empty if there is no stack
public record CpuSample(
    long nanoTime,
    SampledThread thread,
    Outcome outcome,
    long count,
    long weightNanos,
    boolean biased,
    List<String> frames) {

  /// What came of a sample.
  public enum Outcome {
    /// It has a stack.
    TAKEN,
    /// Its stack could not be walked.
    FAILED,
    /// It was dropped: its thread was within the JVM's own code, or there was no room.
    LOST
  }

  /// The thread of a sample.
  ///
  /// @param osThread its number as its process sees it; of no meaning for a virtual one
  /// @param name as Java has it
  /// @param virtual whether a carrier's time was taken by a virtual thread
  public record SampledThread(long osThread, String name, boolean virtual) {}
}
