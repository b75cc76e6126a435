package dev.takt.fleet.result;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.share.Share;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes the run directory of a machine whose operations the test decides.
public final class SyntheticMachine {

  public static final long SECOND = 1_000_000_000;
  public static final long MILLI = 1_000_000;

  public final String name;
  final @Nullable Share share;
  final Fleet.Clock clock;

  /// The agreed start on the machine's own clock.
  public final long start;

  public final List<OperationRecord> operations = new ArrayList<>();

  /// Journeys of users: the index is that of the journey.
  final List<OperationRecord> users = new ArrayList<>();

  /// How many users did not reach a step, by its operation.
  final Map<String, Long> notReached = new TreeMap<>();

  private final List<OperationRecord> groups = new ArrayList<>();

  /// How many users of each journey were aborted.
  long aborted;

  final List<Stall> stalls = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();
  final List<String> findings = new ArrayList<>();
  GeneratorReport.Verdict verdict = GeneratorReport.Verdict.OK;
  Fleet.State state = Fleet.State.FINISHED;
  boolean isWatched;

  private final Plan plan;

  /// @param share null if it only watches
  /// @param start the agreed start on its own clock
  public SyntheticMachine(
      Plan plan, String name, @Nullable String share, Fleet.Clock clock, long start) {
    this.plan = plan;
    this.name = name;
    this.share = share == null ? null : Share.parse(share);
    this.clock = clock;
    this.start = start;
  }

  /// Adds an operation.
  ///
  /// @param due from the start of the schedule
  public SyntheticMachine operation(
      int index, OperationState state, long due, long waiting, long service) {
    String operation = plan.operationNames().get(index);
    operations.add(record(index, operation, state, due, waiting, service));
    return this;
  }

  /// Adds a user; the steps are operations apart.
  ///
  /// @param due the arrival, from the start of the schedule
  SyntheticMachine user(int journey, OperationState state, long due, long service) {
    users.add(record(journey, plan.journeyNames().get(journey), state, due, 0, service));
    return this;
  }

  /// Adds a group of steps, with the name of its journey before its own. It is in the log only.
  SyntheticMachine group(String name, OperationState state, long due, long service) {
    groups.add(record(-1, name, state, due, 0, service));
    return this;
  }

  private OperationRecord record(
      int index, String name, OperationState state, long due, long waiting, long service) {
    boolean isSent = state != OperationState.NEVER_SENT;
    return new OperationRecord(
        index,
        name,
        start + due,
        isSent ? start + due + waiting : OperationRecord.NONE,
        start + due + waiting + service,
        state);
  }

  SyntheticMachine stall(Stall stall) {
    stalls.add(stall);
    isWatched = true;
    return this;
  }

