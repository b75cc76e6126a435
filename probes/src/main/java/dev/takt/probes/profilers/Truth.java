package dev.takt.probes.profilers;

/// What a workload burnt, as it was measured.
///
/// @param aNanos CPU time of the first method
/// @param bNanos CPU time of the second method
/// @param calls how often a method was called
/// @param wallNanos how long it took
/// @param othersNanos CPU time of all other threads of the process meanwhile
/// @param jvmNanos CPU time of the threads that collect, compile, and do other work of the JVM
/// @param safepoints how often all threads were stopped; -1 if unknown
/// @param stoppedNanos how long; -1 if unknown
record Truth(
    long aNanos,
    long bNanos,
    long calls,
    long wallNanos,
    long othersNanos,
    long jvmNanos,
    long safepoints,
    long stoppedNanos) {

  /// How many numbers the program prints.
  static final int NUMBERS = 8;

  /// The output of the program.
  ///
  /// @param words from the first number on
  /// @throws NumberFormatException if a word is not a number
  static Truth of(String[] words, int first) {
    long[] n = new long[NUMBERS];
    for (int i = 0; i < n.length; i++) {
      n[i] = Long.parseLong(words[first + i]);
    }
    return new Truth(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
  }

  double nanosPerCall() {
    return (double) nanos() / calls;
  }

  long nanos() {
    return aNanos + bNanos;
  }
}
