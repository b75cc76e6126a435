package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider;
import dev.takt.load.driver.DriverException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Registers the workloads of cassandra-stress.
public final class StressWorkloads implements WorkloadProvider {

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
      Set<String> expected = new TreeSet<>(run.operations().shares().keySet());
      expected.removeIf(name -> run.operations().shares().get(name) == 0);
      return expected.equals(Set.copyOf(operations))
          ? Optional.empty()
          : Optional.of(
              "expected operations with these names: "
                  + String.join(", ", expected)
                  + "; found "
                  + String.join(", ", operations));
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Workload open(Setup setup) throws DriverException {
    StressSettings settings = StressSettings.parse(List.of(setup.text()));
    StressCommand.Run command = (StressCommand.Run) settings.command();
    RunSettings run = settings.run().orElseThrow();
    PredefinedSchema schema = new PredefinedSchema(setup, run);
    if (command.isLoad()) {
      schema.create();
    }
    if (command.truncation() != StressCommand.Truncation.NEVER) {
      schema.truncate();
    }
    Optional<DataVersion> given = StressData.parse(setup.version());
    DataVersion version =
        given.isPresent() ? given.get() : new StressData(setup, command, run).find();
    return new PredefinedWorkload(
        command,
        run,
        setup.operations().stream()
            .map(PredefinedOperation::of)
            .map(Optional::orElseThrow)
            .toList(),
        setup.consistency(),
        version,
        setup.seed());
  }
}
