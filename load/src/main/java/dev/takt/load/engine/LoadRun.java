package dev.takt.load.engine;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.loop.JourneySource;
import dev.takt.load.engine.loop.LoopSender;
import dev.takt.load.engine.loop.OperationSource;
import dev.takt.load.engine.loop.Population;
import dev.takt.load.engine.recording.Intervals;
import dev.takt.load.engine.recording.JourneyRecorders;
import dev.takt.load.engine.recording.LiveView;
import dev.takt.load.engine.recording.Preparation;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.Recording;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.engine.recording.Reporter;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.Sender;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.engine.summary.GeneratorHealth;
import dev.takt.load.engine.summary.GeneratorWatch;
import dev.takt.load.engine.summary.OutageTexts;
import dev.takt.load.engine.summary.SummaryBuilder;
import dev.takt.load.engine.worker.SharedOperationSource;
import dev.takt.load.engine.worker.WorkerSender;
import dev.takt.load.journey.Journeys;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.rules.Distributions;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.share.StartTime;
import dev.takt.load.wire.OpenFiles;
import dev.takt.load.wire.TransportKind;
import dev.takt.load.wire.WireTransport;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.ProcessUsage;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One run, from the generator's own warm-up to the summary.
public final class LoadRun {

  /// How long the driver may take to clean up, for all workers together.
  private static final long CLEANUP_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// Gives all threads time to be ready when the schedule starts.
  private static final long LEAD_NANOS = 5_000_000;

  /// How far ahead a stop takes effect. By then all sending threads must have seen it.
  private static final long STOP_LEAD_NANOS = 20_000_000;

  private final LoadSettings settings;
  private final Plan plan;
  private final RunDirectory directory;
  private final Progress.Listener listener;
  private final @Nullable RecordingListener recordingListener;
  private final List<String> storageFailures = new ArrayList<>();

  /// The users of a closed population; null if there is none.
  private final @Nullable Population population;

  private final Preparation preparation = new Preparation();
  private volatile @Nullable RunDeadline deadline;
  private volatile @Nullable Sender sender;
  private @Nullable SummaryBuilder results;
  private @Nullable StallLog generatorStalls;
  private @Nullable RunRecord record;

  /// Whether the record has been written for the last time.
  private boolean closed;

  /// From the start to the end of the schedule; [Long#MAX_VALUE] if only a stop ends it.
  private long length;

  private long traceLost;
  private long unclosedSessions;

  /// A run that has not started yet.
  public LoadRun(LoadSettings settings, RunDirectory directory, Progress.Listener listener) {
    this(settings, directory, listener, null);
  }

  /// The same, with a listener that receives everything that is recorded.
  public LoadRun(
      LoadSettings settings,
      RunDirectory directory,
      Progress.Listener listener,
      @Nullable RecordingListener recordingListener) {
    this.settings = settings;
    this.plan = settings.plan();
    this.directory = directory;
    this.listener = listener;
    this.recordingListener = recordingListener;
    Integer users = plan.load().users();
    this.population =
        users == null
            ? null
            : new Population(users, plan.load().maxOperations(), plan.load().share());
  }

  /// Runs to the end. Must be called once only. The files of the run directory are complete when it
  /// returns.
  ///
  /// @see #run(UnaryOperator)
  public RunSummary run() throws IOException, DriverException, InterruptedException {
    return run(UnaryOperator.identity());
  }

  /// Runs to the end. Must be called once only. The files of the run directory are complete when it
  /// returns. `run.json` is written only here: at the start, when the schedule begins, and at the
  /// end. A failed write does not end a run that is under way: see [#storageFailures].
  ///
  /// @param completion adds to the record of the ended run what is computed after the load, such as
  ///   verdicts; called once, before the record is written for the last time
  /// @throws IOException if the run directory cannot be written
  /// @throws DriverException if the target cannot be reached
  /// @throws InterruptedException if it was stopped before the schedule began
  public RunSummary run(UnaryOperator<RunRecord> completion)
      throws IOException, DriverException, InterruptedException {
    write(RunRecord.started(PlanWriter.record(plan), Environment.capture(), settings.start()));
    try {
      return warmUpAndMeasure(completion);
    } catch (IOException | DriverException | InterruptedException | RuntimeException e) {
      recordFailure(e);
      throw e;
    }
  }

  private synchronized void write(RunRecord newer) throws IOException {
    if (!closed) {
      record = newer;
      directory.write(newer);
    }
  }

  /// Writes the record for the last time, unless that has been done.
  private synchronized void close(RunRecord last) throws IOException {
    write(last);
    closed = true;
  }

