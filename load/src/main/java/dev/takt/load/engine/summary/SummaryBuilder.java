package dev.takt.load.engine.summary;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.Plan;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.recording.IntendedOperationCounter;
import dev.takt.load.engine.recording.Intervals;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.TargetAddresses;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Builds the summary of a run that has ended, from its histograms and counters.
public final class SummaryBuilder implements Distributions {

  private final LoadSettings settings;
  private final Plan plan;
  private final List<String> names;
  private final Intervals intervals;
  private final List<OperationCounters> counters;
  private final List<OperationCounters> journeyCounters;
  private final List<DriverPart> parts;

  public SummaryBuilder(
      LoadSettings settings,
      Intervals intervals,
      List<OperationCounters> counters,
      List<OperationCounters> journeyCounters,
      List<DriverPart> parts) {
    this.settings = settings;
    this.plan = settings.plan();
    this.names = plan.operationNames();
    this.intervals = intervals;
    this.counters = counters;
    this.journeyCounters = journeyCounters;
    this.parts = List.copyOf(parts);
  }

  /// @param times when the run began, and so on
  /// @param intendedCounter what the schedule intended, counted independently of the senders; null
  ///   without a schedule
  public RunSummary build(
      Times times,
      @Nullable IntendedOperationCounter intendedCounter,
      GeneratorReport generator,
      List<String> notes,
      String directory) {
    Balance balance = balance(false);
    Balance warmup = balance(true);
    JourneyResults journeys = new JourneyResults(settings.journeys(), counters, journeyCounters);
    Rate rate = rate(rateTimes(times, journeys), intendedCounter, balance);
    List<String> warnings = new ArrayList<>(notes);
    journeys.difference(intendedCounter).ifPresent(warnings::add);
    warn(warnings, balance, warmup, intendedCounter, times.complete());
    journeys.unended(times.complete(), settings.hasSchedule()).ifPresent(warnings::add);
    List<OperationSummary> operations = new ArrayList<>();
    SortedMap<Integer, Long> allStatuses = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      SortedMap<Integer, Long> statuses = statuses(i);
      statuses.forEach((status, count) -> allStatuses.merge(status, count, Long::sum));
      operations.add(operation(names.get(i), balance(i, false), statuses));
    }
    Map<String, Long> errors = errors();
    warnings.addAll(settings.driver().advice(errors));
    warnings.addAll(OutageTexts.ofRun(settings));
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution(
            plan.load().mode().lowerCase(),
            plan.displayTarget(),
            addresses(settings.driver()),
            plan.load().ownUsers(),
            times.complete(),
            duration(times, balance.plus(warmup), unsentBeside(false) + unsentBeside(true))),
        new RunSummary.Results(
            operations,
            operation(null, balance, allStatuses),
            balance,
            warmup,
            rate,
            null,
            null,
            journeys.isEmpty() ? null : journeys.summaries(this, settings.hasSchedule())),
        generator,
        new RunSummary.Failures(errors, failureFiles(errors)),
        List.of(),
        warnings,
        directory);
  }

  private static @Nullable TargetAddresses addresses(Driver driver) {
    if (!(driver instanceof WireDriver wire)) {
      return null;
    }
    Endpoint endpoint = wire.endpoint();
    return new TargetAddresses(
        endpoint.used().stream().map(Endpoint::text).toList(),
        endpoint.addresses().stream().map(Endpoint::text).toList());
  }

  /// The moments of a run, on the machine's monotonic clock.
  ///
  /// @param origin the start of the schedule
  /// @param scheduleEnd its end, or when it was stopped
  /// @param lastEnd when the last operation ended
  /// @param end when all operations were accounted for
  /// @param complete whether it ran to its end
  public record Times(long origin, long scheduleEnd, long lastEnd, long end, boolean complete) {}

  /// If all operations were answered, a run ends with its last reply or its schedule. What comes
  /// after that, such as writing files, is not part of its time.
  ///
  /// @param all the operations, with those of the warm-up
  /// @param unsentBeside how many of them were not sent because one beside them failed, in the run
  static long duration(Times times, Balance all, long unsentBeside) {
    long open = all.unfinished() + all.neverSent() - unsentBeside;
    long end = open > 0 ? times.end : Math.max(times.scheduleEnd, times.lastEnd);
    return Math.max(0, end - times.origin);
  }

  private SortedMap<Integer, Long> statuses(int operation) {
    SortedMap<Integer, Long> sum = new TreeMap<>();
    counters.forEach(each -> each.addStatusesTo(operation, sum));
    return sum;
  }

  /// Failures of the warm-up are not counted, and their replies are not shown.
  private @Nullable Map<String, String> failureFiles(Map<String, Long> errors) {
    Map<String, String> files = new TreeMap<>(settings.driver().failureFiles());
    files.keySet().retainAll(errors.keySet());
    return files.isEmpty() ? null : files;
  }

  private OperationSummary operation(
      @Nullable String name, Balance balance, SortedMap<Integer, Long> statuses) {
    boolean scheduled = settings.hasSchedule();
    return new OperationSummary(
        name == null ? "all" : name,
        scheduled ? Distribution.of(of(name, Measure.RESPONSE)) : null,
        Distribution.of(of(name, Measure.SERVICE)),
        scheduled ? Distribution.of(of(name, Measure.WAIT)) : null,
        balance,
        byName(statuses));
  }

  private static @Nullable Map<String, Long> byName(SortedMap<Integer, Long> statuses) {
    Map<String, Long> byName = new LinkedHashMap<>();
    statuses.forEach((status, count) -> byName.put(Integer.toString(status), count));
    return byName.isEmpty() ? null : byName;
  }

  @Override
  public LatencyHistogram of(@Nullable String operation, Measure measure) {
    LatencyHistogram sum = new LatencyHistogram();
    if (measure == Measure.LATENESS) {
      sum.add(intervals.total(RunTags.lateness(false)));
      return sum;
    }
    for (String name : operation == null ? names : List.of(operation)) {
      sum.add(intervals.total(RunTags.of(false, name, OperationState.COMPLETED, measure)));
    }
    return sum;
  }

  @Override
  public LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
    LatencyHistogram sum = of(operation, measure);
    if (measure != Measure.LATENESS) {
      for (String name : operation == null ? names : List.of(operation)) {
        sum.add(intervals.total(RunTags.of(false, name, OperationState.TIMED_OUT, measure)));
      }
    }
    return sum;
  }

  @Override
  public LatencyHistogram failures(String operation, Measure measure) {
    LatencyHistogram sum = new LatencyHistogram();
    for (OperationState state : List.of(OperationState.FAILED, OperationState.TIMED_OUT)) {
      sum.add(intervals.total(RunTags.of(false, operation, state, measure)));
    }
    return sum;
  }

  @Override
  public Map<String, Long> errors(String operation) {
    Map<String, Long> sum = new TreeMap<>();
    int index = names.indexOf(operation);
    if (index >= 0) {
      counters.forEach(each -> each.addFailuresTo(index, sum));
    }
    return sum;
  }

  @Override
  public List<DriverPart> parts() {
    return parts;
  }

  private Balance balance(boolean warmup) {
    Balance sum = Balance.NONE;
    for (int i = 0; i < names.size(); i++) {
      sum = sum.plus(balance(i, warmup));
    }
    return sum;
  }

  private Balance balance(int operation, boolean warmup) {
    Balance sum = Balance.NONE;
    for (OperationCounters each : counters) {
      sum = sum.plus(each.balance(operation, warmup));
    }
    return sum;
  }

  /// A closed population that has done all its journeys has ended then, and not at the end of the
  /// time that it had.
  private Times rateTimes(Times times, JourneyResults journeys) {
    long started = journeys.balance(false).intended() + journeys.balance(true).intended();
    boolean isAll = plan.load().mode().isClosed() && started == plan.load().ownOperations();
    return isAll
        ? new Times(
            times.origin,
            Math.min(times.scheduleEnd, Math.max(times.origin, times.lastEnd)),
            times.lastEnd,
            times.end,
            times.complete)
        : times;
  }

  private Rate rate(
      Times times, @Nullable IntendedOperationCounter intendedCounter, Balance balance) {
    long from =
        times.origin()
            + Math.min(plan.limits().warmup().toNanos(), times.scheduleEnd() - times.origin());
    double scheduled = Math.max(1, times.scheduleEnd() - from) / 1e9;
    double elapsed = Math.max(1, Math.max(times.scheduleEnd(), times.lastEnd()) - from) / 1e9;
    long answered = balance.completed() + balance.failed() + balance.timedOut();
    double achieved =
        journeyCounters.isEmpty()
            ? answered / elapsed
            : journeyCounters.stream().mapToLong(OperationCounters::started).sum() / scheduled;
    return new Rate(
        intendedCounter == null ? null : intendedCounter.measured() / scheduled, achieved);
  }

  private Map<String, Long> errors() {
    Map<String, Long> sum = new TreeMap<>();
    counters.forEach(each -> each.addFailuresTo(sum));
    return sum;
  }

  private void warn(
      List<String> warnings,
      Balance balance,
      Balance warmup,
      @Nullable IntendedOperationCounter intendedCounter,
      boolean complete) {
    long accounted = balance.intended() + warmup.intended();
    if (!balance.isExact()
        || !warmup.isExact()
        || (journeyCounters.isEmpty()
            && intendedCounter != null
            && intendedCounter.total() != accounted)) {
      warnings.add(
          "operations do not add up (the schedule intended "
              + (intendedCounter == null ? accounted : intendedCounter.total())
              + ", the senders say "
              + balance
              + " and "
              + warmup
              + "): this is a bug in Takt, please report it");
    }
    if (balance.completed() == 0) {
      warnings.add(
          "no operation completed, so there is no service time; only the target's errors are known");
    }
    if (balance.timedOut() > 0 && settings.hasSchedule()) {
      warnings.add(timeoutWarning(balance));
    }
    if (canHaveWarmup()
        && plan.limits().warmup().isZero()
        && StartEffect.isClear(intervals.serviceAtBegin, intervals.serviceSoFar)) {
      warnings.add(StartEffect.HINT);
    }
    long beside = unsentBeside();
    if (beside > 0 && settings.hasSchedule()) {
      warnings.add(
          Units.count(beside)
              + (beside == 1 ? " step of parallel was" : " steps of parallel were")
              + " due and waited for a connection when one beside them failed, and "
              + (beside == 1 ? "was" : "were")
              + " never sent: they are in the response time with the age they had");
    }
    long neverSent = balance.neverSent() - beside;
    if (neverSent + balance.unfinished() > 0) {
      String end = complete ? "when the drain ended" : "when the run was stopped";
      String advice = complete ? "; --drain waits longer" : "";
      warnings.add(
          settings.hasSchedule()
              ? Units.count(neverSent)
                  + " operations were due and never sent, and "
                  + Units.count(balance.unfinished())
                  + " unanswered, "
                  + end
                  + ": they are in the response time with the age they had, so the truth is worse"
                  + advice
              : Units.count(balance.unfinished())
                  + " operations were unanswered "
                  + end
                  + ", and are not in the service time"
                  + advice);
    }
  }

  /// How many steps after the warm-up were due and never sent because one beside them failed.
  public long unsentBeside() {
    return unsentBeside(false);
  }

  private long unsentBeside(boolean warmup) {
    return IntStream.range(0, names.size())
        .mapToLong(operation ->
            counters.stream()
                .mapToLong(each -> each.count(Note.UNSENT_BESIDE, operation, warmup))
                .sum())
        .sum();
  }

  /// The phase that loads a store inserts each record once: it leaves none out.
  private boolean canHaveWarmup() {
    KeyValuePlan keyValues = plan.target().keyValues();
    return keyValues == null || !keyValues.isLoad();
  }

  private String timeoutWarning(Balance balance) {
    LatencyHistogram withTimeouts = withTimeouts(null, Measure.RESPONSE);
    return Units.count(balance.timedOut())
        + " operations timed out and are not in the response time above; with the time they had"
        + " waited when they were given up, its p99 would be "
        + Units.time(withTimeouts.valueAtPercentile(99))
        + " and its p99.9 "
        + Units.time(withTimeouts.valueAtPercentile(99.9));
  }
}
