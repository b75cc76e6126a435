package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Insert;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.profile.InsertOptions;
import dev.takt.cassandra.stress.profile.Profile;
import dev.takt.cassandra.stress.profile.ProfileOperation;
import dev.takt.cassandra.stress.profile.Profiles;
import dev.takt.cassandra.stress.profile.Query;
import dev.takt.cassandra.stress.table.QueryStatement;
import dev.takt.load.config.source.PlanException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `user` does, as far as it is known without a server. Immutable.
///
/// @param operations in the order of the plan's operations
public record UserPlan(Profiles profiles, List<ProfileOperation> operations) {

  private static final int MAX_PARTITIONS = 65_535;

  public UserPlan {
    operations = List.copyOf(operations);
  }

  /// Reads the profiles, and finds the operations in them.
  ///
  /// @param names of the operations, as `ops()` has them
  /// @param folder what names of profiles are relative to
  /// @throws IllegalArgumentException with all problems, if a profile is not valid, or an operation
  ///   is unknown or not supported
  public static UserPlan read(
      StressCommand.Run command, RunSettings settings, List<String> names, Path folder) {
    Profiles profiles;
    try {
      profiles = Profiles.read(command.operations().profiles(), folder);
    } catch (PlanException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    List<ProfileOperation> operations = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      Optional<ProfileOperation> operation = profiles.operation(name);
      operation.ifPresent(operations::add);
      operation
          .map(each -> problem(each, command, settings))
          .orElseGet(() ->
              Optional.of(
                  "unknown operation; expected one of "
                      + String.join(", ", profiles.operationNames())))
          .ifPresent(problem -> problems.add("ops(): " + name + ": " + problem));
    }
    if (profiles.profiles().size() > 1 && settings.data().insert().visits().create().max() > 1) {
      problems.add("-insert visits=: refused: more than one visit works with one profile only");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return new UserPlan(profiles, operations);
  }

  private static Optional<String> problem(
      ProfileOperation operation, StressCommand.Run command, RunSettings settings) {
    return switch (operation) {
      case ProfileOperation.Insert(Profile profile) ->
          ofInsert(profile.insert().overriddenBy(settings.data().insert()));
      case ProfileOperation.Execute(Profile profile, Query query) ->
          ofQuery(profile, query, command.serialConsistency());
      case ProfileOperation.Validate _, ProfileOperation.TokenRanges _ -> Optional.empty();
    };
  }

  private static Optional<String> ofInsert(InsertOptions insert) {
    Distribution partitions = insert.partitions().create();
    if (partitions.min() < 1 || partitions.max() > MAX_PARTITIONS) {
      return Optional.of(
          "partitions must be from 1 to " + MAX_PARTITIONS + ", found " + insert.partitions());
    }
    return insert.condition().contains("?")
        ? Optional.of("a condition with ? has no value: " + insert.condition())
        : Optional.empty();
  }

  private static Optional<String> ofQuery(Profile profile, Query query, ConsistencyLevel serial) {
    Optional<ConsistencyLevel> other = query.serialConsistency().filter(each -> each != serial);
    if (other.isPresent()) {
      return Optional.of(
          query.at().text()
              + ": serialConsistencyLevel "
              + other.get()
              + " is refused: all operations have that of the run; give serial-cl="
              + other.get());
    }
    try {
      QueryStatement statement = QueryStatement.parse(query.cql(), profile.table().keyspace());
      return statement.reading() != null && query.fields() != Query.Fields.SAMEROW
          ? Optional.of(query.at().text() + ": conditions with ? need fields: samerow")
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(query.at().text() + ": " + e.getMessage());
    }
  }

  /// How many partitions an operation has on average, which `n=` and rates count.
  ///
  /// @param shares of the operations, by the names that they were found by
  public double partitionsPerOperation(Map<String, Double> shares, Insert commandLine) {
    double partitions = 0;
    double all = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      ProfileOperation operation = profiles.operation(share.getKey()).orElseThrow();
      double each =
          operation instanceof ProfileOperation.Insert(Profile profile)
              ? (double) profile.insert().overriddenBy(commandLine).partitions().create().average()
              : 1;
      partitions += each * share.getValue();
      all += share.getValue();
    }
    return partitions / all;
  }
}
