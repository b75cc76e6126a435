package dev.takt.load.config;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.config.ycsb.WorkloadClassException;
import dev.takt.load.config.ycsb.YcsbProperties;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.Journeys;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.replay.ReplayLog;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Workload;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.TraceContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns a plan into the engine's input, for one run that starts now.
public final class PlanLaunch {

  private final Plan plan;
  private final @Nullable Schedule schedule;
  private final DriverProvider provider;
  private final @Nullable KeyValues keyValues;
  private final @Nullable Journeys journeys;
  private final ClockAnchor start = ClockAnchor.now();

  private PlanLaunch(
      Plan plan,
      @Nullable Schedule schedule,
      DriverProvider provider,
      @Nullable KeyValues keyValues)
      throws PlanException {
    this.plan = plan;
    this.schedule = schedule;
    this.provider = provider;
    this.keyValues = keyValues;
    this.journeys = journeys(plan, schedule);
  }

  /// Does everything that can fail without touching the target, such as reading a trace.
  ///
  /// @throws PlanException if the schedule cannot be created
  public static PlanLaunch prepare(Plan plan, List<DriverProvider> providers) throws PlanException {
    return prepare(plan, providers, null);
  }

  /// The same for the load phase of a key-value workload.
  ///
  /// @param records what to insert; null for the records of the plan
  public static PlanLaunch prepare(
      Plan plan, List<DriverProvider> providers, @Nullable RecordList records)
      throws PlanException {
    DriverProvider provider =
        providers.stream()
            .filter(each -> each.accepts(plan.target().address()))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no driver for " + plan.target().address()));
    return new PlanLaunch(plan, schedule(plan), provider, keyValues(plan, records));
  }

  /// Why several generators cannot share the load of a plan; empty if they can.
  ///
  /// @throws PlanException if the workload class was found earlier but cannot be used any more
  public static Optional<String> sharingProblem(Plan plan, List<DriverProvider> providers)
      throws PlanException {
    DriverRequest request = checkRequest(plan);
    return providers.stream()
        .filter(each -> each.accepts(plan.target().address()))
        .findFirst()
        .flatMap(each -> sharingProblem(plan, each, request));
  }

  static Optional<String> sharingProblem(
      Plan plan, DriverProvider provider, DriverRequest request) {
    Integer users = plan.load().users();
    if (users != null && plan.load().share().countOf(users) == 0) {
      return Optional.of(
          EnglishText.format(
              "%s of %,d users is none: set more users, or fewer machines",
              plan.load().share(), users));
    }
    KeyValues records = request.workload().keyValues();
    if (records != null && records.isLoadPhase()) {
      return Optional.of("the load phase is shared by insertstart and insertcount");
    }
    return records != null && records.kinds().contains(KeyValueKind.INSERT)
        ? Optional.of(
            "a workload that inserts numbers its records itself: all machines' would be the same")
        : provider.sharingProblem(request);
  }

  /// The request of a driver that is only checked, not opened.
  ///
  /// @throws PlanException if the workload class was found earlier but cannot be used any more
  static DriverRequest checkRequest(Plan plan) throws PlanException {
    return request(plan, keyValues(plan, null), Generators.NONE.traces(), Path.of(""), _ -> {});
  }

  /// @throws PlanException if the workload class was found earlier but cannot be used any more
  static @Nullable KeyValues keyValues(Plan plan, @Nullable RecordList records)
      throws PlanException {
    KeyValuePlan workload = plan.target().keyValues();
    if (workload == null) {
      return null;
    }
    try {
      return workload.make(plan.load().seed(), records);
    } catch (WorkloadClassException e) {
      Origin at = Origin.flag("--" + PlanKey.WORKLOAD_CLASS.key());
      throw new PlanException(
          List.of(at.problem(PlanKey.WORKLOAD_CLASS.key(), String.valueOf(e.getMessage()))));
    }
  }

  /// Warnings to show before the run: properties that have no effect.
  public List<String> warnings() {
    KeyValuePlan workload = plan.target().keyValues();
    return workload == null ? List.of() : YcsbProperties.warnings(workload, provider);
  }

  /// Remarks to show before the run that are not about mistakes.
  public List<String> notes() {
    ReplayLog replay = plan.target().replay();
    if (replay != null) {
      return replay.report().lines(replay.settings().file().toString());
    }
    KeyValuePlan workload = plan.target().keyValues();
    Duration duration = plan.load().duration();
    return workload == null || workload.hasEndCondition() || workload.isLoad() || duration == null
        ? List.of()
        : List.of(
            EnglishText.format(
                "operationcount is not set: the run takes %d s", duration.toSeconds()));
  }

