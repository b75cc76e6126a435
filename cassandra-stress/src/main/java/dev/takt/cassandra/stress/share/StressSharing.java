package dev.takt.cassandra.stress.share;

import dev.takt.cassandra.stress.command.Population;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.profile.ProfileOperation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether several machines can share a line, so that together they do what one would do.
///
/// @param operations of `user`; empty for other commands, whose operations have one partition
public record StressSharing(
    StressCommand.Run command, RunSettings settings, List<ProfileOperation> operations) {

  private static final DistributionSpec ONE = DistributionSpec.parse("fixed(1)");

  /// Copies the list, so that the record is immutable.
  public StressSharing {
    operations = List.copyOf(operations);
  }

  /// Why they cannot; empty if they can.
  public Optional<String> problem() {
    if (command.truncation() != StressCommand.Truncation.NEVER && command.hasWarmUp()) {
      return Optional.of(
          "truncate=: a machine could empty tables while others warm up on them; add no-warmup");
    }
    Population population = settings.data().population();
    if (population.lookback().isPresent()) {
      return Optional.of("-pop read-lookback=: a machine does not know what others have written");
    }
    if (population.distribution().filter(DistributionSpec::isSequence).isPresent()) {
      return Optional.of("-pop dist=seq(): each thread of each machine has the whole sequence");
    }
    return operations.isEmpty() ? Optional.empty() : problemOfUser();
  }

  private Optional<String> problemOfUser() {
    if (settings.data().insert().visits().create().max() > 1) {
      return Optional.of("-insert visits=: only one machine can count the visits of a partition");
    }
    if (operations.stream().anyMatch(ProfileOperation.TokenRanges.class::isInstance)) {
      return Optional.of("token range queries: each machine would read the whole table");
    }
    if (settings.data().population().sequence().isEmpty()) {
      return Optional.empty();
    }
    if (partitions().isEmpty()) {
      return Optional.of(
          "-pop seq=, the default of inserts: all operations must have the same number of"
              + " partitions");
    }
    return hasEmptyPartitions()
        ? Optional.of("-pop seq= with a cluster of 0: others replace partitions without rows")
        : Optional.empty();
  }

  /// How many partitions each operation takes; empty if that differs.
  public OptionalInt partitions() {
    Set<Long> counts = operations.stream().flatMap(this::range).collect(Collectors.toSet());
    return counts.size() == 1
        ? OptionalInt.of(Math.toIntExact(counts.iterator().next()))
        : OptionalInt.empty();
  }

  private Stream<Long> range(ProfileOperation operation) {
    Distribution partitions =
        (operation instanceof ProfileOperation.Insert(var profile)
                ? profile.insert().overriddenBy(settings.data().insert()).partitions()
                : ONE)
            .create();
    return Stream.of(partitions.min(), partitions.max());
  }

  private boolean hasEmptyPartitions() {
    return operations.stream()
        .flatMap(each -> each.profile().columns().values().stream())
        .flatMap(each -> each.cluster().stream())
        .anyMatch(each -> each.create().min() < 1);
  }
}
