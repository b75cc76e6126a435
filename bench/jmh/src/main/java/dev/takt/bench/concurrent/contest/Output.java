package dev.takt.bench.concurrent.contest;

/// Where results go: adds them up, and does not bear a wrong order.
final class Output {

  private static final int NEXT = 16;
  private static final int SUM = NEXT + 1;

  /// In the middle of an array of its own, away from what others read.
  private final long[] state = new long[2 * NEXT];

  void accept(long number, long result) {
    if (number != state[NEXT]) {
      throw new IllegalStateException(
          "result " + number + " came when " + state[NEXT] + " was next");
    }
    state[NEXT]++;
    state[SUM] += result;
  }

  /// How many results came. Of use to the only thread that calls [#accept], or after all have
  /// ended.
  long count() {
    return state[NEXT];
  }

  @Override
  public String toString() {
    return state[NEXT] + " results, sum " + state[SUM];
  }
}