  private static @Nullable Schedule schedule(Plan plan) throws PlanException {
    ScheduleSpec spec = plan.load().schedule();
    ReplayLog replay = plan.target().replay();
    if (replay != null) {
      return Schedules.limited(
          replay.schedule(), plan.load().durationNanos(), plan.load().maxOperations());
    }
    if (spec == null) {
      return null;
    }
    try {
      Rate rate = plan.load().rate();
      Schedule whole = spec.toSchedule(plan.load().seed(), rate, plan.operationNames());
      return Schedules.limited(whole, plan.load().durationNanos(), plan.load().maxOperations());
    } catch (ScheduleException e) {
      Origin at = Origin.flag("--" + PlanKey.SCHEDULE.key());
      throw new PlanException(
          List.of(at.problem(PlanKey.SCHEDULE.key(), String.valueOf(e.getMessage()))));
    }
  }

  private static @Nullable Journeys journeys(Plan plan, @Nullable Schedule schedule)
      throws PlanException {
    JourneyPlan journeys = plan.target().journeys();
    if (journeys == null) {
      return null;
    }
    Optional<String> problem = usersProblem(plan, journeys.rows(), schedule);
    if (problem.isPresent()) {
      Origin at = Origin.flag(PlanKey.USERS.key());
      throw new PlanException(List.of(at.problem(PlanKey.USERS.key(), problem.get())));
    }
    return new Journeys(plan.load().seed(), journeys.journeys(), journeys.rows());
  }

  /// Why the users of a plan cannot have the rows that they are to have; empty if they can.
  static Optional<String> usersProblem(Plan plan) throws PlanException {
    JourneyPlan journeys = plan.target().journeys();
    Schedule schedule = journeys == null ? null : schedule(plan);
    return journeys == null ? Optional.empty() : usersProblem(plan, journeys.rows(), schedule);
  }

  private static Optional<String> usersProblem(
      Plan plan, Feeder feeder, @Nullable Schedule schedule) {
    long capacity = feeder.capacity();
    if (schedule == null) {
      return capacity < plan.load().maxOperations()
          ? Optional.of(
              EnglishText.format(
                  "pick is unique, and each journey of a closed population takes a row, of which the"
                      + " file has %d: set count to that or less, or pick sequential or random",
                  capacity))
          : Optional.empty();
    }
    return capacity < Long.MAX_VALUE && hasMore(schedule.arrivals(), capacity)
        ? Optional.of(
            EnglishText.format(
                "more users arrive than the file has rows (%d), and pick is unique; shorten the run,"
                    + " or pick sequential or random",
                capacity))
        : Optional.empty();
  }

  private static boolean hasMore(Arrivals arrivals, long count) {
    for (long i = 0; i <= count; i++) {
      if (arrivals.next() == Arrivals.END) {
        return false;
      }
    }
    return true;
  }

  /// Opens the driver.
  ///
  /// @param progress receives a message before each slow step
  /// @throws DriverException if the target cannot be driven
  public Driver open(Path runDirectory, Consumer<String> progress) throws DriverException {
    TraceContext traces = new TraceContext(plan.load().seed(), start.epochNanos());
    Driver driver = provider.open(request(plan, keyValues, traces, runDirectory, progress));
    String shortage =
        driver instanceof WireDriver wire
            ? plan.shortageWith(wire.pipelining()).orElse(null)
            : null;
    if (shortage != null) {
      driver.close();
      throw new DriverException(
          "the target takes fewer requests on a connection than the plan says: " + shortage);
    }
    return driver;
  }

  /// The plan.
  public Plan plan() {
    return plan;
  }

  /// When the operations of all generators are due, warm-up included; null in mode `throughput`.
  public @Nullable Schedule schedule() {
    return schedule;
  }

  /// The journeys whose steps the operations are; null for none.
  public @Nullable Journeys journeys() {
    return journeys;
  }

  /// Which operation comes when.
  public Workload workload() {
    double[] weights =
        plan.target().operations().stream().mapToDouble(OperationSpec::weight).toArray();
    return new Workload(plan.load().seed(), weights);
  }

  /// The engine's settings.
  public LoadSettings settings(Driver driver) {
    return new LoadSettings(plan, schedule, workload(), driver, keyValues, journeys, start);
  }

  static DriverRequest request(
      Plan plan,
      @Nullable KeyValues keyValues,
      TraceContext traces,
      Path runDirectory,
      Consumer<String> progress) {
    ReplayLog replay = plan.target().replay();
    return new DriverRequest(
        plan.target().address(),
        plan.target().properties(),
        new WorkloadSpec(
            plan.target().operations(),
            new Generators(plan.target().generators(), traces),
            keyValues,
            plan.load().seed(),
            plan.load().sharing(),
            replay == null ? null : replay.requests()),
        plan.limits().timeout().isZero() ? null : plan.limits().timeout(),
        plan.concurrency().maxInFlight(),
        runDirectory,
        progress);
  }
}
