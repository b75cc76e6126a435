package dev.takt.probes.interthread;

import java.util.List;

/// What was measured in several JVMs, one after the other.
///
/// @param jvms in the order of their measurement; fewer than asked for if it was ended early
public record InterthreadComparison(List<Measured> jvms) {

  /// What was measured in one JVM.
  ///
  /// @param jvm the version of its JDK, and its options
  /// @param messages how many there were
  /// @param disturbed whether other processes took the processors of the threads; one sentence, or
  ///   none
  public record Measured(
      String jvm, InterthreadResult.MessageCounts messages, List<String> disturbed) {}
}
