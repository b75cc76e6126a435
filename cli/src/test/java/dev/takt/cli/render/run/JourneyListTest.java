package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How the summary shows journeys.
class JourneyListTest {

  private static final long MS = 1_000_000;

  private static Distribution times(long count, long each) {
    return new Distribution(count, (double) each, each, each, each, each, each, each);
  }

  private static JourneySummary shop(Balance users, long aborted) {
    return new JourneySummary(
        "shop",
        times(users.completed(), 2000 * MS),
        times(users.completed(), 1999 * MS),
        times(users.completed(), MS),
        users,
        aborted,
        List.of(
            new JourneySummary.Step("shop.login", 0, 12L, 0L),
            new JourneySummary.Step("shop.order.x", 4, 1L, aborted)),
        List.of(
            new JourneySummary.Group(
                "shop.buy",
                times(7, 9 * MS),
                times(7, 8 * MS),
                times(7, MS),
                new Balance(7, 7, 0, 0, 0, 0),
                3,
                List.of("shop.order.x"))));
  }

  private static OperationSummary step(String name, Balance balance) {
    Distribution times = times(balance.completed(), 5 * MS);
    return new OperationSummary(name, times, times, times(balance.completed(), 0), balance, null);
  }

  @Test
  void everyStateHasItsCount() {
    assertThat(JourneyList.text(shop(new Balance(6543, 5000, 1400, 12, 100, 31), 400)))
        .isEqualTo(
            "6,543 users of shop: 5,000 completed, 1,000 failed, 12 timed out (login 12, order.x 1),"
                + " 400 aborted (order.x 400), 100 unfinished, 31 never sent; reached: order.x 6,539"
                + " (99.9 %)");
    assertThat(JourneyList.text(shop(new Balance(9, 5, 0, 0, 0, 0, 4L), 0)))
        .startsWith("9 users of shop: 5 completed, 4 unknown");
    JourneySummary all =
        new JourneySummary(
            "a",
            times(3, 1),
            times(3, 1),
            times(3, 1),
            new Balance(3, 3, 0, 0, 0, 0),
            0,
            List.of(new JourneySummary.Step("a.b", 0, null, null)));
    assertThat(JourneyList.text(all)).isEqualTo("3 users of a: 3 completed");
  }

  /// A closed population says so, and its journeys are as many as they are: not users.
  @Test
  void aClosedPopulationIsLabelled() {
    JourneySummary journey =
        new JourneySummary(
            "shop",
            null,
            times(20, 1999 * MS),
            null,
            new Balance(20, 20, 0, 0, 0, 0),
            0,
            List.of(new JourneySummary.Step("shop.login", 0, 0L, 0L)));
    RunSummary open = Samples.run("fixed").withHeading(Heading.of("x", null, false));
    RunSummary.Execution execution = open.execution();
    RunSummary.Results results = open.results();
    OperationSummary login =
        new OperationSummary(
            "shop.login", null, times(20, 5 * MS), null, new Balance(20, 20, 0, 0, 0, 0), null);
    RunSummary closed =
        new RunSummary(
            open.heading(),
            new RunSummary.Execution("closed", execution.target(), null, 1, true, 2_000_000_000),
            new RunSummary.Results(
                List.of(login),
                login,
                results.balance(),
                results.warmup(),
                new Rate(null, 10),
                null,
                null,
                List.of(journey)),
            open.generator(),
            open.failures(),
            open.assertions(),
            open.warnings(),
            open.runDirectory());
    assertThat(Answer.render(closed, null, null, List.of(), false, TextStyle.PLAIN))
        .contains("closed: 1 user, 10/s journeys for 2.00 s")
        .contains("service  ")
        .doesNotContain("response")
        .contains("shop                   20       0   2.00 s")
        .contains("20 journeys of shop: 20 completed");
    assertThat(SummaryTable.render(closed, null, List.of(), false, TextStyle.PLAIN))
        .doesNotContain("response")
        .contains("closed: 1 user", "20 journeys of shop: 20 completed");
  }

  private static RunSummary run(OperationSummary total, Balance users, boolean isComplete) {
    RunSummary run = Samples.run("fixed").withHeading(Heading.of("x", null, false));
    RunSummary.Results results = run.results();
    RunSummary.Execution execution = run.execution();
    OperationSummary login = step("shop.login", new Balance(20, 17, 3, 0, 0, 0));
    OperationSummary order = step("shop.order.x", new Balance(17, 17, 0, 0, 0, 0));
    return new RunSummary(
        run.heading(),
        new RunSummary.Execution(
            execution.mode(),
            execution.target(),
            execution.addresses(),
            null,
            isComplete,
            execution.durationNanos()),
        new RunSummary.Results(
            List.of(login, order),
            total,
            results.balance(),
            results.warmup(),
            results.rate(),
            null,
            null,
            List.of(shop(users, 0))),
        run.generator(),
        run.failures(),
        run.assertions(),
        run.warnings(),
        run.runDirectory());
  }

  /// The run went on without the machine, whose answers are in no list.
  @Test
  void lostUsersMakeARunIncompleteThatWasNotStopped() {
    OperationSummary all = step("all", new Balance(37, 37, 0, 0, 0, 0));
    OperationSummary total =
        new OperationSummary(
            "all", all.response(), all.service(), all.waiting(), all.balance(), Map.of("404", 30L));
    RunSummary lost = run(total, new Balance(20, 17, 0, 0, 0, 0, 3L), false);
    assertThat(Answer.render(lost, null, null, List.of(), false, TextStyle.PLAIN))
        .contains(
            "20 users of shop: 17 completed, 3 unknown", "(of the machines that were not lost)")
        .containsPattern(", at least [\\d.,]+/s")
        .doesNotContain("stopped before its end");
    RunSummary stopped = run(total, new Balance(20, 17, 0, 0, 3, 0), false);
    assertThat(Answer.render(stopped, null, null, List.of(), false, TextStyle.PLAIN))
        .contains("stopped before its end")
        .doesNotContain("not lost", "at least");
  }

  @Test
  void theTableHasEachJourneyAndItsStepsBelow() {
    RunSummary journeys =
        run(step("all", new Balance(37, 34, 3, 0, 0, 0)), new Balance(20, 17, 3, 0, 0, 0), true);
    assertThat(Answer.render(journeys, null, null, List.of(), false, TextStyle.PLAIN))
        .contains(
            """
            shop                   17       3   2.00 s   2.00 s   2.00 s   2.00 s   2.00 s
              login                17       3  5.00 ms  5.00 ms  5.00 ms  5.00 ms  5.00 ms
              [buy]                 7       0  9.00 ms  9.00 ms  9.00 ms  9.00 ms  9.00 ms
              order.x              17       0  5.00 ms  5.00 ms  5.00 ms  5.00 ms  5.00 ms
            all steps              34       3  5.00 ms  5.00 ms  5.00 ms  5.00 ms  5.00 ms
            """)
        .contains(
            """
            20 users of shop: 17 completed, 3 failed (login 12, order.x 1); reached: order.x
            16 (80 %)
            """);
    assertThat(SummaryTable.render(journeys, null, List.of(), false, TextStyle.PLAIN))
        .contains(
            "\nshop\n",
            "\nshop.login\n",
            "\n[shop.buy]\n",
            "20 users of shop: 17 completed, 3 failed");
  }
}
