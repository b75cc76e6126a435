package dev.takt.probes.profilers.program;

import java.util.Arrays;

/// Workloads of plain Java code.
final class Loops {

  /// Results, so that no work is dead.
  static volatile long sink;

  private static final int WORDS = 1 << 14;

  private Loops() {}

  private static long sum(long[] words, long factor) {
    long sum = 0;
    for (long each : words) {
      sum = sum * factor + each;
    }
    return sum;
  }

  /// A counted loop that is inlined into its caller.
  static final class Inlined implements Workload {
    private final long[] words = new long[WORDS];

    @Override
    public void phaseA() {
      for (int i = 0; i < 5; i++) {
        sink = sum(words, 31);
      }
    }

    @Override
    public void phaseB() {
      for (int i = 0; i < 5; i++) {
        sink = sum(words, 37);
      }
    }
  }

  /// A loop in a method that is not inlined.
  static final class Called implements Workload {
    private final long[] words = new long[WORDS];

    static long calledSum(long[] words, long factor) {
      return sum(words, factor);
    }

    @Override
    public void phaseA() {
      for (int i = 0; i < 5; i++) {
        sink = calledSum(words, 31);
      }
    }

    @Override
    public void phaseB() {
      for (int i = 0; i < 5; i++) {
        sink = calledSum(words, 37);
      }
    }
  }

  /// Long straight code without a safepoint poll, and after it calls of setters that cost next to
  /// nothing. The first poll is in a setter. The compiler cannot shorten the code.
  static final class Setters implements Workload {
    private long first;
    private long second;

    private static long divide(long value, long dividend) {
      long v = dividend / (value | 1);
      v = dividend / (v | 1);
      v = dividend / (v | 3);
      v = dividend / (v | 5);
      v = dividend / (v | 7);
      v = dividend / (v | 9);
      v = dividend / (v | 11);
      return dividend / (v | 13);
    }

    private static long straight(long value, long dividend) {
      long v = divide(divide(divide(value, dividend), dividend), dividend);
      v = divide(divide(divide(v, dividend), dividend), dividend);
      v = divide(divide(divide(v, dividend), dividend), dividend);
      return divide(divide(divide(v, dividend), dividend), dividend);
    }

    void setter1(long value) {
      setter2(value);
    }

    void setter2(long value) {
      setter3(value);
    }

    void setter3(long value) {
      setter4(value);
    }

    void setter4(long value) {
      first = value;
      second += value;
    }

    @Override
    public void phaseA() {
      for (int i = 0; i < 150; i++) {
        long value = straight(first, 0x7123_4567_89ab_cdefL);
        setter1(value);
      }
    }

    @Override
    public void phaseB() {
      for (int i = 0; i < 150; i++) {
        long value = straight(second, 0x7223_4567_89ab_cdefL);
        setter1(value);
      }
    }
  }

  /// Nine calls deep the work is done, in the fifth of the nine; the innermost method is cheap.
  static final class Deep implements Workload {
    private final long[] words = new long[WORDS];

    long deep1(long factor) {
      return deep2(factor) + 1;
    }

    long deep2(long factor) {
      return deep3(factor) + 1;
    }

    long deep3(long factor) {
      return deep4(factor) + 1;
    }

    long deep4(long factor) {
      return deep5(factor) + 1;
    }

    long deep5(long factor) {
      long sum = 0;
      for (int i = 0; i < 5; i++) {
        sum += sum(words, factor);
      }
      return deep6(sum);
    }

    long deep6(long sum) {
      return deep7(sum) + 1;
    }

    long deep7(long sum) {
      return deep8(sum) + 1;
    }

    long deep8(long sum) {
      return deep9(sum) + 1;
    }

    long deep9(long sum) {
      return sum + words.length;
    }

    @Override
    public void phaseA() {
      sink = deep1(31);
    }

    @Override
    public void phaseB() {
      sink = deep1(37);
    }
  }

  /// Calls through an interface with many implementations.
  static final class Megamorphic implements Workload {

    interface Step {
      long next(long value);
    }

    private final Step[] steps = {
      v -> v * 31 + 1,
      v -> v * 33 + 2,
      v -> v * 35 + 3,
      v -> v * 37 + 4,
      v -> v * 39 + 5,
      v -> v * 41 + 6,
      v -> v * 43 + 7,
      v -> v * 45 + 8,
    };

    @Override
    public void phaseA() {
      long value = sink;
      for (int i = 0; i < 30_000; i++) {
        value = steps[i & 7].next(value);
      }
      sink = value;
    }

    @Override
    public void phaseB() {
      long value = sink;
      for (int i = 30_000; i > 0; i--) {
        value = steps[i & 7].next(value);
      }
      sink = value;
    }
  }

  /// Allocates much, and keeps some of it: most of its CPU time is its own, beside collections.
  static final class Allocating implements Workload {
    private final byte[][] kept = new byte[2_000][];
    private int next;

    private void allocate(int size) {
      for (int i = 0; i < 100; i++) {
        kept[next] = new byte[size];
        next = (next + 1) % kept.length;
      }
    }

    @Override
    public void phaseA() {
      allocate(4_000);
    }

    @Override
    public void phaseB() {
      allocate(4_100);
    }
  }

  /// Sorts with a comparison that is compiled for one order, and undone when the other comes.
  static final class Sorted implements Workload {
    private final Integer[] numbers = new Integer[1_000];

    Sorted() {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = i * 7_919 % 1_000;
      }
    }

    @Override
    public void phaseA() {
      Integer[] copy = numbers.clone();
      Arrays.sort(copy, (a, b) -> Integer.compare(a, b));
      sink = copy[0];
    }

    @Override
    public void phaseB() {
      Integer[] copy = numbers.clone();
      Arrays.sort(copy, (a, b) -> Integer.compare(b, a));
      sink = copy[0];
    }
  }
}
