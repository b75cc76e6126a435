package dev.takt.fleet.result;

import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.lab.RunJudgement;
import dev.takt.lab.RunResult;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanWriter;
import dev.takt.record.ClockAnchor;
import dev.takt.record.files.AtomicFile;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Stalls;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Merges the runs of several machines, which were one generator together, into one run.
///
/// ```java
/// RunRecord started = MergedRun.started(launch.plan(), agreedStart); // our System.nanoTime
/// directory.write(started);
/// // … the machines run, their files come to machines/NAME …
/// RunResult result = MergedRun.merge(launch, started, parts, directory, warnings::add);
/// ```
///
/// The result depends on the files and the arguments only, so that it can be made again.
public final class MergedRun {

  private final PlanLaunch launch;
  private final Plan plan;
  private final RunRecord started;
  private final RunDirectory directory;
  private final Consumer<String> warn;
  private final List<Machine> machines;

  private MergedRun(
      PlanLaunch launch,
      RunRecord started,
      RunDirectory directory,
      Consumer<String> warn,
      List<Machine> machines) {
    this.launch = launch;
    this.plan = launch.plan();
    this.started = started;
    this.directory = directory;
    this.warn = warn;
    this.machines = machines;
  }

  /// The record of a run that has begun.
  ///
  /// @param plan of the whole run
  /// @param start the agreed start, on the monotonic clock of this machine
  public static RunRecord started(Plan plan, long start) {
    long measured = start + plan.limits().warmup().toNanos();
    Phase measure = new Phase(Phase.MEASURE, measured, null);
    return RunRecord.started(PlanWriter.record(plan), Environment.capture())
        .withPhases(
            start,
            plan.limits().warmup().isZero()
                ? List.of(measure)
                : List.of(new Phase(Phase.WARMUP, start, measured), measure));
  }

  /// Merges the machines' runs, judges the result and writes all files of the run directory.
  ///
  /// @param launch of the whole run
  /// @param started the record from [#started]
  /// @param parts of all machines: those with a share in the order of their shares, then those that
  ///   only watched
  /// @param directory of the merged run, with `clocks.bin`; files of an earlier attempt are
  ///   replaced
  /// @param warn receives what is wrong with the files of a machine
  /// @return the result, as [dev.takt.lab.RunSession#run] returns it; its summary and its headline
  ///   begin with the machines that were lost
  /// @throws IOException with a message for people, if a file cannot be read or written
  public static RunResult merge(
      PlanLaunch launch,
      RunRecord started,
      List<MachinePart> parts,
      RunDirectory directory,
      Consumer<String> warn)
      throws IOException {
    Map<String, OffsetBounds> clocks = ClockLog.readBounds(directory.resolve(ClockLog.FILE_NAME));
    long interval = launch.plan().limits().interval().toNanos();
    Measure main = launch.plan().load().mode().mainMeasure();
    List<Machine> machines = new ArrayList<>();
    LogTotals latencies = new LogTotals(Set.copyOf(launch.plan().namesOfWholes()));
    for (MachinePart each : parts) {
      OffsetBounds clock = clocks.getOrDefault(each.name(), new OffsetBounds());
      machines.add(Machine.read(each, clock, started, interval, main, latencies));
    }
    return new MergedRun(launch, started, directory, warn, List.copyOf(machines)).merge(latencies);
  }

  private ClockAnchor anchor() {
    return started.timeBase().clockAnchors().getFirst();
  }

  private long start() {
    return started.beginNanoTime();
  }

  private RunResult merge(LogTotals latencies) throws IOException {
    writeLogs();
    writeOperations();
    Optional<Stalls> stalls = MergedStalls.of(machines);
    if (stalls.isPresent()) {
      directory.write(stalls.get());
    }
    List<LostShare> lost = lostShares();
    MergedSummary summary =
        new MergedSummary(
            plan,
            machines.stream().filter(each -> each.hasShare() && !each.isLost()).toList(),
            lost,
            latencies,
            measuredNanos());
    // Without all operations, bytes per operation are not known.
    AllocatedBytes allocated = lost.isEmpty() ? stalls.map(Stalls::allocated).orElse(null) : null;
    RunRecord ended = ended(summary.build(directory.path().toString()).withAllocated(allocated));
    // What is known already is kept, also if the explanation fails.
    directory.write(ended);
    return judged(ended, summary, stalls);
  }

  private RunResult judged(RunRecord ended, MergedSummary merged, Optional<Stalls> stalls)
      throws IOException {
    Optional<String> doubt = merged.doubt();
    Optional<RunExplainer> explainer =
        stalls.flatMap(all -> RunJudgement.explain(directory, ended, all, warn));
    Optional<RunResult.Observed> observed =
        stalls.map(all -> new RunResult.Observed(all, ended.duringMeasured(all), explainer));
    RunSummary plain =
        new RunJudgement(ended, merged.latencies(), doubt)
            .judge(plan.failIf(), explainer, () -> explainer.or(() -> ofGenerators(ended)));
    Explanation explanation = explainer.map(each -> each.explain(1)).orElse(null);
    RunSummary judged =
        merged.lost().isEmpty()
            ? plain
            : new LostRun(merged, plain).judge(plan.failIf(), explanation, doubt);
    RunSummary recorded = doubt.map(judged::withWarning).orElse(judged);
    RunRecord record = ended.withSummary(recorded);
    directory.write(record);
    return new RunResult(
        directory,
        record,
        judged,
        merged.latencies(),
        doubt,
        observed,
        List.of(),
        record.state() == RunRecord.State.STOPPED);
  }

