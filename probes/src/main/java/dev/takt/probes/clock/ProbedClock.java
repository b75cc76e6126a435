package dev.takt.probes.clock;

import dev.takt.probes.CostMeter;
import java.time.Instant;
import java.util.function.LongSupplier;

/// Java's clocks.
public enum ProbedClock {
  /// `System.nanoTime`: monotonic.
  NANO_TIME("nanoTime") {
    @Override
    long read() {
      return System.nanoTime();
    }

    @Override
    long loop(int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += System.nanoTime();
      }
      return sum;
    }
  },
  /// `System.currentTimeMillis`: wall clock.
  CURRENT_TIME_MILLIS("currentTimeMillis") {
    @Override
    long read() {
      return System.currentTimeMillis() * 1_000_000;
    }

    @Override
    long loop(int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += System.currentTimeMillis();
      }
      return sum;
    }
  },
  /// `Instant.now`: wall clock.
  INSTANT_NOW("Instant.now") {
    @Override
    @SuppressWarnings("JavaInstantGetSecondsGetNano") // both are there
    long read() {
      Instant now = Instant.now();
      return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    @Override
    @SuppressWarnings("JavaInstantGetSecondsGetNano") // it only has to be used
    long loop(int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += Instant.now().getNano();
      }
      return sum;
    }
  };

  private final String text;

  ProbedClock(String text) {
    this.text = text;
  }

  /// Its name in Java.
  public String text() {
    return text;
  }

  /// The tag of its steps.
  public String stepTag() {
    return text + ":step";
  }

  /// The tag of the cost of a thousand reads.
  public String costTag() {
    return text + ":cost-of-" + CostMeter.OPERATIONS;
  }

  LongSupplier reader() {
    return this::read;
  }

  /// Reads the clock, in nanoseconds.
  abstract long read();

  /// Reads the clock many times.
  ///
  /// @return a value that depends on all reads
  abstract long loop(int times);
}
