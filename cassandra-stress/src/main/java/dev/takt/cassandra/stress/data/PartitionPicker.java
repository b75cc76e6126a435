package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Chooses partitions for one thread. Allocates nothing, unless partitions are written in several
/// visits or reads look back.
public final class PartitionPicker {

  private final PartitionSource source;
  private final @Nullable Distribution drawn;
  private final @Nullable Distribution lookback;
  private final Distribution visits;
  private final Distribution revisit;
  private final long oldest;

  PartitionPicker(PartitionSource source, long randomSeed) {
    this.source = source;
    SplittableRandom seeds = new SplittableRandom(randomSeed);
    this.visits = started(source.visits(), seeds);
    this.revisit = started(source.revisit(), seeds);
    this.oldest = revisit.max();
    this.drawn =
        source.population() instanceof Population.Drawn(DistributionSpec distribution)
            ? started(distribution, seeds)
            : null;
    this.lookback =
        source.population() instanceof Population.Sequence sequence && sequence.lookback() != null
            ? started(sequence.lookback(), seeds)
            : null;
  }

  private static Distribution started(DistributionSpec spec, SplittableRandom seeds) {
    Distribution distribution = spec.create();
    distribution.randomize(seeds.nextLong());
    return distribution;
  }

  /// Chooses the partition of a write: an unfinished one or a new one.
  ///
  /// @return false if the sequence has ended
  public boolean nextWrite(PartitionVisit visit) {
    if (source.hasRevisits()) {
      UnfinishedPartition again = source.unfinished().get(oldest - revisit.next());
      if (again != null) {
        visit.set(again);
        return true;
      }
    }
    if (!nextInPopulation(visit)) {
      return false;
    }
    int count = (int) visits.next();
    if (count > 1) {
      visit.set(
          source.unfinished().add(new UnfinishedPartition(visit.seed(), visit.number(), count)));
    }
    return true;
  }

  /// Chooses the partition of a read.
  ///
  /// @return false if the sequence has ended
  public boolean nextRead(PartitionVisit visit) {
    if (!(lookback == null ? nextInPopulation(visit) : nextBehindWrites(visit, lookback))) {
      return false;
    }
    if (source.hasRevisits()) {
      UnfinishedPartition unfinished = source.unfinished().find(visit.seed());
      if (unfinished != null) {
        visit.set(unfinished);
      }
    }
    return true;
  }

  private boolean nextInPopulation(PartitionVisit visit) {
    if (drawn != null) {
      visit.set(source.seedOf(drawn.next()), 0);
      return true;
    }
    Population.Sequence sequence = (Population.Sequence) source.population();
    long place = source.nextPlace();
    if (place >= sequence.size() && !sequence.wraps()) {
      return false;
    }
    visit.set(source.seedOf(sequence.first() + place % sequence.size()), place);
    return true;
  }

  /// cassandra-stress 4.0 and later read the same partition again and again here: they do not
  /// multiply the seeds of these reads, and never notice that a partition has been written.
  private boolean nextBehindWrites(PartitionVisit visit, Distribution distance) {
    Population.Sequence sequence = (Population.Sequence) source.population();
    long written = Math.min(source.written().get(), sequence.size());
    long back = distance.next();
    long place = written - back;
    if (place < 0) {
      if (written == sequence.size() && !sequence.wraps()) {
        return false;
      }
      place = written == 0 ? 0 : back % written;
    }
    visit.set(source.seedOf(sequence.first() + place), place);
    return true;
  }

  /// Must be called after each write, successful or not.
  public void finishWrite(PartitionVisit visit) {
    UnfinishedPartition unfinished = visit.unfinished();
    if (unfinished != null && visit.isLast()) {
      source.unfinished().remove(unfinished);
    }
    if (lookback != null) {
      source.written().add(visit.number());
    }
  }
}