  /// Writes the record at once, for a process that is about to exit. The state is failed, unless
  /// the load had ended. The record is not written again afterwards. May be called by any thread.
  ///
  /// @return whether the run is marked as failed: it had started, and its load had not ended
  /// @throws IOException if the run directory cannot be written
  public synchronized boolean abort() throws IOException {
    RunRecord last = record;
    if (last == null || last.state() != RunRecord.State.RUNNING) {
      saveIfEnded();
      return false;
    }
    close(last.ended(RunRecord.State.FAILED, null));
    return true;
  }

  /// Writes the record of a load that has ended but is still being completed, for a process that is
  /// about to be halted. Does nothing while the load goes on. May be called by any thread.
  ///
  /// @throws IOException if the run directory cannot be written
  public synchronized void saveIfEnded() throws IOException {
    RunRecord last = record;
    if (last != null && last.state() != RunRecord.State.RUNNING) {
      close(last);
    }
  }

  private RunRecord record() {
    return Objects.requireNonNull(record, "the run has not started");
  }

  private void recordFailure(Exception failure) {
    try {
      boolean wasStopped = failure instanceof InterruptedException;
      RunRecord.State state = wasStopped ? RunRecord.State.STOPPED : RunRecord.State.FAILED;
      close(record().ended(state, null));
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private RunSummary warmUpAndMeasure(UnaryOperator<RunRecord> completion)
      throws IOException, DriverException, InterruptedException {
    length = scheduleLength();
    if (plan.concurrency().selfWarmup().toNanos() > 0) {
      listener.progressed(LiveView.selfWarmup(plan.concurrency().selfWarmup().toNanos()));
      new SelfWarmup(settings, preparation::isStopped).run();
    }
    KeyValues keyValues = settings.keyValues();
    if (keyValues != null) {
      keyValues.begin();
    }
    Sender senders = senders();
    try {
      preparation.run(senders::prepare);
      OutageTexts.atStart(settings).forEach(listener::warned);
      sender = senders;
      return measure(senders, completion);
    } finally {
      stop();
      senders.abandon();
    }
  }

  /// The state of a run from the start of the schedule to its end.
  private record MeasurementState(
      Sender senders,
      long origin,
      RunDeadline end,
      StallLog stalls,
      GeneratorWatch watch,
      Intervals intervals) {}

  private RunSummary measure(Sender senders, UnaryOperator<RunRecord> completion)
      throws IOException, DriverException, InterruptedException {
    GeneratorWatch watch = new GeneratorWatch();
    warmUpStartPath(watch);
    StallLog stalls = new StallLog();
    generatorStalls = stalls;
    Journeys journeys = settings.journeys();
    OperationTraceWriter trace =
        new OperationTraceWriter(
            directory.operationTrace(),
            plan.operationNames(),
            System.nanoTime(),
            plan.limits().traceLimit(),
            plan.sendsTraceparent() || journeys != null);
    MeasurementState measuring;
    Reporter reporter;
    try {
      if (journeys != null) {
        trace.writeJourneys(journeys.traced(plan.operationNames().size(), plan.sendsTraceparent()));
      }
      Intervals intervals = makeReady(senders, trace, stalls);
      long origin = awaitStart();
      RunDeadline end = new RunDeadline(scheduleEnd(origin), plan.limits().drain().toNanos());
      deadline = end;
      settings.driver().whenDone(() -> finish(senders, end));
      if (preparation.isStopped()) {
        end.stop(origin);
      }
      measuring = new MeasurementState(senders, origin, end, stalls, watch, intervals);
      reporter = follow(measuring, trace);
    } finally {
      keep(trace::close);
      traceLost = trace.lost();
    }
    return complete(ended(measuring, reporter), completion);
  }

  /// The start of the schedule: the agreed moment, or as soon as all threads can be ready.
  private long awaitStart() throws DriverException, InterruptedException {
    StartTime agreed = plan.load().start();
    if (agreed == null) {
      return System.nanoTime() + LEAD_NANOS;
    }
    StartTime known = agreed.isOnInput() ? startOnInput() : agreed;
    AgreedStart start = new AgreedStart(known);
    if (start.isFar()) {
      listener.warned("waiting for the agreed start, " + known);
    }
    preparation.run(start::await);
    return start.nanoTime();
  }

  private StartTime startOnInput() throws DriverException, InterruptedException {
    AtomicReference<@Nullable StartTime> given = new AtomicReference<>();
    preparation.run(() -> given.set(listener.awaitStart()));
    return Objects.requireNonNull(given.get());
  }

  /// Creates everything that is recorded into, and then runs a garbage collection. It removes the
  /// garbage of start-up and warm-up now instead of during the measurement, and promotes the
  /// recorders to the old generation, so that no young collection ever copies them.
  private Intervals makeReady(Sender senders, OperationTraceWriter trace, StallLog stalls) {
    RecorderRegistry registry = new RecorderRegistry();
    senders.recordInto(
        new Recording(
            plan.load().mode(),
            plan.operationNames(),
            plan.journeyNames(),
            plan.groupNames(),
            registry,
            trace,
            stalls));
    Intervals intervals =
        new Intervals(registry, Set.copyOf(plan.namesOfWholes()), recordingListener);
    System.gc();
    return intervals;
  }

  /// Runs once, without effect, the code between the choice of the start and the start. The first
  /// time is slow, because classes are not loaded yet.
  private void warmUpStartPath(GeneratorWatch watch) throws IOException {
    watch.begin();
    try (IntervalLogWriter log =
        new IntervalLogWriter(OutputStream.nullOutputStream(), ClockAnchor.now(), 0)) {
      log.write("rehearsal", 0, 0, new LatencyHistogram());
    }
    new OperationTraceWriter(directory.operationTrace(), plan.operationNames(), 0, 0).close();
  }

  private Reporter follow(MeasurementState measuring, OperationTraceWriter trace)
      throws IOException, InterruptedException {
    IntervalLogWriter log =
        IntervalLogWriter.create(directory.latencyLog(), ClockAnchor.now(), measuring.origin);
    try {
      return follow(measuring, log, trace);
    } finally {
      keep(() -> close(log));
    }
  }

  private void close(IntervalLogWriter log) throws IOException {
    try {
      log.close();
    } catch (IOException e) {
      throw new IOException("cannot write " + directory.latencyLog() + ": " + e.getMessage(), e);
    }
  }

  private Reporter follow(
      MeasurementState measuring, IntervalLogWriter log, OperationTraceWriter trace)
      throws InterruptedException {
    measuring.watch.begin();
    measuring.senders.start(measuring.origin, measuring.end);
    keep(() -> write(record().withPhases(measuring.origin, phases(measuring.origin))));
    Reporter reporter =
        new Reporter(
            settings,
            measuring.senders,
            measuring.end,
            measuring.origin,
            measuring.intervals,
            log,
            trace,
            listener,
            recordingListener == null
                ? null
                : new Reporter.ListenerFeed(
                    recordingListener, () -> currentGeneratorReport(measuring)));
    reporter.runToEnd();
    IOException traceFailure = reporter.traceFailure();
    if (traceFailure != null) {
      storageFailures.add(String.valueOf(traceFailure.getMessage()));
    }
    return reporter;
  }

  /// A write that may fail without ending the run, because the run is already under way.
  private interface WriteAction {
    void write() throws IOException;
  }

  private void keep(WriteAction writing) {
    try {
      writing.write();
    } catch (IOException e) {
      storageFailures.add(String.valueOf(e.getMessage()));
    }
  }

  private Sender senders() {
    return switch (settings.driver()) {
      case BlockingDriver blocking ->
          new WorkerSender(
              blocking,
              this::source,
              settings.workload(),
              plan.concurrency().pacing(),
              plan.limits().warmup().toNanos(),
              plan.concurrency().workers(),
              plan.concurrency().virtualWorkers());
      case WireDriver wire ->
          loops(
              (first, connections) -> open(wire, first, connections),
              plan.concurrency().connectionPerUser() ? 1 : wire.pipelining());
      case AsyncDriver async ->
          loops(
              (first, slots) ->
                  plan.concurrency().connectionPerUser()
                      ? async.openPerUser(slots)
                      : async.open(slots),
              1);
    };
  }

  private WireTransport open(WireDriver driver, int first, int connections) throws DriverException {
    TransportKind kind = plan.concurrency().transport();
    if (!plan.concurrency().connectionPerUser()) {
      return WireTransport.connect(driver, first, connections, kind);
    }
    OpenFiles.require(plan.concurrency().connections());
    return WireTransport.unconnected(driver, first, connections, kind);
  }

  private LoopSender loops(LoopSender.Opener opener, int slotsEach) {
    return new LoopSender(
        opener,
        this::operationSource,
        settings.workload(),
        plan.concurrency().pacing(),
        plan.limits().timeoutNanos(),
        plan.limits().warmup().toNanos(),
        plan.concurrency().threads(),
        plan.concurrency().connections(),
        slotsEach);
  }

  private SharedOperationSource source(long origin) {
    return settings.hasSchedule()
        ? new SharedOperationSource.Scheduled(
            settings.requireSchedule(), plan.load().share(), origin)
        : new SharedOperationSource.Unlimited(
            plan.load().maxOperations(), plan.load().share(), origin);
  }

  private OperationSource operationSource(
      int shard, int shards, long origin, @Nullable JourneyRecorders recorders) {
    Journeys journeys = settings.journeys();
    if (journeys != null && recorders != null && population != null) {
      return new JourneySource(
          journeys,
          population,
          shard,
          shards,
          origin,
          recorders,
          plan.concurrency().connectionPerUser());
    }
    if (journeys != null && recorders != null) {
      return new JourneySource(
          journeys,
          settings.requireSchedule().arrivals(shard, shards),
          origin,
          recorders,
          plan.concurrency().connectionPerUser());
    }
    return settings.hasSchedule()
        ? new OperationSource.Scheduled(settings.requireSchedule(), shard, shards, origin)
        : new OperationSource.Unlimited(
            plan.load().maxOperations(), plan.load().share(), shard, shards, origin);
  }

  private long scheduleEnd(long origin) {
    return length >= Long.MAX_VALUE - origin ? Long.MAX_VALUE : origin + length;
  }

  /// A schedule that is limited by a count lasts until the moment at which the next operation would
  /// be due. Finding that moment takes a walk through the whole schedule, so it is done before the
  /// start is chosen, which it would delay.
  private long scheduleLength() {
    if (settings.schedule() == null) {
      return plan.load().durationNanos();
    }
    Schedule schedule = settings.wholeSchedule();
    long max = Math.min(plan.load().durationNanos(), schedule.durationNanos());
    return plan.load().maxOperations() == Long.MAX_VALUE
        ? max
        : Math.min(max, lengthOfAll(schedule));
  }

  /// From the start to one mean gap after the last arrival, so that `n` arrivals at a rate take `n
  /// / rate`; [Long#MAX_VALUE] if the schedule ends before the count is reached.
  private long lengthOfAll(Schedule schedule) {
    Arrivals arrivals = schedule.arrivals();
    long last = 0;
    long count = 0;
    for (long next = arrivals.next();
        next != Arrivals.END && !preparation.isStopped();
        next = arrivals.next()) {
      last = next;
      count++;
    }
    if (count < plan.load().maxOperations()) {
      return Long.MAX_VALUE;
    }
    double gap = count > 1 ? (double) last / (count - 1) : 1e9 / schedule.meanRate();
    return last + Math.max(1, (long) gap);
  }

  private List<RunRecord.Phase> phases(long origin) {
    long scheduleEnd = scheduleEnd(origin);
    long measured = origin + plan.limits().warmup().toNanos();
    Long end = scheduleEnd == Long.MAX_VALUE ? null : scheduleEnd;
    RunRecord.Phase measure = new RunRecord.Phase(RunRecord.Phase.MEASURE, measured, end);
    return plan.limits().warmup().isZero()
        ? List.of(measure)
        : List.of(new RunRecord.Phase(RunRecord.Phase.WARMUP, origin, measured), measure);
  }

  private RunRecord ended(MeasurementState measuring, Reporter reporter) {
    ProcessUsage usage = measuring.watch.usage();
    long now = System.nanoTime();
    long origin = measuring.origin;
    RunDeadline end = measuring.end;
    SummaryBuilder builder =
        new SummaryBuilder(
            settings,
            reporter.intervals(),
            measuring.senders.counters(),
            measuring.senders.journeyCounters(),
            parts(measuring.senders));
    results = builder;
    GeneratorReport generator =
        generatorReport(
            measuring,
            builder.of(null, Measure.LATENESS),
            builder.of(null, Measure.RESPONSE),
            usage,
            now);
    RunSummary summary =
        builder.build(
            times(reporter, end, origin, now),
            reporter.intendedCounter(),
            generator,
            notes(),
            directory.path().toString());
    RunRecord.State state = end.isStopped() ? RunRecord.State.STOPPED : RunRecord.State.FINISHED;
    return record().ended(state, summary);
  }

  private RunSummary complete(RunRecord ended, UnaryOperator<RunRecord> completion) {
    synchronized (this) {
      record = ended;
    }
    RunRecord last = ended;
    try {
      last = completion.apply(ended);
    } finally {
      // What was measured is kept even if its completion fails.
      RunRecord written = last;
      keep(() -> close(written));
    }
    return Objects.requireNonNull(last.summary(), "a completed record has a summary");
  }

  private List<DriverPart> parts(Sender senders) {
    unclosedSessions = senders.awaitClosed(CLEANUP_NANOS);
    List<DriverPart> parts = new ArrayList<>(settings.driver().parts());
    LatencyHistogram cleanup = senders.cleanup();
    if (!cleanup.isEmpty()) {
      parts.add(new DriverPart("cleanup", cleanup));
    }
    return parts;
  }

  /// Applies the same rules as at the end. Called by the thread that collects the intervals.
  private GeneratorReport currentGeneratorReport(MeasurementState measuring) {
    return generatorReport(
        measuring,
        measuring.intervals.total(RunTags.lateness(false)),
        measuring.intervals.responseSoFar,
        measuring.watch.usage(),
        System.nanoTime());
  }

  private GeneratorReport generatorReport(
      MeasurementState measuring,
      LatencyHistogram lateness,
      LatencyHistogram response,
      ProcessUsage usage,
      long now) {
    long elapsed = now - measuring.origin;
    return new GeneratorHealth(
            plan.concurrency().pacing(),
            lateness,
            response,
            measuring.stalls,
            measuring.origin,
            plan.limits().warmup().toNanos(),
            measuring.senders.utilisation(elapsed))
        .report(settings.hasSchedule(), transport(), usage, elapsed);
  }

  private @Nullable String transport() {
    return settings.driver() instanceof WireDriver
        ? plan.concurrency().transport().resolved().toString()
        : null;
  }

  private static SummaryBuilder.Times times(
      Reporter reporter, RunDeadline end, long origin, long now) {
    long lastEnd = reporter.lastEnd();
    long scheduleEnd =
        end.sendingEnds() == Long.MAX_VALUE ? Math.max(origin, lastEnd) : end.sendingEnds();
    return new SummaryBuilder.Times(origin, scheduleEnd, lastEnd, now, !end.isStopped());
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(storageFailures);
    notes.addAll(settings.driver().notes());
    Journeys journeys = settings.journeys();
    if (journeys != null) {
      notes.addAll(journeys.warnings());
    }
    if (traceLost > 0) {
      notes.add(
          traceLost
              + " operations are missing in operations.bin, because writing failed or was too slow; the"
              + " histograms contain them");
    }
    if (unclosedSessions > 0) {
      notes.add(
          unclosedSessions
              + " workers had not closed their sessions with the target "
              + TimeUnit.NANOSECONDS.toSeconds(CLEANUP_NANOS)
              + " s after the run: its driver's cleanup does not return");
    }
    return notes;
  }

  /// Ends the schedule now. Operations that are due are still sent, and replies are awaited, for a
  /// second at most. The remaining operations are recorded as never sent or as unfinished. [#run]
  /// then returns as usual, with an incomplete summary. May be called by any thread, at any time
  /// and repeatedly.
  public void stop() {
    preparation.stop();
    RunDeadline end = deadline;
    Sender senders = sender;
    if (end != null) {
      end.stop(System.nanoTime() + STOP_LEAD_NANOS);
    }
    if (senders != null) {
      senders.wake();
    }
  }

  /// Ends a run that has nothing left to do.
  private void finish(Sender senders, RunDeadline end) {
    end.finish(System.nanoTime() + (settings.hasSchedule() ? STOP_LEAD_NANOS : 0));
    senders.wake();
  }

  /// The histograms behind the summary.
  ///
  /// @throws IllegalStateException before [#run] has returned
  public Distributions distributions() {
    return results();
  }

  /// How many steps after the warm-up were due and never sent because one beside them failed.
  ///
  /// @throws IllegalStateException before [#run] has returned
  public long unsentBeside() {
    return results().unsentBeside();
  }

  private SummaryBuilder results() {
    SummaryBuilder builder = results;
    if (builder == null) {
      throw new IllegalStateException("the run has not ended");
    }
    return builder;
  }

  /// When the generator did not run although it had work, by its sending threads' own clock
  /// readings; empty if there were too many such times to keep them.
  ///
  /// @throws IllegalStateException before the load has begun
  public Optional<IntervalSet> generatorStalls() {
    StallLog stalls = generatorStalls;
    if (stalls == null) {
      throw new IllegalStateException("the load has not begun");
    }
    return stalls.intervals();
  }

  /// The files that could not be written, with the reason; empty if all are complete.
  public List<String> storageFailures() {
    return List.copyOf(storageFailures);
  }
}