  /// Adds exchanges with the coordinator each 50 ms, of which each bounds the clock to its error in
  /// the middle.
  ///
  /// @param first the middle of the first one, on the clock of the run
  void addExchanges(ClockLog log, long first, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      long middle = first + 50L * i * MILLI;
      long theirs = middle + clock.offsetNanos();
      log.add(
          name,
          new Exchange(middle - clock.errorNanos(), theirs, theirs, middle + clock.errorNanos()));
    }
  }

  MachinePart part(Path folder) {
    return new MachinePart(name, "host-" + name, share, state, folder.resolve(name), clock, start);
  }

  /// Writes all files, except the last intervals of the log.
  ///
  /// @param intervals how many intervals of the log; [Integer#MAX_VALUE] for all
  MachinePart write(Path folder, int intervals) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve(name));
    if (share != null) {
      writeLog(directory, intervals);
      writeTrace(directory);
    }
    if (isWatched) {
      directory.write(stalls());
    }
    writeRecord(directory, state != Fleet.State.LOST);
    return part(folder);
  }

  /// Writes `run.json`.
  ///
  /// @param hasEnded whether there is a result
  public void writeRecord(RunDirectory directory, boolean hasEnded) throws IOException {
    RunRecord record =
        RunRecord.started(PlanWriter.record(plan), Environment.capture(), anchor())
            .withPhases(start, phases());
    directory.write(hasEnded ? record.ended(RunRecord.State.FINISHED, summary()) : record);
  }

  /// Joins its clock and the time of day.
  public ClockAnchor anchor() {
    return new ClockAnchor(start - SECOND, 1_800_000_000 * SECOND, 100);
  }

  MachinePart write(Path folder) throws IOException {
    return write(folder, Integer.MAX_VALUE);
  }

  private List<Phase> phases() {
    long warmup = plan.limits().warmup().toNanos();
    Phase measure = new Phase(Phase.MEASURE, start + warmup, start + plan.load().durationNanos());
    return warmup == 0
        ? List.of(measure)
        : List.of(new Phase(Phase.WARMUP, start, start + warmup), measure);
  }

  private boolean isWarmup(OperationRecord each) {
    return each.intended() < start + plan.limits().warmup().toNanos();
  }

  /// The histograms of some operations, by tag.
  public Map<String, LatencyHistogram> histograms(List<OperationRecord> some) {
    Map<String, LatencyHistogram> byTag = new TreeMap<>();
    for (OperationRecord each : some) {
      boolean warmup = isWarmup(each);
      boolean isOpen = !each.state().hasEnded();
      boolean isSent = each.start() != OperationRecord.NONE;
      record(byTag, warmup, each, Measure.RESPONSE, each.elapsed(), true, isOpen);
      if (isSent && each.state().hasEnded()) {
        record(byTag, warmup, each, Measure.SERVICE, each.service(), true, false);
      }
      if (each.state() == OperationState.NEVER_SENT) {
        record(byTag, warmup, each, Measure.WAIT, each.elapsed(), false, true);
      } else if (each.state() != OperationState.UNFINISHED) {
        record(byTag, warmup, each, Measure.WAIT, each.waiting(), true, false);
      }
      if (isSent && !users.contains(each) && !groups.contains(each)) {
        byTag
            .computeIfAbsent(RunTags.lateness(warmup), _ -> new LatencyHistogram())
            .record(each.waiting());
      }
    }
    return byTag;
  }

  private static void record(
      Map<String, LatencyHistogram> byTag,
      boolean warmup,
      OperationRecord each,
      Measure measure,
      long nanos,
      boolean inOwn,
      boolean inCompleted) {
    if (inOwn) {
      byTag
          .computeIfAbsent(
              RunTags.of(warmup, each.operation(), each.state(), measure),
              _ -> new LatencyHistogram())
          .record(nanos);
    }
    if (inCompleted && each.state() != OperationState.COMPLETED) {
      byTag
          .computeIfAbsent(
              RunTags.of(warmup, each.operation(), OperationState.COMPLETED, measure),
              _ -> new LatencyHistogram())
          .record(nanos);
    }
  }

  private void writeLog(RunDirectory directory, int intervals) throws IOException {
    try (IntervalLogWriter log =
        IntervalLogWriter.create(directory.latencyLog(), anchor(), start)) {
      for (long number : intervals().headMap((long) intervals).keySet()) {
        writeInterval(log, number);
      }
    }
  }

  private static List<OperationRecord> concat(List<OperationRecord> a, List<OperationRecord> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  /// The operations by the number of the interval in which they ended.
  public NavigableMap<Long, List<OperationRecord>> intervals() {
    long length = plan.limits().interval().toNanos();
    TreeMap<Long, List<OperationRecord>> byInterval = new TreeMap<>();
    for (OperationRecord each : operations) {
      byInterval.computeIfAbsent((each.end() - start) / length, _ -> new ArrayList<>()).add(each);
    }
    for (OperationRecord each : concat(users, groups)) {
      byInterval.computeIfAbsent((each.end() - start) / length, _ -> new ArrayList<>()).add(each);
    }
    return byInterval;
  }

  /// Writes the lines of an interval.
  public void writeInterval(IntervalLogWriter log, long number) {
    long length = plan.limits().interval().toNanos();
    long begin = start + number * length;
    histograms(intervals().getOrDefault(number, List.of()))
        .forEach((tag, histogram) -> log.write(tag, begin, begin + length, histogram));
  }

  private void writeTrace(RunDirectory directory) throws IOException {
    try (OperationTraceWriter trace =
        new OperationTraceWriter(
            directory.operationTrace(), plan.operationNames(), start, Long.MAX_VALUE)) {
      OperationTraceWriter.Lane lane = trace.lane(operations.size() + 1);
      for (OperationRecord each : operations) {
        lane.record(each.index(), each.intended(), each.start(), each.end(), each.state().code());
      }
      trace.drain(0);
    }
  }

  private Stalls stalls() {
    return new Stalls(
        Stalls.FORMAT_VERSION,
        stalls.stream()
            .map(each -> each.source() + "/" + each.side())
            .distinct()
            .map(each ->
                new StallSource(
                    each.substring(0, each.indexOf('/')),
                    stalls.getFirst().side(),
                    "a test",
                    new StallSource.ClockAlignment(1_000, "known"),
                    0,
                    null,
                    List.of(StallKind.GC_PAUSE),
                    List.of()))
            .toList(),
        List.of(),
        stalls,
        0,
        List.of(),
        Map.of("governor", name));
  }

  public Balance balance(int index, boolean warmup) {
    return balance(operations, index, warmup);
  }

  private Balance balance(List<OperationRecord> of, int index, boolean warmup) {
    long[] counts = new long[OperationState.COUNT];
    of.stream()
        .filter(each -> (index < 0 || each.index() == index) && isWarmup(each) == warmup)
        .forEach(each -> counts[each.state().code()]++);
    return new Balance(
        counts[0] + counts[1] + counts[2] + counts[3] + counts[4],
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4]);
  }

  private List<JourneySummary> journeys(Distribution distribution) {
    List<JourneySummary> all = new ArrayList<>();
    for (int i = 0; i < plan.journeyNames().size(); i++) {
      String journey = plan.journeyNames().get(i);
      all.add(
          new JourneySummary(
              journey,
              distribution,
              distribution,
              distribution,
              balance(users, i, false),
              aborted,
              plan.operationNames().stream()
                  .filter(each -> each.startsWith(journey + "."))
                  .map(each ->
                      new JourneySummary.Step(each, notReached.getOrDefault(each, 0L), 15L, 1L))
                  .toList()));
    }
    return all;
  }

  private RunSummary summary() {
    List<OperationSummary> each = new ArrayList<>();
    Distribution distribution = Distribution.of(new LatencyHistogram()); // not read
    for (int i = 0; i < plan.operationNames().size(); i++) {
      each.add(
          new OperationSummary(
              plan.operationNames().get(i),
              distribution,
              distribution,
              distribution,
              balance(i, false),
              Map.of("200", 1L)));
    }
    Balance all = balance(-1, false);
    Balance arrivals = users.isEmpty() ? all : balance(users, -1, false);
    double seconds = (plan.load().durationNanos() - plan.limits().warmup().toNanos()) / 1e9;
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution("fixed", "sim:delay=0", null, true, plan.load().durationNanos()),
        new RunSummary.Results(
            each,
            new OperationSummary("all", distribution, distribution, distribution, all, null),
            all,
            balance(-1, true),
            new Rate(arrivals.intended() / seconds, arrivals.completed() / seconds),
            null,
            null,
            users.isEmpty() ? null : journeys(distribution)),
        new GeneratorReport(
            verdict,
            new GeneratorReport.Lateness(0, 0, 0),
            new GeneratorReport.StallTotals(1, 2 * MILLI, MILLI),
            new GeneratorReport.ProcessUsage(1, 2, 3),
            0.25,
            null,
            "epoll",
            findings),
        new RunSummary.Failures(Map.of("status 503", 2L), Map.of("status 503", "failures/x.txt")),
        List.of(),
        warnings,
        "somewhere");
  }
}
