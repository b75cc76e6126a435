package dev.takt.explain.comparison;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.model.ThreadTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Writes run directories.
final class MadeRun {
  private long failed;

  static final long SECOND = 1_000_000_000L;
  static final Environment HERE = Environment.capture();

  private static final AtomicLong START = new AtomicLong(1_700_000_000L * SECOND);

  /// No two runs start at the same moment.
  private final ClockAnchor anchor = new ClockAnchor(0, START.getAndAdd(SECOND), 0);

  private final RunDirectory directory;
  private final IntervalLogWriter log;
  private long warmupEnd;
  private long end;
  private Map<String, Object> plan = Map.of("mode", "fixed");
  private Environment environment = HERE;
  private @Nullable RunSummary summary;
  private String mode = "fixed";
  private RunRecord.State state = RunRecord.State.FINISHED;
  private @Nullable Fleet fleet;

  MadeRun(Path path) throws IOException {
    directory = RunDirectory.create(path);
    log = IntervalLogWriter.create(directory.latencyLog(), anchor, 0);
  }

  /// Adds the values of one tag in an interval.
  MadeRun interval(String tag, long startMillis, long endMillis, long... nanos) {
    LatencyHistogram values = new LatencyHistogram();
    for (long each : nanos) {
      values.record(each);
    }
    log.write(tag, startMillis * 1_000_000, endMillis * 1_000_000, values);
    end = Math.max(end, endMillis * 1_000_000);
    return this;
  }

  MadeRun warmup(long millis) {
    warmupEnd = millis * 1_000_000;
    return this;
  }

  MadeRun plan(Map<String, Object> other) {
    plan = other;
    return this;
  }

  MadeRun environment(Environment other) {
    environment = other;
    return this;
  }

  /// Sets the mode of the summary. Must be called before [#cost].
  MadeRun mode(String other) {
    mode = other;
    return this;
  }

  MadeRun fleet(Fleet of) {
    fleet = of;
    return this;
  }

  MadeRun state(RunRecord.State other) {
    state = other;
    return this;
  }

  MadeRun stalls(Stalls stalls) throws IOException {
    directory.write(stalls);
    return this;
  }

  /// Sets how many of the operations of the next call failed.
  MadeRun failed(long operations) {
    failed = operations;
    return this;
  }

  /// Sets the costs of operations; two more were never sent.
  MadeRun cost(long generatorNanos, long sent, long inWarmup, @Nullable Long targetNanos)
      throws IOException {
    Balance balance = new Balance(sent + 2, sent - failed, failed, 0, 0, 2);
    summary =
        new RunSummary(
            RunSummary.Heading.NONE,
            new RunSummary.Execution(mode, "somewhere", null, true, SECOND),
            new RunSummary.Results(
                List.of(),
                new OperationSummary(
                    "total", null, Distribution.of(new LatencyHistogram()), null, balance, null),
                balance,
                new Balance(inWarmup, inWarmup, 0, 0, 0, 0),
                new Rate(1.0, 1.0)),
            new GeneratorReport(
                GeneratorReport.Verdict.OK,
                null,
                new GeneratorReport.StallTotals(0, 0, 0),
                new GeneratorReport.ProcessUsage(0, 0, generatorNanos),
                null,
                null,
                null,
                List.of()),
            new RunSummary.Failures(Map.of(), null),
            List.of(),
            List.of(),
            "here");
    if (targetNanos != null) {
      directory.write(
          new ThreadTimes(
              ThreadTimes.FORMAT_VERSION,
              List.of(
                  new ThreadTimes.ProcessTime(
                      Side.TARGET, 1, 0, SECOND, SECOND, targetNanos, 0, List.of()))));
    }
    return this;
  }

  /// Sets what the target's counters counted. Must be called after [#cost].
  MadeRun counted(EventCount... counts) {
    summary = Objects.requireNonNull(summary).withCounted(List.of(counts));
    return this;
  }

  RecordedRun write() throws IOException {
    log.close();
    List<Phase> phases = new ArrayList<>();
    if (warmupEnd > 0) {
      phases.add(new Phase(Phase.WARMUP, 0, warmupEnd));
    }
    phases.add(new Phase(Phase.MEASURE, warmupEnd, end));
    directory.write(
        new RunRecord(
            RunRecord.FORMAT_VERSION,
            state,
            summary,
            plan,
            environment,
            new RunRecord.TimeBase(0L, List.of(anchor)),
            RunTags.GRAMMAR,
            new RunRecord.Course(phases, fleet)));
    return RecordedRun.open(directory.path(), String.valueOf(directory.path().getFileName()));
  }
}
