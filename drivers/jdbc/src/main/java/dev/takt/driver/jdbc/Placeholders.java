package dev.takt.driver.jdbc;

import dev.takt.load.workload.Randomness;
import java.util.function.Function;

/// Makes values.
final class Placeholders implements Function<String, SqlValue> {
  private final long seed;
  private final int operation;
  private int purpose;

  Placeholders(long seed, int operation) {
    this.seed = seed;
    this.operation = operation;
  }

  @Override
  public SqlValue apply(String placeholder) {
    int mine = ++purpose + operation * 100;
    if (!placeholder.startsWith("{uniform:")) {
      throw new IllegalArgumentException("unknown placeholder " + placeholder);
    }
    String[] range = placeholder.substring(9, placeholder.length() - 1).split("\\.\\.", -1);
    long low = Long.parseLong(range[0]);
    long high = Long.parseLong(range[1]);
    return new SqlValue() {
      @Override
      public boolean isNumeric() {
        return true;
      }

      @Override
      public long longValue(long n) {
        return Randomness.uniform(seed, n, mine, low, high);
      }

      @Override
      public void appendTo(StringBuilder out, long n) {
        out.append(longValue(n));
      }
    };
  }
}
