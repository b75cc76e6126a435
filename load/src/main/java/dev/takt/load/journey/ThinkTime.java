package dev.takt.load.journey;

import dev.takt.load.schedule.Durations;
import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.SinePi;
import java.util.LinkedHashMap;
import java.util.Map;

/// How long a user waits between an answer and the next step. Each time is a pure function of the
/// seed, the user and the step: it does not depend on any answer.
public sealed interface ThinkTime {

  /// The standard normal distribution's quantile of 0.99.
  double P99 = 2.3263478740408408;

  /// No think time.
  ThinkTime NONE = new Constant(0);

  /// The longest time that is drawn.
  long MAX_NANOS = 30L * 24 * 3600 * 1_000_000_000;

  /// The time for random bits, in nanoseconds.
  long nanos(long randomBits);

  /// As a plan has it.
  Object plain();

  /// Always the same time.
  record Constant(long nanos) implements ThinkTime {
    @Override
    public long nanos(long randomBits) {
      return nanos;
    }

    @Override
    public Object plain() {
      return Durations.format(nanos);
    }
  }

  /// Uniformly distributed, both ends included.
  record Uniform(long low, long high) implements ThinkTime {
    @Override
    public long nanos(long randomBits) {
      return low + Math.unsignedMultiplyHigh(Randomness.bits(randomBits, 0), high - low + 1);
    }

    @Override
    public Object plain() {
      return Map.of("uniform", Durations.format(low) + ".." + Durations.format(high));
    }
  }

  /// Its logarithm is normally distributed. Drawn by the method of Box and Muller (A Note on the
  /// Generation of Random Normal Deviates, 1958).
  record LogNormal(long median, long p99) implements ThinkTime {
    @Override
    public long nanos(long randomBits) {
      double radius =
          StrictMath.sqrt(-2 * StrictMath.log(1 - Randomness.unit(Randomness.bits(randomBits, 0))));
      double sine = SinePi.of(Randomness.unit(Randomness.bits(randomBits, 1)));
      double normal = radius * (1 - 2 * sine * sine); // the cosine of twice the angle
      double sigma = StrictMath.log((double) p99 / (double) median) / P99;
      return (long) Math.min((double) MAX_NANOS, (double) median * StrictMath.exp(sigma * normal));
    }

    @Override
    public Object plain() {
      Map<String, Object> parameters = new LinkedHashMap<>();
      parameters.put("median", Durations.format(median));
      parameters.put("p99", Durations.format(p99));
      return Map.of("lognormal", parameters);
    }
  }
}
