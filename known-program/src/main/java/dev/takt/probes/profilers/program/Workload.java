package dev.takt.probes.profilers.program;

/// Two methods that burn CPU time. How much each of them burns is measured, so a profile of them is
/// known. The methods are not inlined; what they call is as the JVM decides, except where a
/// workload says otherwise.
///
/// Implementations are named after what they show, and their methods do equal work, so that no
/// profiler can be right by chance.
public interface Workload {

  /// Burns some 100 µs. Not inlined.
  void phaseA();

  /// Burns some 100 µs. Not inlined.
  void phaseB();

  /// The CPU time of the threads that burn so far, in nanoseconds. Called by the thread that calls
  /// the methods.
  default long cpuNanos() {
    return CurrentThread.cpuNanos();
  }

  /// Whether its methods wait instead of burning, so that their turns end by the wall clock.
  default boolean isWaiting() {
    return false;
  }
}
