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
}
