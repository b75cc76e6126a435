package dev.takt.cassandra.stress.share;

import dev.takt.load.share.Share;
import java.util.SplittableRandom;

/// What one of several machines does of a line: it takes the places of the sequence that the
/// operations of its share would take if one machine sent all of them. Together, the machines take
/// each place once.
///
/// @param share of the operations
/// @param partitions of each operation, which are places next to each other
public record StressShare(Share share, int partitions) {

  /// The place of what is taken first, second and so on, from 0.
  public long place(long index) {
    return share.isWhole()
        ? index
        : share.number(index / partitions) * partitions + index % partitions;
  }

  /// How many of so many operations of the whole are of this share.
  public long countOf(long operations) {
    return share.countOf(operations);
  }

  /// Random choices, which differ from those of other machines.
  public SplittableRandom seeds(long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    return share.isWhole()
        ? seeds
        : new SplittableRandom(seeds.longs().skip(share.first()).findFirst().orElseThrow());
  }
}
