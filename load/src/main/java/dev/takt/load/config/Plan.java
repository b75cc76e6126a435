package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Secrets;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.rules.Assertion;
import dev.takt.load.schedule.Rate;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import dev.takt.load.workload.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All settings of a run, with defaults filled in: runs of equal plans differ only in what the
/// target and the machine do. Created by [PlanReader], which validates it.
///
/// Each group of settings writes its own keys.
///
/// @param target what is driven, and by which operations
/// @param load when operations are sent, and how many
/// @param limits in time, and of what is recorded
/// @param concurrency how many operations can be in flight, and what sends them
/// @param watching what to observe during the run
/// @param exporting where to export figures during the run
/// @param failIf the rules that fail the run
/// @param out the run directory; null for a new one
public record Plan(
    Target target,
    OfferedLoad load,
    Limits limits,
    Concurrency concurrency,
    WatchSettings watching,
    ExportSettings exporting,
    List<Assertion> failIf,
    @Nullable String out) {

  /// Copies the list, so that the record is immutable.
  public Plan {
    failIf = List.copyOf(failIf);
  }

  /// The names of the operations, by index.
  public List<String> operationNames() {
    return target.operations().stream().map(OperationSpec::name).toList();
  }

  /// The names of the journeys; empty if there are none.
  public List<String> journeyNames() {
    JourneyPlan journeys = target.journeys();
    return journeys == null ? List.of() : journeys.names();
  }

  /// The names that rules can begin with: those of operations, journeys and groups.
  public List<String> ruledNames() {
    return Stream.concat(operationNames().stream(), namesOfWholes().stream()).toList();
  }

  /// The names of the groups of steps of all journeys; empty if there are none.
  public List<String> groupNames() {
    JourneyPlan journeys = target.journeys();
    return journeys == null ? List.of() : journeys.groupNames();
  }

  /// The names of journeys and of groups, whose steps are the operations.
  public List<String> namesOfWholes() {
    return Stream.concat(journeyNames().stream(), groupNames().stream()).toList();
  }

  /// Whether operations send their trace context, so that their numbers are recorded. The address
  /// is searched too: it can be a command, and has the path of requests.
  public boolean sendsTraceparent() {
    Stream<Object> properties =
        target.operations().stream().flatMap(each -> each.properties().values().stream());
    return Stream.concat(Stream.of(target.address()), properties)
        .anyMatch(each -> Template.hasTraceparent(each.toString(), target.generators()));
  }

  /// The names of the environment variables whose values are in operations, such as `TOKEN` of
  /// `{env.TOKEN}`.
  public List<String> environmentNames() {
    return target.operations().stream()
        .flatMap(each -> each.properties().values().stream())
        .flatMap(each -> Template.environmentNames(each.toString()).stream())
        .distinct()
        .toList();
  }

  /// The target for reports, with passwords masked.
  public String displayTarget() {
    return Secrets.masked(target.address());
  }

  /// A copy with another rate, additional rules and another run directory.
  ///
  /// @param moreRules added to the existing rules
  public Plan at(Rate otherRate, List<Assertion> moreRules, String otherOut) {
    List<Assertion> rules = new ArrayList<>(failIf);
    rules.addAll(moreRules);
    return with(load.withRate(otherRate), rules, otherOut);
  }

  /// A copy with another number of users in a closed population, additional rules and another run
  /// directory.
  ///
  /// @param moreRules added to the existing rules
  public Plan ofUsers(int users, List<Assertion> moreRules, String otherOut) {
    List<Assertion> rules = new ArrayList<>(failIf);
    rules.addAll(moreRules);
    return new Plan(
        target,
        load.withUsers(users),
        limits,
        concurrency.forUsers(users, mostAtOnce()),
        watching,
        exporting,
        rules,
        otherOut);
  }

  /// A copy for the rest of a load phase, with another run directory.
  ///
  /// @param rest how many records remain
  /// @param attempt number of the retry
  public Plan again(long rest, long attempt) {
    return with(load.withCount(rest), failIf, out == null ? null : out + "-retry-" + attempt);
  }

  /// A copy for one of several generators of a fleet, without what only the whole has: the rules,
  /// the run directory, the metrics, and the start.
  public Plan forGenerator() {
    FleetSettings fleet = load.sharing().fleet().ofGenerator();
    return new Plan(
        target.forGenerator(),
        load.with(new Sharing(Share.WHOLE, null, fleet)),
        limits,
        concurrency,
        watching,
        ExportSettings.NONE,
        List.of(),
        null);
  }

  /// A copy with other settings of a fleet. If the plan does not say how many connections each
  /// machine has, they are those that equal shares of the users need.
  public Plan on(FleetSettings fleet) {
    Sharing sharing = new Sharing(load.share(), load.start(), fleet);
    Integer users = load.users();
    return new Plan(
        target,
        load.with(sharing),
        limits,
        users == null
            ? concurrency
            : concurrency.forUsers(perMachine(users, fleet.machines()), mostAtOnce()),
        watching,
        exporting,
        failIf,
        out);
  }

  private static int perMachine(int users, @Nullable Integer machines) {
    return machines == null ? users : Math.ceilDiv(users, machines);
  }

  /// Why the users of a closed population have too few connections on each of several machines with
  /// equal shares; empty if they have enough. A machine with a larger share says so itself.
  public Optional<String> shortageOn(int machines) {
    Integer users = load.users();
    return users == null
        ? Optional.empty()
        : shortage(perMachine(users, machines))
            .map(each ->
                each.key().key() + (machines == 1 ? ": " : ": on each machine: ") + each.text());
  }

  /// @param users that this generator has
  Optional<Concurrency.Shortage> shortage(int users) {
    return concurrency.shortage(users, mostAtOnce(), load.mode().hasSchedule());
  }

  /// Why the users of a closed population have too few connections, as it shows when the target has
  /// been asked; empty if they have enough.
  ///
  /// @param pipelining how many operations each connection carries at once
  Optional<String> shortageWith(int pipelining) {
    Integer users = load.ownUsers();
    return users == null || concurrency.pool().slotsEach() <= pipelining
        ? Optional.empty()
        : concurrency
            .withSlots(pipelining)
            .shortage(users, mostAtOnce(), load.mode().hasSchedule())
            .map(Concurrency.Shortage::text);
  }

  /// How many operations of a user can be in flight at once.
  private int mostAtOnce() {
    JourneyPlan journeys = target.journeys();
    return journeys == null ? 1 : journeys.mostAtOnce();
  }

  /// A copy with another target.
  public Plan with(Target otherTarget) {
    return new Plan(otherTarget, load, limits, concurrency, watching, exporting, failIf, out);
  }

  private Plan with(OfferedLoad otherLoad, List<Assertion> rules, @Nullable String otherOut) {
    return new Plan(target, otherLoad, limits, concurrency, watching, exporting, rules, otherOut);
  }

  void write(KeyWriter to) {
    target.write(to);
    if (target.journeys() != null) {
      to.put(PlanKey.USERS, target.journeys().plainUsers(load.users()));
    }
    load.write(to);
    limits.write(to);
    concurrency.write(to);
    watching.write(to);
    exporting.write(to);
    to.put(
        PlanKey.FAIL_IF, failIf.isEmpty() ? null : failIf.stream().map(Assertion::rule).toList());
    to.put(PlanKey.OUT, out);
  }
}
