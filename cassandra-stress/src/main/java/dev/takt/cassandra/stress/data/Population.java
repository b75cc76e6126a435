package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import org.jspecify.annotations.Nullable;

/// Which partitions are written and read (`-pop`), by number.
public sealed interface Population {

  /// Partitions in sequence, over all threads (`seq=`).
  ///
  /// @param first the first one
  /// @param last the last one
  /// @param wraps whether the first follows the last; otherwise the run ends
  /// @param lookback how far reads are behind the writes; null if reads take part in the sequence
  record Sequence(long first, long last, boolean wraps, @Nullable DistributionSpec lookback)
      implements Population {

    /// @throws IllegalArgumentException if the sequence is empty, or shorter than the lookback
    public Sequence {
      if (first > last) {
        throw new IllegalArgumentException("empty sequence: " + first + ".." + last);
      }
      if (lookback != null && lookback.create().max() > last - first + 1) {
        throw new IllegalArgumentException(
            "Invalid lookback distribution; max value is "
                + lookback.create().max()
                + ", but series only ranges from "
                + first
                + " to "
                + last);
      }
    }

    long size() {
      return last - first + 1;
    }
  }

  /// Partitions drawn from a distribution (`dist=`), also for writes. With `SEQ`, each thread has a
  /// sequence of its own.
  record Drawn(DistributionSpec distribution) implements Population {}
}
