package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Population.Contents;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.RowOrder;
import dev.takt.cassandra.stress.profile.Profile;
import dev.takt.cassandra.stress.profile.ProfileOperation;
import dev.takt.cassandra.stress.profile.Query;
import dev.takt.cassandra.stress.profile.TokenRangeQuery;
import dev.takt.cassandra.stress.share.FirstMachine;
import dev.takt.cassandra.stress.share.StressShare;
import dev.takt.cassandra.stress.share.StressSharing;
import dev.takt.cassandra.stress.table.ProfileTable;
import dev.takt.cassandra.stress.table.TableColumn;
import dev.takt.cassandra.stress.table.TokenRanges;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Makes the workload of `user`, and the tables that it needs.
final class UserSetup {

  private final StressCommand.Run command;
  private final RunSettings settings;
  private final Setup setup;
  private final Optional<DataVersion> given;
  private final Map<Profile, ProfileTable> tables = new HashMap<>();

  /// @param given the version whose data are written and read; empty for the one that is found
  UserSetup(
      StressCommand.Run command, RunSettings settings, Setup setup, Optional<DataVersion> given) {
    this.command = command;
    this.settings = settings;
    this.setup = setup;
    this.given = given;
  }

  /// Makes what is missing in the database, and the workload.
  ///
  /// @throws DriverException if the database refuses that, or a table or a query cannot be used
  Workload open(UserPlan plan) throws DriverException {
    FirstMachine first = new FirstMachine(setup);
    UserSchema schema = new UserSchema(setup.database(), setup.progress());
    first.make(UserSchema.made(plan.profiles()), () -> schema.create(plan.profiles()));
    if (command.truncation() != StressCommand.Truncation.NEVER && first.isThis()) {
      schema.truncate(plan.profiles());
    }
    Set<Profile> profiles = new LinkedHashSet<>();
    plan.operations().forEach(each -> profiles.add(each.profile()));
    DataVersion version = given.isPresent() ? given.get() : find(profiles);
    for (Profile each : profiles) {
      tables.put(each, table(each, version, setup.progress()));
    }
    List<UserOperation> operations = new ArrayList<>();
    int statements = 0;
    for (ProfileOperation each : plan.operations()) {
      UserOperation operation = operation(each, statements);
      operations.add(operation);
      statements += operation.statements().size();
    }
    int partitions = new StressSharing(command, settings, plan.operations()).partitions().orElse(1);
    return new UserWorkload(
        command,
        settings,
        operations,
        version,
        new StressShare(setup.share(), partitions),
        setup.seed());
  }

  private DataVersion find(Set<Profile> profiles) throws DriverException {
    List<StressData.Table> probed = new ArrayList<>();
    for (Profile each : profiles) {
      probed.add(
          new StressData.Table(
              each.table().toString(),
              table(each, DataVersion.V4, _ -> {}).spec(),
              table(each, DataVersion.V3, _ -> {}).spec()));
    }
    return new StressData(setup, settings, probed).find();
  }

  private UserOperation operation(ProfileOperation operation, int firstStatement)
      throws DriverException {
    ProfileTable table = Objects.requireNonNull(tables.get(operation.profile()));
    return switch (operation) {
      case ProfileOperation.Insert(Profile profile) -> insert(profile, table, firstStatement);
      case ProfileOperation.Execute(_, Query query) ->
          UserQuery.of(query, table, setup.database(), setup.consistency(), firstStatement);
      case ProfileOperation.Validate(Profile profile) -> validation(profile, table, firstStatement);
      case ProfileOperation.TokenRanges(_, TokenRangeQuery query) ->
          new UserTokenRanges(query, table, tokenRanges(), setup.consistency(), firstStatement);
    };
  }

  private UserOperation insert(Profile profile, ProfileTable table, int statement)
      throws DriverException {
    UserInsert insert =
        new UserInsert(
            table,
            profile.insert().overriddenBy(settings.data().insert()),
            setup.consistency(),
            statement);
    setup.progress().accept(insert.sizes(settings.data().insert().visits()));
    return insert;
  }

  private UserOperation validation(Profile profile, ProfileTable table, int firstStatement)
      throws DriverException {
    UserValidation validation =
        new UserValidation(
            table,
            profile.insert().overriddenBy(settings.data().insert()),
            settings.data().insert().visits().create().max() > 1,
            setup.consistency(),
            firstStatement);
    Optional<String> problem = validation.problem();
    if (problem.isPresent()) {
      throw new DriverException(table.name() + ": validate: " + problem.get());
    }
    if (!validation.ignored().isEmpty()) {
      setup
          .progress()
          .accept(
              table.name()
                  + ": validate does not compare "
                  + String.join(", ", validation.ignored())
                  + ", which cannot be generated again");
    }
    return validation;
  }

  /// At least as many as there are threads.
  private TokenRanges tokenRanges() throws DriverException {
    return TokenRanges.of(
        TokenRanges.readTokens(setup.database()),
        settings.data().tokenRange(),
        settings.rate().maxThreads());
  }

  private ProfileTable table(Profile profile, DataVersion version, Consumer<String> notes)
      throws DriverException {
    return ProfileTable.of(
        profile,
        TableColumn.read(setup.database(), profile.table()),
        new ProfileTable.Settings(order(), version, settings.errors().skipsUnsupportedColumns()),
        notes);
  }

  private RowOrder order() {
    return settings
        .data()
        .population()
        .contents()
        .map(each -> each == Contents.SORTED ? RowOrder.SORTED : RowOrder.SHUFFLED)
        .orElse(RowOrder.ARBITRARY);
  }
}
