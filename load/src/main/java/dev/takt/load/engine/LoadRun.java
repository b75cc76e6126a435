package dev.takt.load.engine;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.wire.WireTransport;
import dev.takt.record.ClockAnchor;
import dev.takt.record.IntervalLogWriter;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.Environment;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.OperationTraceWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run, from the generator's own warm-up to the summary.
public final class LoadRun {

  /// Time for all threads to be ready when the schedule starts.
  private static final long LEAD_NANOS = 5_000_000;

  private final LoadSettings settings;
  private final RunDirectory directory;
  private final Progress.Listener listener;
  private final List<String> storageFailures = new ArrayList<>();

  private volatile boolean stopped;
  private volatile @Nullable Ending ending;
  private volatile @Nullable Sender sender;
  private @Nullable SummaryBuilder results;

  /// A run that is not started yet.
  public LoadRun(LoadSettings settings, RunDirectory directory, Progress.Listener listener) {
    this.settings = settings;
    this.directory = directory;
    this.listener = listener;
  }

  /// Runs to the end; to be called once. The files of the run directory are complete when it
  /// returns.
  ///
  /// A file that cannot be written any more once the run is under way does not end it: see
  /// [#storageFailures].
  ///
  /// @throws IOException if the run directory cannot be written
  /// @throws DriverException if the target cannot be reached
  public RunSummary run() throws IOException, DriverException, InterruptedException {
    RunRecord record = RunRecord.started(settings.plan(), Environment.capture());
    directory.write(record);
    try {
      RunSummary summary = measure(record);
      return summary;
    } catch (DriverException | RuntimeException e) {
      directory.write(record.ended(RunRecord.State.FAILED, null));
      throw e;
    }
  }

  private RunSummary measure(RunRecord record)
      throws IOException, DriverException, InterruptedException {
    if (settings.selfWarmupNanos() > 0) {
      listener.progressed(LiveView.selfWarmup(settings.selfWarmupNanos()));
      new SelfWarmup(settings).run();
    }
    GeneratorWatch watch = new GeneratorWatch();
    Sender senders = senders();
    senders.prepare();
    sender = senders;

    long origin = System.nanoTime() + LEAD_NANOS;
    long scheduleEnd = scheduleEnd(origin);
    Ending end = new Ending(scheduleEnd, settings.drainNanos());
    ending = end;
    if (stopped) {
      end.stop(origin);
    }
    StallLog stalls = new StallLog();
    RunRecord running = record.withPhases(origin, phases(origin, scheduleEnd));
    ClockAnchor anchor = ClockAnchor.now();
    try (IntervalLogWriter log = IntervalLogWriter.create(directory.latencyLog(), anchor, origin);
        OperationTraceWriter trace =
            new OperationTraceWriter(
                directory.operationTrace(), settings.operations(), origin, settings.traceLimit())) {
      RecorderRegistry registry = new RecorderRegistry();
      watch.begin();
      senders.start(
          origin,
          end,
          new Recording(settings.mode(), settings.operations(), registry, trace, stalls));
      directory.write(running);
      Reporter reporter =
          new Reporter(
              settings, senders, end, origin, new Intervals(registry, log), trace, listener);
      reporter.followToTheEnd();
      return finish(running, senders, reporter, end, stalls, watch.spent(), origin);
    }
  }

  private Sender senders() {
    return switch (settings.driver()) {
      case BlockingDriver blocking ->
          new WorkerSender(
              blocking,
              this::source,
              settings.workload(),
              settings.pacing(),
              settings.warmupNanos(),
              settings.workers(),
              settings.virtualWorkers());
      case WireDriver wire -> loops(slots -> WireTransport.connect(wire, slots));
      case AsyncDriver async -> loops(async::open);
    };
  }

  private LoopSender loops(LoopSender.Opener opener) {
    return new LoopSender(
        opener,
        this::demand,
        settings.workload(),
        settings.pacing(),
        settings.timeoutNanos(),
        settings.warmupNanos(),
        settings.threads(),
        settings.connections());
  }

  private WorkSource source(long origin) {
    return settings.mode().hasSchedule()
        ? new WorkSource.Scheduled(settings.requireSchedule(), origin)
        : new WorkSource.Unlimited(settings.count(), origin);
  }

  private Demand demand(int shard, int shards, long origin) {
    return settings.mode().hasSchedule()
        ? new Demand.Scheduled(settings.requireSchedule(), shard, shards, origin)
        : new Demand.Unlimited(settings.count(), shard, shards, origin);
  }

