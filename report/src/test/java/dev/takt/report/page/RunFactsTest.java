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
        record(null, Map.of(), RunSummary.Heading.NONE, new Balance(9, 2, 5, 0, 0, 0, 2L))
            .withFleet(new Fleet(List.of(one, two)));

    assertThat(json(record))
        .contains("\"neverSent\":0,\"lost\":2}")
        .contains(
            "\"machines\":[{\"name\":\"m1\",\"host\":\"host-a\",\"share\":\"1-2/3\","
                + "\"state\":\"late\",\"clockError\":25000,\"startLate\":1200},"
                + "{\"name\":\"m2\",\"host\":\"host-b\",\"share\":\"3/3\",\"state\":\"lost\"}]");
    assertThat(SourceEntry.Load.of(record).result())
        .isEqualTo(new SourceEntry.Result("machine lost", 5, null));
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
}
