package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.List;
import java.util.Optional;

/// `-pop`: which partitions.
///
/// @param sequence seeds in order, over all threads
/// @param distribution seeds at random, without a sequence
/// @param wraps whether the sequence starts again after its last seed
/// @param lookback how far behind the writes the reads are
public record Population(
    Optional<SeedRange> sequence,
    Optional<DistributionSpec> distribution,
    boolean wraps,
    Optional<DistributionSpec> lookback,
    Optional<Contents> contents) {

  /// Seeds from the first to the last, both inclusive.
  public record SeedRange(long first, long last) {

    public SeedRange {
      if (first > last) {
        throw new IllegalArgumentException("the first is above the last");
      }
    }
  }

  /// The order of rows within a generated partition; by default arbitrary, but always the same.
  public enum Contents {
    SORTED,
    SHUFFLED
  }

  private static final Suboption<SeedRange> SEQ = option("seq=", ValueForm.SEEDS);
  private static final Suboption<String> NO_WRAP = flag("no-wrap");
  private static final Suboption<DistributionSpec> LOOKBACK =
      option("read-lookback=", ValueForm.DISTRIBUTION);
  private static final Suboption<DistributionSpec> DIST = option("dist=", ValueForm.DISTRIBUTION);
  private static final Suboption<Contents> CONTENTS =
      option("contents=", ValueForm.oneOf(Contents.class));

  static final OptionGroup GROUP =
      OptionGroup.of("-pop", SEQ, NO_WRAP, LOOKBACK, DIST, CONTENTS)
          .alternatives(List.of(List.of(SEQ, NO_WRAP, LOOKBACK), List.of(DIST)));

  static Population from(Values values, StressCommand.Run command) {
    values.requireWith(NO_WRAP, SEQ);
    values.requireWith(LOOKBACK, SEQ);
    Optional<SeedRange> sequence = values.get(SEQ);
    Optional<DistributionSpec> distribution = values.get(DIST);
    if (sequence.isEmpty() && distribution.isEmpty()) {
      long last =
          command.length() instanceof RunLength.Count(long count) && count > 0 ? count : 1_000_000;
      if (command.isLoad()) {
        sequence = Optional.of(new SeedRange(1, last));
      } else {
        distribution = Optional.of(DistributionSpec.parse("GAUSSIAN(1.." + last + ")"));
      }
    }
    return new Population(
        sequence,
        distribution,
        sequence.isPresent() && !values.has(NO_WRAP),
        values.get(LOOKBACK),
        values.get(CONTENTS));
  }
}
