package dev.takt.probes.profilers;

/// What a workload burnt, as it was measured.
///
/// @param aNanos CPU time of the first method
/// @param bNanos CPU time of the second method
/// @param othersNanos CPU time of all other threads of the process meanwhile
/// @param calls how often a method was called
/// @param safepoints how often all threads were stopped; -1 if unknown
/// @param stoppedNanos how long; -1 if unknown
record Truth(
    long aNanos, long bNanos, long othersNanos, long calls, long safepoints, long stoppedNanos) {

  /// The output of the program.
  ///
  /// @param words from the first number on
  /// @throws NumberFormatException if a word is not a number
  static Truth of(String[] words, int first) {
    long[] numbers = new long[words.length - first];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Long.parseLong(words[first + i]);
    }
    return new Truth(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }

  double nanosPerCall() {
    return (double) nanos() / calls;
  }

  long nanos() {
    return aNanos + bNanos;
  }
}
