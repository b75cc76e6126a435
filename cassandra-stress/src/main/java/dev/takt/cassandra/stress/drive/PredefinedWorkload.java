package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.PartitionSource;
import dev.takt.cassandra.stress.data.TableSpec;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.share.StressShare;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.RowCount;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The operations of `write`, `read`, `mixed`, `counter_write` and `counter_read`.
final class PredefinedWorkload implements Workload {

  private static final DistributionSpec ONCE = DistributionSpec.parse("fixed(1)");
  private static final int COUNTER_BYTES = Long.BYTES;

  private final StressCommand.Run command;
  private final RunSettings settings;
  private final StressShare share;
  private final List<PredefinedOperation> operations;
  private final Consistency consistency;
  private final TableSpec table;
  private final PredefinedTables tables;
  private final PartitionSource source;
  private final PartitionSource rehearsal;
  private final SplittableRandom seeds;

  PredefinedWorkload(
      StressCommand.Run command, RunSettings settings, Setup setup, DataVersion version) {
    StressShare share = new StressShare(setup.share(), 1);
    this.command = command;
    this.settings = settings;
    this.share = share;
    this.operations =
        setup.operations().stream()
            .map(PredefinedOperation::of)
            .map(Optional::orElseThrow)
            .toList();
    this.consistency = setup.consistency();
    this.table = table(command, settings, version);
    this.tables = new PredefinedTables(settings.tables());
    this.source = Populations.source(settings.data(), ONCE, version, share::place);
    this.rehearsal = Populations.source(settings.data(), ONCE, version, share::place);
    this.seeds = share.seeds(setup.seed());
  }

  static TableSpec table(StressCommand.Run command, RunSettings settings, DataVersion version) {
    return TableSpec.predefined(
        command.operations().keySize(),
        settings.tables().columns().names(),
        settings.tables().columns().size(),
        version);
  }

  List<PredefinedOperation> operations() {
    return operations;
  }

  Consistency consistency() {
    return consistency;
  }

  int retries() {
    return settings.errors().retries();
  }

  TableSpec table() {
    return table;
  }

  /// How many value columns the tables have.
  int columns() {
    return table.values().size();
  }

  /// Whether a read must find exactly one row.
  boolean checksRows() {
    return !settings.errors().skipsReadValidation();
  }

  /// Whether a read must find the generated values.
  boolean checksValues() {
    return checksRows() && !settings.tables().columns().isSlice();
  }

  @Override
  public List<String> statements() {
    return operations.stream().map(tables::statement).toList();
  }

  @Override
  public Request newRequest(boolean isRehearsal) {
    Distribution increments = command.operations().increments().create();
    long seed;
    synchronized (seeds) {
      increments.randomize(seeds.nextLong());
      seed = seeds.nextLong();
    }
    return new PredefinedRequest(
        this, (isRehearsal ? rehearsal : source).newPicker(seed), increments);
  }

  @Override
  public long warmUps(int operation) {
    return share.countOf(WarmUp.iterations(command, settings));
  }

  @Override
  public Sample sample(int operation, int step) {
    return switch (operations.get(operation)) {
      case WRITE, COUNTER_WRITE -> new Sample(0, 0, 0);
      case READ ->
          new Sample(1, columns(), (int) settings.tables().columns().size().create().max());
      case COUNTER_READ -> new Sample(1, columns() + 1, COUNTER_BYTES);
    };
  }

  @Override
  public Optional<RowCount> rowCount(int operation) {
    return Optional.empty();
  }

  /// A counter would be incremented twice.
  @Override
  public boolean isRepeatable(int operation) {
    return operations.get(operation) != PredefinedOperation.COUNTER_WRITE;
  }
}
