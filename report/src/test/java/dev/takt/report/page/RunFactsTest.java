package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The page's data of a run's summary.
class RunFactsTest {

  private static String facts(@Nullable Map<String, Long> statuses) throws IOException {
    return facts(statuses, Map.of(), RunSummary.Heading.NONE);
  }

  private static String facts(
      @Nullable Map<String, Long> statuses, Map<String, Object> plan, RunSummary.Heading heading)
      throws IOException {
    return json(record(statuses, plan, heading, new Balance(5, 0, 5, 0, 0, 0)));
  }

  private static String json(RunRecord record) throws IOException {
    StringBuilder json = new StringBuilder();
    new RunFacts(record, Map.of(), 1).write(new JsonWriter(json));
    return json.toString().replaceAll("\\s", "");
  }

  private static RunRecord record(
      @Nullable Map<String, Long> statuses,
      Map<String, Object> plan,
      RunSummary.Heading heading,
      Balance balance) {
    Distribution none = Distribution.of(new LatencyHistogram());
    OperationSummary total = new OperationSummary("all", none, none, none, balance, statuses);
    RunSummary summary =
        new RunSummary(
            heading,
            new RunSummary.Execution("fixed", "http://127.0.0.1/", null, true, 1),
            new RunSummary.Results(
                List.of(total), total, balance, new Balance(0, 0, 0, 0, 0, 0), new Rate(1.0, 1.0)),
            new GeneratorReport(
                GeneratorReport.Verdict.OK,
                new GeneratorReport.Lateness(0, 0, 0),
                new GeneratorReport.StallTotals(0, 0, 0),
                new GeneratorReport.ProcessUsage(0, 0, 0),
                0.0,
                null,
                null,
                List.of()),
            new RunSummary.Failures(
                Map.of("status 404", 5L), Map.of("status 404", "failures/status-404.txt")),
            List.of(),
            List.of(),
            "run");
    return RunRecord.started(plan, Environment.capture()).ended(RunRecord.State.FINISHED, summary);
  }

  @Test
  void answersAreCountedByStatusAndFailuresNameTheirFile() throws IOException {
    assertThat(facts(Map.of("404", 5L)))
        .contains("\"statuses\":[{\"status\":\"404\",\"count\":5}]")
        .contains(
            "\"errors\":[{\"text\":\"status404\",\"count\":5,\"file\":\"failures/status-404.txt\"}]");
  }

  @Test
  void aClosedPopulationIsLabelled() throws IOException {
    for (Object users : List.of(100, Map.of("count", 100, "file", "users.csv"))) {
      assertThat(facts(null, Map.of("mode", "closed", "users", users), RunSummary.Heading.NONE))
          .contains("\"schedule\":\"closed:100users\"", "\"headline\":\"service\"");
    }
  }

  /// A killed run has no summary: its log is counted, without journeys and groups.
  @Test
  void journeysAndGroupsOfAKilledRunDoNotCountTwice() throws IOException {
    Map<String, Object> group =
        Map.of("group", Map.of("name", "buy", "steps", List.of(Map.of("pay", Map.of()))));
    Map<String, Object> loop = Map.of("repeat", Map.of("times", 2, "steps", List.of(group)));
    Map<String, Object> plan =
        Map.of("journeys", Map.of("shop", Map.of("steps", List.of(Map.of("a", Map.of()), loop))));
    Map<String, Long> totals =
        Map.of("shop-st", 1L, "shop.buy-st", 2L, "shop.a-st", 4L, "shop.pay-st", 8L);
    StringBuilder json = new StringBuilder();
    new RunFacts(RunRecord.started(plan, Environment.capture()), totals, 1)
        .write(new JsonWriter(json));
    assertThat(json.toString().replaceAll("\\s", "")).contains("\"completed\":12");
  }

  @Test
  void onlyWebPagesAreLinksToTraces() throws IOException {
    assertThat(
            facts(
                null,
                Map.of("trace-link", "http://localhost:16686/trace/{id}"),
                RunSummary.Heading.NONE))
        .contains("\"traceLink\":\"http://localhost:16686/trace/{id}\"");
    assertThat(
            facts(null, Map.of("trace-link", "javascript:alert('{id}')"), RunSummary.Heading.NONE))
        .doesNotContain("traceLink");
    assertThat(facts(null)).doesNotContain("traceLink");
  }

  @Test
  void generatorDecidesUnlessTheRunSaysOtherwise() throws IOException {
    assertThat(facts(null)).contains("\"decides\":true");
    assertThat(facts(null, Map.of(), RunSummary.Heading.of("p99 1 ms.", null, false)))
        .contains("\"decides\":false");
  }

