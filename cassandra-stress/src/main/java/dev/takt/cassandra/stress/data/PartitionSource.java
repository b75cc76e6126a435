package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/// Chooses the partitions of a run, for all its threads: each takes a [PartitionPicker] of its own.
public final class PartitionSource {

  private final Population population;
  private final DistributionSpec visits;
  private final DistributionSpec revisit;
  private final long seedMultiplier;
  private final boolean hasRevisits;
  private final LongUnaryOperator places;
  private final AtomicLong next = new AtomicLong();
  private final RevisitSet unfinished = new RevisitSet();
  private final WrittenMark written = new WrittenMark();

  /// The source of a run on one machine.
  public PartitionSource(
      Population population,
      DistributionSpec visits,
      DistributionSpec revisit,
      DataVersion version) {
    this(population, visits, revisit, version, LongUnaryOperator.identity());
  }

  /// @param visits in how many operations a partition is written (`-insert visits=`)
  /// @param revisit which unfinished partition is visited, the highest number being the oldest one
  ///   (`-insert revisit=`)
  /// @param places the place in a sequence of what is taken first, second and so on, from 0: where
  ///   several machines share it, each has places of its own
  /// @throws IllegalArgumentException if `revisit` has negative numbers or more than 2^31
  public PartitionSource(
      Population population,
      DistributionSpec visits,
      DistributionSpec revisit,
      DataVersion version,
      LongUnaryOperator places) {
    this.population = population;
    this.places = places;
    this.visits = visits;
    this.revisit = revisit;
    Distribution revisited = revisit.create();
    long range = revisited.max() - revisited.min() + 1;
    if (revisited.min() < 0 || range > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("sample range is invalid: " + revisit);
    }
    this.seedMultiplier = version.seedMultiplier(range);
    this.hasRevisits = visits.create().max() > 1;
  }

  /// A picker for one thread.
  ///
  /// @param randomSeed decides what it draws
  public PartitionPicker newPicker(long randomSeed) {
    return new PartitionPicker(this, randomSeed);
  }

  Population population() {
    return population;
  }

  DistributionSpec visits() {
    return visits;
  }

  DistributionSpec revisit() {
    return revisit;
  }

  /// Whether there can be partitions that are written in several visits.
  boolean hasRevisits() {
    return hasRevisits;
  }

  /// The next place in the sequence, from 0.
  long nextPlace() {
    return places.applyAsLong(next.getAndIncrement());
  }

  /// The seed of a partition, by its number in the population.
  public long seedOf(long partition) {
    return partition * seedMultiplier;
  }

  RevisitSet unfinished() {
    return unfinished;
  }

  WrittenMark written() {
    return written;
  }
}
