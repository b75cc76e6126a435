package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    Distribution none = Distribution.of(new LatencyHistogram());
    Balance balance = new Balance(5, 0, 5, 0, 0, 0);
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
    RunRecord record =
        RunRecord.started(plan, Environment.capture()).ended(RunRecord.State.FINISHED, summary);
    StringBuilder json = new StringBuilder();
    new RunFacts(record, Map.of(), 1).write(new JsonWriter(json));
    return json.toString().replaceAll("\\s", "");
  }

  @Test
  void answersAreCountedByStatusAndFailuresNameTheirFile() throws IOException {
    assertThat(facts(Map.of("404", 5L)))
        .contains("\"statuses\":[{\"status\":\"404\",\"count\":5}]")
        .contains(
            "\"errors\":[{\"text\":\"status404\",\"count\":5,\"file\":\"failures/status-404.txt\"}]");
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
  void protocolWithoutStatusesHasNone() throws IOException {
    assertThat(facts(null)).doesNotContain("statuses");
  }
}
