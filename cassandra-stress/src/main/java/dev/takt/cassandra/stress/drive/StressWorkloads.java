package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.profile.ProfileOperation;
import dev.takt.cassandra.stress.share.FirstMachine;
import dev.takt.cassandra.stress.share.StressSharing;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider;
import dev.takt.load.driver.DriverException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Registers the workloads of cassandra-stress.
public final class StressWorkloads implements WorkloadProvider {

  /// What names of profiles are relative to.
  private static final Path DIRECTORY = Path.of("");

  /// For the service loader.
  public StressWorkloads() {}

  @Override
  public Optional<String> problem(String text, String version, List<String> operations) {
    try {
      var _ = StressData.parse(version);
      StressSettings settings = StressSettings.parse(List.of(text));
      if (!(settings.command() instanceof StressCommand.Run run)) {
        return Optional.of("expected a command that drives a server, such as write n=1M");
      }
      Set<String> expected = new TreeSet<>(run.operations().active());
      if (!expected.equals(Set.copyOf(operations))) {
        return Optional.of(
            "expected operations with these names: "
                + String.join(", ", expected)
                + "; found "
                + String.join(", ", operations));
      }
      if (run.name() == CommandName.USER) {
        var _ = UserPlan.read(run, settings.run().orElseThrow(), operations, DIRECTORY);
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Optional<String> sharingProblem(String text, List<String> operations) {
    StressSettings settings = StressSettings.parse(List.of(text));
    StressCommand.Run command = (StressCommand.Run) settings.command();
    RunSettings run = settings.run().orElseThrow();
    List<ProfileOperation> ofProfiles =
        command.name() == CommandName.USER
            ? UserPlan.read(command, run, operations, DIRECTORY).operations()
            : List.of();
    return new StressSharing(command, run, ofProfiles).problem();
  }

  @Override
  public Workload open(Setup setup) throws DriverException {
    StressSettings settings = StressSettings.parse(List.of(setup.text()));
    StressCommand.Run command = (StressCommand.Run) settings.command();
    RunSettings run = settings.run().orElseThrow();
    boolean truncates = command.truncation() != StressCommand.Truncation.NEVER;
    // Another machine may be about to empty the tables: what they have would decide nothing.
    Optional<DataVersion> given =
        StressData.parse(setup.version())
            .or(() -> truncates ? Optional.of(DataVersion.V4) : Optional.empty());
    if (command.name() == CommandName.USER) {
      UserPlan plan = UserPlan.read(command, run, setup.operations(), DIRECTORY);
      return new UserSetup(command, run, setup, given).open(plan);
    }
    PredefinedSchema schema = new PredefinedSchema(setup, run);
    if (command.isLoad()) {
      schema.create();
    }
    if (truncates && new FirstMachine(setup).isThis()) {
      schema.truncate();
    }
    DataVersion version =
        given.isPresent()
            ? given.get()
            : new StressData(setup, run, List.of(schema.probed(command))).find();
    return new PredefinedWorkload(command, run, setup, version);
  }
}
