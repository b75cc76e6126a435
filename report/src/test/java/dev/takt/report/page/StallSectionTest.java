package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StallSectionTest {

  private static final long MB = 1 << 20;

  private static JsonNode written(Stall stall) throws IOException {
    return written(stall, RunRecord.started(Map.of(), Environment.capture()));
  }

  private static JsonNode written(Stall stall, RunRecord record) throws IOException {
    StringBuilder text = new StringBuilder();
    new StallSection(
            new Stalls(
                Stalls.FORMAT_VERSION,
                List.of(),
                List.of(),
                List.of(stall),
                0,
                List.of(),
                Map.of()),
            record)
        .write(new JsonWriter(text), new TimeMapper(record, 0));
    return new JsonMapper().readTree(text.toString());
  }

  private static Stall pause(Evidence.GcCollection collection) {
    return Stall.of(StallKind.GC_PAUSE, Side.TARGET, new Stall.Interval(0, 5_000, 0, "jfr"))
        .withCause("System.gc()")
        .withEvidence(new Evidence.GcPause(1L, "Pause", "SerialOld", null, null, null, collection));
  }

  @Test
  void hasWhatCollectionsAchieved() throws IOException {
    Evidence.GcHeap heap = new Evidence.GcHeap(50 * MB, 20 * MB, null, null, null, null, null);
    JsonNode all =
        written(pause(new Evidence.GcCollection(Evidence.GcKind.FULL, null, null, "A.b:1", heap)))
            .get("collections");

    assertThat(all.size()).isEqualTo(1);
    assertThat(all.get(0).has("machine")).isFalse();
    assertThat(all.get(0).get("findings").get(0).asString())
        .isEqualTo("1 full collection by System.gc() from A.b:1");
    JsonNode row = all.get(0).get("kinds").get(0);
    assertThat(row.get("kind").asString()).isEqualTo("full_explicit");
    assertThat(row.get("pausedNanos").asLong()).isEqualTo(5_000);
    assertThat(row.get("freedBytes").asLong()).isEqualTo(30 * MB);
  }

  @Test
  void machineOfAFleetIsNamed() throws IOException {
    Stall stall =
        pause(
            new Evidence.GcCollection(
                Evidence.GcKind.FULL, null, null, null, Evidence.GcHeap.UNKNOWN));
    JsonNode all =
        written(stall.withInterval(stall.interval().onMachine("load1"))).get("collections");
    assertThat(all.get(0).get("machine").asString()).isEqualTo("load1");
  }

  @Test
  void collectionsOfTheMeasuredPartCount() throws IOException {
    Stall stall =
        pause(
            new Evidence.GcCollection(
                Evidence.GcKind.FULL, null, null, null, Evidence.GcHeap.UNKNOWN));
    RunRecord record =
        RunRecord.started(Map.of(), Environment.capture())
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 6_000, 9_000L)));
    JsonNode section = written(stall, record);
    assertThat(section.get("list").size()).isEqualTo(1);
    assertThat(section.get("collections").size()).isZero();
  }

  @Test
  void isEmptyOfCollectionsOfUnknownKind() throws IOException {
    assertThat(written(pause(Evidence.GcCollection.UNKNOWN)).get("collections").size()).isZero();
  }
}