  /// Of a run that was not watched it is known when operations were sent late.
  private Optional<RunExplainer> ofGenerators(RunRecord ended) {
    Stalls none =
        new Stalls(Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(), 0, List.of(), Map.of());
    return RunJudgement.explain(directory, ended, none, _ -> {});
  }

  private void writeLogs() throws IOException {
    List<LogSource> latencies = new ArrayList<>();
    List<LogSource> hiccups = new ArrayList<>();
    for (Machine each : machines) {
      add(latencies, each.latencyLog(anchor()));
      add(hiccups, each.hiccupLog(anchor()));
    }
    warnOf(
        write(latencies, Selection.ALL, _ -> null, directory.latencyLog()), directory.latencyLog());
    if (!hiccups.isEmpty()) {
      warnOf(
          write(hiccups, Selection.ALL, _ -> null, directory.hiccupLog()), directory.hiccupLog());
    }
    writeMachinesLog();
  }

  /// Writes what the result shows first, for each machine apart. What is wrong with the logs has
  /// been reported.
  private void writeMachinesLog() throws IOException {
    List<LogSource> apart = new ArrayList<>();
    for (Machine each : machines) {
      add(apart, each.latencyLog(anchor()));
    }
    var _ =
        write(apart, Selection.ALL.withTags(this::isMain), name -> name, directory.machinesLog());
  }

  private boolean isMain(@Nullable String tag) {
    RunTags.Tag parsed = tag == null ? null : RunTags.parse(tag);
    return parsed != null
        && !parsed.warmup()
        && parsed.state() == OperationState.COMPLETED
        && (parsed.operation() == null || !plan.namesOfWholes().contains(parsed.operation()))
        && parsed.measure() == plan.load().mode().mainMeasure();
  }

  private static void add(List<LogSource> logs, @Nullable LogSource log) {
    if (log != null) {
      logs.add(log);
    }
  }

  /// Replaces a log at once: the explorer may be reading the live one.
  private Problems write(
      List<LogSource> logs,
      Selection selection,
      Function<String, @Nullable String> prefixes,
      Path file)
      throws IOException {
    Problems problems = new Problems();
    try (AtomicFile next = AtomicFile.create(file)) {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(next.temporary()))) {
        var _ =
            LogAlgebra.union(
                logs, selection, plan.limits().interval().toNanos(), prefixes, out, problems);
      }
      next.commit();
    }
    return problems;
  }

  private void warnOf(Problems problems, Path file) {
    problems.first().stream()
        .filter(each -> each.isFaultOrLoss() && !isEndOfLost(each))
        .findFirst()
        .ifPresent(each -> warn.accept(file.getFileName() + " of " + each));
  }

  /// The log of a machine that was lost can end within a line.
  private boolean isEndOfLost(Problem problem) {
    return machines.stream().anyMatch(each -> each.isLost() && each.name().equals(problem.log()));
  }

  private void writeOperations() throws IOException {
    try (MergedTrace trace =
        new MergedTrace(directory.operationTrace(), plan.operationNames(), start())) {
      for (Machine each : machines) {
        trace.add(each);
      }
    }
  }

  private List<LostShare> lostShares() {
    long end = stopNanos();
    return machines.stream()
        .filter(Machine::isLost)
        .map(each -> LostShare.of(each, launch, end))
        .toList();
  }

  /// When the schedule of a run that was stopped ended, from its start.
  private long stopNanos() {
    return machines.stream()
        .filter(each -> each.hasShare() && each.part().state() == Fleet.State.STOPPED)
        .map(Machine::summary)
        .filter(Objects::nonNull)
        .mapToLong(each -> each.execution().durationNanos())
        .max()
        .orElse(Long.MAX_VALUE);
  }

  /// The end of the measured phase on the clock of the run; null if no machine knows it.
  private @Nullable Long measuredEnd() {
    return machines.stream()
        .filter(Machine::hasShare)
        .flatMap(each -> Optional.ofNullable(endOf(each)).stream())
        .max(Long::compare)
        .orElse(null);
  }

  private static @Nullable Long endOf(Machine machine) {
    RunRecord record = machine.record();
    Phase measured = record == null ? null : record.measured();
    Long end = measured == null ? null : measured.endNanoTime();
    return end == null ? null : end + machine.shift();
  }

  private long measuredNanos() {
    Phase measured = Objects.requireNonNull(started.measured());
    Long end = measuredEnd();
    long last =
        start() + machines.stream().mapToLong(each -> each.latencies().endNanos()).max().orElse(0);
    return (end == null ? last : end) - measured.startNanoTime();
  }

  private RunRecord ended(RunSummary summary) {
    List<Phase> phases =
        started.phases().stream()
            .map(each ->
                each.name().equals(Phase.MEASURE)
                    ? new Phase(each.name(), each.startNanoTime(), measuredEnd())
                    : each)
            .toList();
    boolean isStopped =
        machines.stream()
            .anyMatch(each -> each.hasShare() && each.part().state() == Fleet.State.STOPPED);
    return started
        .withPhases(start(), phases)
        .ended(isStopped ? RunRecord.State.STOPPED : RunRecord.State.FINISHED, summary)
        .withFleet(new Fleet(machines.stream().map(Machine::toFleet).toList()));
  }
}
