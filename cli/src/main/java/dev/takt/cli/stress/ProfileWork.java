package dev.takt.cli.stress;

import dev.takt.cli.render.stress.WorkCounter;
import dev.takt.lab.RunSession;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.RowCount;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The partitions and rows that the operations of profiles have read or written since the end of
/// the warm-up, as the driver counts them.
final class ProfileWork implements WorkCounter {

  private static final RowCount NOTHING = new RowCount(0, 0);

  private final List<String> operations;

  /// By operation: the counts at the end of the warm-up.
  private final Map<String, RowCount> beforeMeasuring = new ConcurrentHashMap<>();

  private @Nullable RunSession session;

  /// @param operations of the plan, in its order
  ProfileWork(List<String> operations) {
    this.operations = List.copyOf(operations);
  }

  /// Counts the work of a run.
  ///
  /// @return notices the end of the warm-up
  RecordingListener counting(RunSession run, Duration warmup) {
    session = run;
    return new WarmUpEnd(this, warmup.toNanos());
  }

  @Override
  public Work of(String operation, long completed) {
    RowCount all = rowCount(operation);
    RowCount before = beforeMeasuring.getOrDefault(operation, NOTHING);
    return new Work(all.partitions() - before.partitions(), all.rows() - before.rows());
  }

  private RowCount rowCount(String operation) {
    Driver driver = session == null ? null : session.driver();
    int index = operations.indexOf(operation);
    return driver == null ? NOTHING : driver.rowCount(index).orElse(NOTHING);
  }

  private record WarmUpEnd(ProfileWork work, long warmupNanos) implements RecordingListener {

    @Override
    public void recorded(RunTags.Tag tag, LatencyHistogram interval) {}

    @Override
    public void intervalEnded(
        Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
      if (progress.elapsedNanos() <= warmupNanos) {
        work.operations.forEach(each -> work.beforeMeasuring.put(each, work.rowCount(each)));
      }
    }
  }
}
