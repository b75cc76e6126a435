package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.data.PartitionSource;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.share.StressShare;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.RowCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The operations of `user`.
final class UserWorkload implements Workload {

  private final StressCommand.Run command;
  private final RunSettings settings;
  private final StressShare share;
  private final List<UserOperation> operations;
  private final List<UserOperation> rehearsed;

  /// All operations of all profiles take their partitions from here.
  private final PartitionSource source;

  private final PartitionSource rehearsal;
  private final SplittableRandom seeds;

  /// By operation.
  private final List<StressRequest.RowCounter> counters;

  /// @param version decides which partitions there are
  /// @param share what this generator does of the line
  /// @param seed of random choices
  UserWorkload(
      StressCommand.Run command,
      RunSettings settings,
      List<UserOperation> operations,
      DataVersion version,
      StressShare share,
      long seed) {
    this.command = command;
    this.settings = settings;
    this.share = share;
    this.operations = List.copyOf(operations);
    this.rehearsed = operations.stream().map(UserOperation::forRehearsal).toList();
    DistributionSpec visits = settings.data().insert().visits();
    this.source = Populations.source(settings.data(), visits, version, share::place);
    this.rehearsal = Populations.source(settings.data(), visits, version, share::place);
    this.seeds = share.seeds(seed);
    this.counters = operations.stream().map(_ -> new StressRequest.RowCounter()).toList();
  }

  @Override
  public List<String> statements() {
    return operations.stream().flatMap(each -> each.statements().stream()).toList();
  }

  @Override
  public Request newRequest(boolean isRehearsal) {
    SplittableRandom own;
    synchronized (seeds) {
      own = seeds.split();
    }
    PartitionPicker picker = (isRehearsal ? rehearsal : source).newPicker(own.nextLong());
    int retries = settings.errors().retries();
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      UserOperation operation = operations.get(i);
      StressRequest request =
          (isRehearsal ? rehearsed.get(i) : operation).newRequest(picker, retries, own);
      if (!isRehearsal) {
        request.countInto(counters.get(i));
      }
      requests.add(request);
    }
    return new UserRequest(requests);
  }

  @Override
  public Optional<RowCount> rowCount(int operation) {
    return Optional.of(counters.get(operation).count());
  }

  @Override
  public void whenDone(Runnable end) {
    operations.forEach(each -> each.whenDone(end));
  }

  @Override
  public long warmUps(int operation) {
    return share.countOf(WarmUp.iterations(command, settings));
  }

  @Override
  public Sample sample(int operation, int step) {
    return operations.get(operation).sample(step);
  }

  @Override
  public boolean isRepeatable(int operation) {
    return operations.get(operation).isRepeatable();
  }
}
