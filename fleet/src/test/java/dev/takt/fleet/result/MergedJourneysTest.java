package dev.takt.fleet.result;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.journey.Journeys;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// 100 users of a journey of two steps on two machines: a login of 1 ms and an order of 2 ms. Of
/// the second machine the first 10 of 50 users fail to log in, after 5 ms.
class MergedJourneysTest {

  private static final long START = 5_000 * SECOND;

  private static final String SHOP = "{shop: {steps: [login: {}, order: {}]}}";

  private static final String TWO =
      "{shop: {weight: 3, steps: [login: {}]}, look: {steps: [search: {}]}}";

  private static final int ALL = Integer.MAX_VALUE;

  @TempDir private Path folder;

  private final List<String> warnings = new ArrayList<>();

  private static SyntheticMachine machine(PlanLaunch launch, String name, String share, long due) {
    SyntheticMachine machine =
        new SyntheticMachine(launch.plan(), name, share, Fleet.Clock.SAME, START);
    for (int i = 0; i < 50; i++) {
      long arrival = due + 100L * i * MILLI;
      if (name.equals("m2") && i < 10) {
        machine.user(0, OperationState.FAILED, arrival, 5 * MILLI);
        machine.operation(0, OperationState.FAILED, arrival, 0, 5 * MILLI);
      } else {
        machine.user(0, OperationState.COMPLETED, arrival, 3 * MILLI);
        machine.operation(0, OperationState.COMPLETED, arrival, 0, MILLI);
        machine.operation(1, OperationState.COMPLETED, arrival + MILLI, 0, 2 * MILLI);
      }
    }
    return machine;
  }

  private static SyntheticMachine first(PlanLaunch launch) {
    SyntheticMachine machine = machine(launch, "m1", "1/2", 0);
    machine.aborted = 3;
    machine.notReached.put("shop.order", 4L);
    return machine;
  }

  private static SyntheticMachine second(PlanLaunch launch) {
    SyntheticMachine machine = machine(launch, "m2", "2/2", 50 * MILLI);
    machine.aborted = 2;
    machine.notReached.put("shop.order", 10L);
    return machine;
  }

  private static SyntheticMachine lost(PlanLaunch launch) {
    SyntheticMachine machine = second(launch);
    machine.state = Fleet.State.LOST;
    return machine;
  }

