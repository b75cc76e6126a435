package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.Samples;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SchemasTest {

  private static final String BASE = "https://takt.dev/schemas/1/";
  private static final JsonMapper MAPPER = new JsonMapper();

  @Test
  void acceptWhatIsWritten() {
    for (RunSummary summary :
        List.of(Samples.scheduled(), Samples.unscheduled(), Samples.withJourneys())) {
      assertThat(problemsOf("summary", SummaryJson.write(summary))).isEmpty();
      assertThat(problemsOf("run", JsonText.of(Samples.finished(summary)))).isEmpty();
    }
    assertThat(problemsOf("run", JsonText.of(Samples.started()))).isEmpty();
    assertThat(problemsOf("stalls", JsonText.of(Samples.stalls()))).isEmpty();
    assertThat(problemsOf("run", JsonText.of(Samples.ofFleet()))).isEmpty();
    assertThat(problemsOf("stalls", JsonText.of(Samples.stallsOfMachine()))).isEmpty();
    assertThat(problemsOf("threads", JsonText.of(Samples.threadTimes()))).isEmpty();
  }

  @Test
  void knowEveryKeyOfThreadTimes() {
    Map<String, String> closed = Map.of(BASE + "threads.schema.json", closed(Schemas.threads()));
    ObjectNode times = (ObjectNode) MAPPER.readTree(JsonText.of(Samples.threadTimes()));
    assertThat(problemsOf("threads", times.toString(), closed)).isEmpty();
    for (String pointer : List.of("/processes/0", "/processes/0/threads/0")) {
      ObjectNode more = times.deepCopy();
      ((ObjectNode) more.at(pointer)).put("news", 1);
      assertThat(problemsOf("threads", more.toString(), closed)).as(pointer).isNotEmpty();
    }
  }

  @Test
  void knowEveryKindOfStall() {
    for (StallKind kind : StallKind.values()) {
      for (Side side : Side.values()) {
        Stall stall = Samples.stall(kind, side);
        Stalls stalls =
            new Stalls(
                Stalls.FORMAT_VERSION,
                List.of(),
                List.of(),
                List.of(stall),
                0,
                List.of(),
                Map.of());
        assertThat(problemsOf("stalls", JsonText.of(stalls))).as("%s %s", kind, side).isEmpty();
      }
    }
  }

  @Test
  void knowEveryKeyOfStalls() {
    ObjectNode stalls = (ObjectNode) MAPPER.readTree(JsonText.of(Samples.stalls()));
    assertThat(problemsOfStalls(stalls)).isEmpty();
    for (String pointer :
        List.of("/stalls/0", "/sources/0", "/contentions/0", "/notObservable/0")) {
      ObjectNode more = stalls.deepCopy();
      ((ObjectNode) more.at(pointer)).put("news", 1);
      assertThat(problemsOfStalls(more)).as(pointer).isNotEmpty();
    }
  }

  private static List<?> problemsOfStalls(JsonNode stalls) {
    Map<String, String> texts = Map.of(BASE + "stalls.schema.json", closed(Schemas.stalls()));
    return problemsOf("stalls", stalls.toString(), texts);
  }

  @Test
  void knowEveryKeyThatIsWritten() {
    for (RunSummary summary :
        List.of(Samples.scheduled(), Samples.unscheduled(), Samples.withJourneys())) {
      String text = JsonText.of(Samples.finished(summary));
      assertThat(problemsOf("run", text, closed(Schemas.run()), closed(Schemas.summary())))
          .isEmpty();
    }
    ObjectNode more = (ObjectNode) MAPPER.readTree(SummaryJson.write(Samples.scheduled()));
    more.put("news", 1);
    assertThat(
            problemsOf(
                "summary", more.toString(), closed(Schemas.run()), closed(Schemas.summary())))
        .isNotEmpty();
  }

  @Test
  void journeysAreReadBackAsTheyWereWritten(@TempDir Path folder) throws IOException {
    RunRecord record = Samples.finished(Samples.withJourneys());
    Path file = Files.writeString(folder.resolve("run.json"), JsonText.of(record));
    assertThat(RunJson.read(file)).isEqualTo(record);
    assertThat(JsonText.of(record)).contains("\"notReached\"");
    assertThat(SummaryJson.write(Samples.scheduled())).doesNotContain("journeys");
  }

  /// The same schema without additional keys.
  private static String closed(String schema) {
    JsonNode tree = MAPPER.readTree(schema);
    close(tree);
    return tree.toString();
  }

  private static void close(JsonNode node) {
    boolean isObjectSchema = node.path("type").asString("").equals("object");
    if (node instanceof ObjectNode object && isObjectSchema && !node.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(SchemasTest::close);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/balance/neverSent",
        "/operations/0/response",
        "/operations/0/wait/p999",
        "/total/response",
        "/rate/intended",
        "/generator/latenessP99",
        "/generator/verdict",
        "/counters/0/timeShare",
        "/runDirectory"
      })
  void missAKey(String pointer) {
    ObjectNode json = (ObjectNode) MAPPER.readTree(SummaryJson.write(Samples.scheduled()));
    int slash = pointer.lastIndexOf('/');
    ObjectNode parent = (ObjectNode) json.at(pointer.substring(0, slash));
    assertThat(parent.remove(pointer.substring(slash + 1))).isNotNull();
    assertThat(problemsOf("summary", json.toString())).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/mode,\"turbo\"",
    "/generator/verdict,\"fine\"",
    "/balance/failed,-1",
    "/operations/0/service/p50,1.5",
    "/rate/achieved,\"NaN\"",
    "/formatVersion,2",
    "/complete,0"
  })
  void refuseAWrongValue(String pointer, String value) {
    ObjectNode json = (ObjectNode) MAPPER.readTree(SummaryJson.write(Samples.scheduled()));
    int slash = pointer.lastIndexOf('/');
    ObjectNode parent = (ObjectNode) json.at(pointer.substring(0, slash));
    parent.set(pointer.substring(slash + 1), MAPPER.readTree(value));
    assertThat(problemsOf("summary", json.toString())).isNotEmpty();
  }

  @Test
  void refuseResponseTimeWithoutASchedule() {
    ObjectNode json = (ObjectNode) MAPPER.readTree(SummaryJson.write(Samples.scheduled()));
    json.put("mode", "throughput");
    // Twice each in the operation and in the total, the rate, and the lateness three times.
    assertThat(problemsOf("summary", json.toString())).hasSize(8);
  }

  @Test
  void aClosedPopulationHasItsUsersAndNoIntendedRate() {
    for (RunSummary run : List.of(Samples.closed(), Samples.thinking())) {
      String text = SummaryJson.write(run);
      assertThat(problemsOf("summary", text)).isEmpty();
      ObjectNode json = (ObjectNode) MAPPER.readTree(text);
      assertThat(json.get("users").asInt()).isEqualTo(100);
      json.remove("users");
      assertThat(problemsOf("summary", json.toString())).hasSize(1);
      json.put("users", 100);
      ((ObjectNode) json.get("rate")).put("intended", 1.0);
      assertThat(problemsOf("summary", json.toString())).hasSize(1);
      ((ObjectNode) json.get("rate")).remove("intended");
      json.put("mode", "fixed");
      assertThat(problemsOf("summary", json.toString())).isNotEmpty();
    }
  }

  @Test
  void refuseAFinishedRunWithoutASummary() {
    String json = JsonText.of(Samples.started().ended(RunRecord.State.FINISHED, null));
    assertThat(problemsOf("run", json)).isNotEmpty();
  }

  @Test
  void baselineIsValidAndReadAsWritten(@TempDir Path folder) throws IOException {
    Baseline baseline = baseline();

    String json = JsonText.of(baseline, Baseline.INDENTED_LEVELS);

    assertThat(json)
        .contains(
            """
                  "intervalsWithErrors": 1,
                  "nanos": { "p99": 1234567 },
                  "variance": { "errors": 1.25E-5 },
            """,
            """

                  "state": "failed",
                  "started": "2026-11-26T12:01:00Z",
                  "remarks": []
                }
              }
            }
            """);
    assertThat(problemsOf("baseline", json)).isEmpty();
    Path file = Files.writeString(folder.resolve("base.json"), json);
    assertThat(RunJson.readBaseline(file)).isEqualTo(baseline);
    assertThat(problemsOf("baseline", json.replace("lengthNanos", "length"))).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "plan"          | "plain"         | a run lacks its environment, jvmFlags or plan
          1.25E-5         | -1.25E-5        | a figure has an impossible number
          [ 2, 30, 20 ]   | [ 2, 30 ]       | its stalls have another number of values than three
          "completed"     | "complete"      | operations.read has no completed
          """)
  void impossibleBaselineIsDamaged(String text, String other, String message, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("base.json");
    Files.writeString(file, JsonText.of(baseline(), Baseline.INDENTED_LEVELS).replace(text, other));

    assertThatThrownBy(() -> RunJson.readBaseline(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is damaged: " + message);
  }

  private static Baseline baseline() {
    Baseline.Run first =
        new Baseline.Run(
            RunRecord.State.STOPPED,
            "2026-11-26T12:00:00Z",
            new Baseline.Setup(Map.of("kernel", "6"), List.of("-Xmx1g"), Map.of("mode", "fixed")),
            new Baseline.Work("fixed", GeneratorReport.Verdict.OK, 9, 1, 2, 42L, 14, 0.25),
            Map.of(
                "target", Map.of("gc_pause", List.of(2L, 30L, 20L)),
                "host", Map.of("steal", List.of())),
            new AllocationRate(2048, 2000, 2100.5, 1e6),
            List.of(new EventRate("page-faults", 2, 1.5, 2.5, 1)),
            List.of("the run was stopped before its end"));
    Baseline.Run second =
        new Baseline.Run(
            RunRecord.State.FAILED,
            "2026-11-26T12:01:00Z",
            null,
            null,
            null,
            null,
            null,
            List.of());
    Map<String, Baseline.Run> runs = new LinkedHashMap<>();
    runs.put("before", first);
    runs.put("after", second);
    return new Baseline(
        Baseline.FORMAT_VERSION,
        new Baseline.Latencies(
            RunTags.Measure.RESPONSE,
            Map.of(
                "read",
                new Baseline.Operation(
                    2,
                    9_000_000_000L,
                    12,
                    12,
                    1,
                    9,
                    1,
                    new Baseline.Estimates(
                        Map.of("p99", 1_234_567L),
                        Map.of("errors", 1.25e-5),
                        Map.of("errors", 5.6667),
                        Map.of("p99", 7)))),
            List.of("write")),
        runs);
  }

  private static List<?> problemsOf(String schema, String json) {
    Map<String, String> texts =
        Map.of(
            BASE + "run.schema.json", Schemas.run(),
            BASE + "summary.schema.json", Schemas.summary(),
            BASE + "stalls.schema.json", Schemas.stalls(),
            BASE + "threads.schema.json", Schemas.threads(),
            BASE + "baseline.schema.json", Schemas.baseline());
    return problemsOf(schema, json, texts);
  }

  private static List<?> problemsOf(String schema, String json, String run, String summary) {
    Map<String, String> texts =
        Map.of(BASE + "run.schema.json", run, BASE + "summary.schema.json", summary);
    return problemsOf(schema, json, texts);
  }

  private static List<?> problemsOf(String schema, String json, Map<String, String> texts) {
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(texts))
        .getSchema(SchemaLocation.of(BASE + schema + ".schema.json"))
        .validate(json, InputFormat.JSON);
  }
}