  @Test
  void fleetHasItsMachinesAndItsLostOperations() throws IOException {
    Fleet.Machine one =
        new Fleet.Machine(
            "m1",
            "host-a",
            "1-2/3",
            Fleet.State.FINISHED,
            new Fleet.Clock(-17, 25_000, 12.5),
            GeneratorReport.Verdict.LATE,
            new Fleet.Course(1_200L, 19L),
            null);
    Fleet.Machine two =
        new Fleet.Machine(
            "m2",
            "host-b",
            "3/3",
            Fleet.State.LOST,
            new Fleet.Clock(0, Fleet.Clock.UNKNOWN_ERROR_NANOS, 0),
            null,
            Fleet.Course.NONE,
            null);
    RunRecord record =
        record(
                null,
                Map.of(),
                RunSummary.Heading.of("p99 1 ms.", null, true),
                new Balance(9, 2, 5, 0, 0, 0, 2L))
            .withFleet(new Fleet(List.of(one, two)));

    assertThat(json(record))
        .contains("\"neverSent\":0,\"lost\":2}")
        .contains(
            "\"machines\":[{\"name\":\"m1\",\"host\":\"host-a\",\"share\":\"1-2/3\","
                + "\"state\":\"late\",\"clockError\":25000,\"startLate\":1200},"
                + "{\"name\":\"m2\",\"host\":\"host-b\",\"share\":\"3/3\",\"state\":\"lost\"}]");
    assertThat(SourceEntry.Load.of(record).result())
        .isEqualTo(new SourceEntry.Result("machine lost", 5, null, "p99 1 ms."));
  }

  @Test
  void countersArePerOperationWithInstructionsPerCycle() throws IOException {
    RunRecord record =
        record(null, Map.of(), RunSummary.Heading.NONE, new Balance(5, 4, 0, 0, 0, 1));
    RunSummary counted =
        Objects.requireNonNull(record.summary())
            .withCounted(
                List.of(
                    new EventCount("cycles", 800, 700, 900, 1),
                    new EventCount("instructions", 1000, 900, 1100, 0.5)));

    assertThat(json(record.ended(RunRecord.State.FINISHED, counted)))
        .contains(
            "\"counters\":[{\"event\":\"cycles\",\"value\":200.0,\"timeShare\":1.0},"
                + "{\"event\":\"instructions\",\"value\":250.0,\"timeShare\":0.5},"
                + "{\"event\":\"ipc\",\"value\":1.25,\"timeShare\":0.5}]");
    assertThat(facts(null)).doesNotContain("counters");
  }

  @Test
  void runOfOneMachineHasNothingOfAFleet() throws IOException {
    assertThat(facts(null)).doesNotContain("\"lost\"").doesNotContain("\"machines\"");
  }

  @Test
  void protocolWithoutStatusesHasNone() throws IOException {
    assertThat(facts(null)).doesNotContain("statuses");
  }

  /// Steps in loops and branches are steps; think times and conditions are none.
  @Test
  void aRunWithoutASummaryHasTheNamesOfItsSteps() throws IOException {
    Map<String, Object> item = Map.of("path", "/i");
    List<Object> steps =
        List.of(
            Map.of("login", Map.of("path", "/l")),
            Map.of("think", Map.of("uniform", "1s..2s")),
            Map.of("repeat", Map.of("times", 3, "steps", List.of(Map.of("item", item)))),
            Map.of("abort", "status == 503"),
            Map.of(
                "choose",
                List.of(
                    Map.of("weight", 1, "steps", List.of(Map.of("order", item))),
                    Map.of("weight", 2, "steps", List.of()))));
    Map<String, Object> plan = Map.of("journeys", Map.of("shop", Map.of("steps", steps)));
    assertThat(json(RunRecord.started(plan, Environment.capture())))
        .contains(
            """
            "journeys":[{"name":"shop","steps":[{"operation":"shop.login"},\
            {"operation":"shop.item"},{"operation":"shop.order"}]}]\
            """);
  }

  @Test
  void aSummaryHasHowManyUsersCameToEachStep() throws IOException {
    Map<String, Object> plan = Map.of("journeys", Map.of("shop", Map.of("steps", List.of())));
    RunRecord plain = record(null, plan, RunSummary.Heading.NONE, new Balance(5, 0, 5, 0, 0, 0));
    RunSummary run = Objects.requireNonNull(plain.summary());
    Distribution none = Distribution.of(new LatencyHistogram());
    RunSummary.JourneySummary shop =
        new RunSummary.JourneySummary(
            "shop",
            none,
            none,
            none,
            new Balance(20, 14, 4, 1, 1, 0),
            2,
            List.of(
                new RunSummary.JourneySummary.Step("shop.login", 0, 3L, 0L),
                new RunSummary.JourneySummary.Step("shop.order", 15, null, null)),
            List.of(
                new RunSummary.JourneySummary.Group(
                    "shop.buy",
                    none,
                    none,
                    none,
                    new Balance(9, 6, 1, 2, 0, 0),
                    15,
                    List.of("shop.order"))));
    RunSummary.Results results = run.results();
    RunSummary with =
        new RunSummary(
            run.heading(),
            run.execution(),
            new RunSummary.Results(
                results.operations(),
                results.total(),
                results.balance(),
                results.warmup(),
                results.rate(),
                null,
                null,
                List.of(shop)),
            run.generator(),
            run.failures(),
            run.assertions(),
            run.warnings(),
            run.runDirectory());
    assertThat(json(plain.withSummary(with)))
        .contains(
            """
            "journeys":[{"name":"shop","users":20,"completed":14,"failed":3,"aborted":2,\
            "unfinished":1,"steps":[{"operation":"shop.login","reached":20,"failed":3,"aborted":0},\
            {"operation":"shop.order","reached":5}],\
            "groups":[{"operation":"shop.buy","first":"shop.order","reached":5,"failed":3}]}]\
            """);
  }
}