  /// A schedule without a length of its own ends with its last arrival.
  private long scheduleEnd(long origin) {
    long length = settings.durationNanos();
    if (settings.mode().hasSchedule()) {
      Schedule schedule = settings.requireSchedule();
      length = Math.min(length, schedule.durationNanos());
      if (length == Long.MAX_VALUE && settings.count() != Long.MAX_VALUE) {
        length = lengthOfAll(schedule);
      }
    }
    return length == Long.MAX_VALUE ? Long.MAX_VALUE : origin + length;
  }

  /// From the start to one mean gap after the last arrival, so that `n` arrivals at a rate take `n
  /// / rate`.
  private static long lengthOfAll(Schedule schedule) {
    Arrivals arrivals = schedule.arrivals();
    long last = 0;
    long count = 0;
    for (long next = arrivals.next(); next != Arrivals.END; next = arrivals.next()) {
      last = next;
      count++;
    }
    return last + Math.max(1, last / Math.max(1, count - 1));
  }

  private List<RunRecord.Phase> phases(long origin, long scheduleEnd) {
    long measured = origin + settings.warmupNanos();
    Long end = scheduleEnd == Long.MAX_VALUE ? null : scheduleEnd;
    RunRecord.Phase measure = new RunRecord.Phase(RunRecord.Phase.MEASURE, measured, end);
    return settings.warmupNanos() == 0
        ? List.of(measure)
        : List.of(new RunRecord.Phase(RunRecord.Phase.WARMUP, origin, measured), measure);
  }

  private RunSummary finish(
      RunRecord record,
      Sender senders,
      Reporter reporter,
      Ending end,
      StallLog stalls,
      GeneratorWatch.Spent spent,
      long origin)
      throws IOException {
    long now = System.nanoTime();
    SummaryBuilder builder = new SummaryBuilder(settings, reporter.intervals(), senders.tallies());
    results = builder;
    LatencyHistogram lateness = builder.of(null, Measure.LATENESS);
    GeneratorReport generator =
        new GeneratorJudge(
                settings.pacing(),
                lateness,
                builder.of(null, Measure.RESPONSE),
                stalls.totals(),
                origin,
                senders.utilisation(now - origin))
            .report(settings.mode().hasSchedule(), spent, now - origin);
    storageFailures.addAll(reporter.storageFailures());
    RunSummary summary =
        builder.build(
            new SummaryBuilder.Times(
                origin, scheduleEnd(end, now), reporter.lastEnd(), now, !end.isStopped()),
            reporter.demanded(),
            generator,
            notes(reporter),
            directory.path().toString());
    RunRecord.State state = end.isStopped() ? RunRecord.State.STOPPED : RunRecord.State.FINISHED;
    try {
      directory.write(record.ended(state, summary));
    } catch (IOException e) {
      storageFailures.add(e.getMessage());
    }
    return summary;
  }

  /// A run without a time limit ends when it has done what it was to do.
  private static long scheduleEnd(Ending end, long now) {
    return end.sendingEnds() == Long.MAX_VALUE ? now : end.sendingEnds();
  }

  private static List<String> notes(Reporter reporter) {
    List<String> notes = new ArrayList<>(reporter.storageFailures());
    if (reporter.traceLost() > 0) {
      notes.add(
          reporter.traceLost()
              + " operations are missing in operations.bin, which could not be written as fast as they came; the"
              + " histograms have them all");
    }
    return notes;
  }

  /// Ends the schedule now: what was due and not sent is written down as never sent, what is under
  /// way as unfinished unless it is answered within a second. [#run] then returns as usual, with an
  /// incomplete summary. Any thread, any time, any number of times.
  public void stop() {
    stopped = true;
    Ending end = ending;
    Sender senders = sender;
    if (end != null) {
      end.stop(System.nanoTime());
    }
    if (senders != null) {
      senders.wake();
    }
  }

  /// The histograms behind the summary.
  ///
  /// @throws IllegalStateException before [#run] has returned
  public Distributions distributions() {
    SummaryBuilder builder = results;
    if (builder == null) {
      throw new IllegalStateException("the run has not ended");
    }
    return builder;
  }

  /// What could not be written, with the reason; empty if all files are complete.
  public List<String> storageFailures() {
    return List.copyOf(storageFailures);
  }
}