  /// @param last how many intervals of the log of the last machine were received
  private RunResult merge(PlanLaunch launch, int last, SyntheticMachine... machines)
      throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("merged"));
    List<MachinePart> parts = new ArrayList<>();
    for (SyntheticMachine each : machines) {
      boolean isLast = parts.size() == machines.length - 1;
      parts.add(each.write(folder, isLast ? last : ALL));
    }
    return MergedRun.merge(
        launch, MergedRun.started(launch.plan(), START), parts, directory, warnings::add);
  }

  private static List<Balance> steps(RunSummary summary) {
    return summary.results().operations().stream().map(OperationSummary::balance).toList();
  }

  @Test
  void usersAndStepsAreSums() throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP);

    RunResult result = merge(launch, ALL, first(launch), second(launch));

    RunSummary summary = result.recordedSummary();
    JourneySummary shop = summary.results().allJourneys().getFirst();
    assertThat(summary.results().allJourneys()).hasSize(1);
    assertThat(shop.name()).isEqualTo("shop");
    assertThat(shop.balance()).isEqualTo(new Balance(100, 90, 10, 0, 0, 0));
    assertThat(shop.aborted()).isEqualTo(5);
    assertThat(shop.steps())
        .containsExactly(
            new JourneySummary.Step("shop.login", 0, 30L, 2L),
            new JourneySummary.Step("shop.order", 14, 30L, 2L));
    assertThat(Objects.requireNonNull(shop.response()).count()).isEqualTo(90);
    assertThat(Objects.requireNonNull(shop.response()).max())
        .isBetween(3 * MILLI, 3 * MILLI + 10_000);
    assertThat(steps(summary))
        .containsExactly(new Balance(100, 90, 10, 0, 0, 0), new Balance(90, 90, 0, 0, 0, 0));
    assertThat(summary.results().rate().intended()).isEqualTo(20);
    assertThat(summary.results().rate().achieved()).isEqualTo(18);
    assertThat(warnings).isEmpty();
    assertThat(summary.warnings()).noneMatch(each -> each.contains("add up"));
  }

  /// A journey takes as long as all of its steps: it would count twice.
  @Test
  void journeysAreInNoSumOverOperations() throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP);

    RunResult result = merge(launch, ALL, first(launch), second(launch));

    OperationSummary total = result.recordedSummary().results().total();
    assertThat(total.service().count()).isEqualTo(180);
    assertThat(total.service().max()).isLessThan(3 * MILLI);
    assertThat(MergedRunTest.totals(result.directory().latencyLog()))
        .hasEntrySatisfying("shop-rt", each -> assertThat(each.totalCount()).isEqualTo(90))
        .hasEntrySatisfying("shop.login-rt", each -> assertThat(each.totalCount()).isEqualTo(90));
    assertThat(MergedRunTest.totals(result.directory().machinesLog()))
        .containsOnlyKeys(
            "m1::shop.login-rt", "m1::shop.order-rt", "m2::shop.login-rt", "m2::shop.order-rt");
    assertThat(Objects.requireNonNull(result.record().fleet()).machines())
        .extracting(each -> Objects.requireNonNull(each.times()).count())
        .containsExactly(100L, 80L);
  }

  @Test
  void usersOfALostMachineAreLost() throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP);

    RunResult result = merge(launch, 2, first(launch), lost(launch));

    RunSummary summary = result.summary();
    JourneySummary shop = summary.results().allJourneys().getFirst();
    assertThat(shop.balance()).isEqualTo(new Balance(100, 60, 10, 0, 0, 0, 30L));
    assertThat(summary.results().lost()).isEqualTo(30);
    assertThat(summary.results().balance().lost()).as("of steps").isZero();
    assertThat(shop.aborted()).as("of the machine with a result").isEqualTo(3);
    assertThat(steps(summary))
        .as("what is recorded")
        .containsExactly(new Balance(70, 60, 10, 0, 0, 0), new Balance(60, 60, 0, 0, 0, 0));
    assertThat(summary.warnings())
        .first()
        .isEqualTo("machine m2 (share 2/2) was lost after 2 s: 30 users unknown");
    assertThat(summary.results().rate().intended()).isEqualTo(20);
    assertThat(summary.results().rate().achieved()).as("of 60 + 10 users").isEqualTo(14);
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(summary.execution().complete()).isFalse();
  }

  /// Without think times nothing has an intended start.
  @Test
  void closedPopulationHasItsUsersAndNoSchedule() throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP, "users", "9");

    RunSummary summary = merge(launch, ALL, first(launch), second(launch)).recordedSummary();

    assertThat(summary.execution().mode()).isEqualTo("closed");
    assertThat(summary.execution().users()).isEqualTo(9);
    assertThat(summary.results().rate().intended()).isNull();
    assertThat(summary.results().rate().achieved()).isEqualTo(18);
    JourneySummary shop = summary.results().allJourneys().getFirst();
    assertThat(shop.balance()).isEqualTo(new Balance(100, 90, 10, 0, 0, 0));
    assertThat(shop.response()).isNull();
    assertThat(shop.waiting()).isNull();
    assertThat(shop.service().count()).isEqualTo(90);
    assertThat(summary.results().total().response()).isNull();
  }

  /// A step is due when the think time before it is over, but no journey is.
  @Test
  void closedPopulationThatThinksHasResponseTimesAndNoIntendedRate() throws Exception {
    PlanLaunch launch =
        JourneyPlans.launch("{shop: {steps: [login: {}, think: 1ms, order: {}]}}", "users", "9");

    RunSummary summary = merge(launch, ALL, first(launch), second(launch)).recordedSummary();

    assertThat(summary.results().rate().intended()).isNull();
    JourneySummary shop = summary.results().allJourneys().getFirst();
    assertThat(Objects.requireNonNull(shop.response()).count()).isEqualTo(90);
    assertThat(Objects.requireNonNull(summary.results().total().response()).count()).isEqualTo(180);
  }

  /// The recorded users broke no rule, and held one. How many more there were, no schedule says.
  @ParameterizedTest
  @CsvSource({"shop.p50 > 8ms", "shop.p99 > 1s", "errors > 9", "rate < 1/s"})
  void lostPartOfAClosedPopulationLeavesRulesUndecided(String rule) throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP, "users", "9", "fail-if", rule);

    RunResult result = merge(launch, 2, first(launch), lost(launch));

    assertThat(result.summary().assertions().getFirst().undecided())
        .isEqualTo("nothing says how many operations the lost machine would have sent");
    assertThat(result.summary().warnings())
        .first()
        .isEqualTo(
            "machine m2 (share 2/2) was lost after 2 s: the rest of the operations is unknown");
    assertThat(result.summary().results().allJourneys().getFirst().balance())
        .isEqualTo(new Balance(70, 60, 10, 0, 0, 0));
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
  }

  /// Of the lost machine one group per second was recorded for two seconds, of which one failed.
  @Test
  void groupsOfALostMachineAreInTheBalanceAsFarAsTheyAreInTheTimes() throws Exception {
    PlanLaunch launch =
        JourneyPlans.launch("{shop: {steps: [login: {}, group: {name: pay, steps: [order: {}]}]}}");
    SyntheticMachine lost = lost(launch);
    for (int i = 0; i < 5; i++) {
      OperationState state = i == 1 ? OperationState.FAILED : OperationState.COMPLETED;
      lost.group("shop.pay", state, i * SECOND, 2 * MILLI);
    }

    RunSummary summary = merge(launch, 2, first(launch), lost).summary();

    JourneySummary.Group pay = summary.results().allJourneys().getFirst().allGroups().getFirst();
    assertThat(pay.service().count()).isEqualTo(1);
    assertThat(pay.balance()).isEqualTo(new Balance(2, 1, 1, 0, 0, 0));
  }

  /// Of both machines nothing is known but the schedule.
  @Test
  void lostUsersAreThoseOfTheSchedule() throws Exception {
    PlanLaunch launch = JourneyPlans.launch(TWO, "warmup", "1s");
    SyntheticMachine one =
        new SyntheticMachine(launch.plan(), "m1", "1/3", Fleet.Clock.SAME, START);
    SyntheticMachine two =
        new SyntheticMachine(launch.plan(), "m2", "2-3/3", Fleet.Clock.SAME, START);
    one.state = Fleet.State.LOST;
    two.state = Fleet.State.LOST;

    RunResult result = merge(launch, 0, one, two);

    Journeys journeys = Objects.requireNonNull(launch.journeys());
    long[] users = new long[2];
    for (int number = 20; number < 100; number++) {
      users[journeys.journeyOf(number)]++;
    }
    assertThat(users[0]).isBetween(45L, 75L);
    assertThat(result.summary().results().allJourneys())
        .extracting(JourneySummary::balance)
        .containsExactly(
            new Balance(users[0], 0, 0, 0, 0, 0, users[0]),
            new Balance(users[1], 0, 0, 0, 0, 0, users[1]));
  }

  @ParameterizedTest
  @CsvSource({
    "p99 > 8ms,             ,      at least 2.00 ms",
    "p50 > 8ms,             false, ",
    "shop.login.p50 > 3ms,  false, ",
    "shop.login.p99 > 8ms,  ,      at least",
    "shop.errors > 9,       true,  10 to 40",
    "shop.errors > 40%,     false, 10 to 40 %",
    "shop.errors > 20%,     ,      10 to 40 %",
    "shop.p99 > 8ms,        ,      at least",
    "shop.p50 > 8ms,        false, ",
    "errors > 9,            true,  10 to 40",
    "errors > 10,           ,      10 to 40",
    "errors > 40,           false, 10 to 40",
    "errors > 26%,          false, ",
    "errors > 20%,          ,      ",
    "errors > 5%,           true,  ",
    "shop.order.errors > 0, ,      0 to 30",
    "shop.order.errors > 30, false, 0 to 30",
    "rate < 13/s,           false, 14/s to 20/s",
    "rate < 15/s,           ,      14/s to 20/s",
    "rate < 21/s,           true,  14/s to 20/s",
  })
  void ruleIsDecidedIfItIsWhateverLostUsersDid(String rule, Boolean broken, String actual)
      throws Exception {
    PlanLaunch launch = JourneyPlans.launch(SHOP, "fail-if", rule);

    RunResult result = merge(launch, 2, first(launch), lost(launch));

    AssertionResult verdict = result.summary().assertions().getFirst();
    if (actual != null) {
      assertThat(verdict.actual()).startsWith(actual);
    }
    if (broken == null) {
      assertThat(verdict.undecided())
          .isNotNull()
          .endsWith("because the outcome of 30 users is unknown");
      assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
    } else {
      assertThat(verdict.undecided()).isNull();
      assertThat(verdict.broken()).isEqualTo(broken);
    }
  }

  /// What became of groups is in no balance of a lost machine, and not of its users before the
  /// loss.
  @ParameterizedTest
  @CsvSource({
    "shop.buy.errors > 0,    the balance of shop.buy is not known of a lost machine",
    "shop.buy.errors > 99%,  the balance of shop.buy is not known of a lost machine",
    "shop.buy.p99 > 8ms,     because the outcome of 30 users is unknown",
  })
  void ruleOnAGroupIsUndecidedAfterALoss(String rule, String why) throws Exception {
    String plan = "{shop: {steps: [login: {}, group: {name: buy, steps: [order: {}]}]}}";
    PlanLaunch launch = JourneyPlans.launch(plan, "fail-if", rule);

    RunResult result = merge(launch, 2, first(launch), lost(launch));

    assertThat(result.summary().assertions().getFirst().undecided()).isNotNull().endsWith(why);
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
  }

  /// Users can do one step up to five times, and six steps in all.
  @Test
  void lostStepsOfLoopsAreBoundedByThePlan() throws Exception {
    PlanLaunch launch =
        JourneyPlans.launch(
            "{shop: {steps: [login: {}, repeat: {times: {uniform: 0..5}, steps: [order: {}]}]},"
                + " look: {steps: [search: {}]}}");
    RunSummary summary = lostSummary(launch);
    long shop = summary.results().allJourneys().getFirst().balance().lost();
    long look = summary.results().allJourneys().getLast().balance().lost();

    LostUsers users = LostUsers.of(launch.plan(), summary);

    assertThat(shop + look).isEqualTo(100);
    assertThat(users.users(null)).isEqualTo(100);
    assertThat(users.users("shop.order")).isEqualTo(shop);
    assertThat(users.mostSteps("shop.order")).isBetween(5 * shop, 6 * shop);
    assertThat(users.mostSteps("look.search")).isEqualTo(look);
    assertThat(users.mostSteps("shop")).isEqualTo(shop);
    assertThat(users.mostSteps(null)).isEqualTo(6 * shop + look);
    assertThat(users.mostSteps("other")).isZero();
  }

  private RunSummary lostSummary(PlanLaunch launch) throws IOException {
    SyntheticMachine all =
        new SyntheticMachine(launch.plan(), "m1", "1/1", Fleet.Clock.SAME, START);
    all.state = Fleet.State.LOST;
    return merge(launch, 0, all).summary();
  }
}
