package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.RunExplainer;
import dev.takt.report.pack.PackReader;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.RunDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class IntervalSectionTest {

  private static final int ROW = 5;

  @TempDir Path folder;

  private static byte[] element(String page, String id) {
    Matcher matcher =
        Pattern.compile("id=\"" + id + "[^\"]*\">(.*?)</script>", Pattern.DOTALL).matcher(page);
    assertThat(matcher.find()).as(id).isTrue();
    return Base64.getDecoder().decode(matcher.group(1));
  }

  private static JsonNode document(String page) throws IOException {
    byte[] zipped = element(page, "takt-source-");
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return JsonMapper.builder().build().readTree(in);
    }
  }

  /// The sum of one figure of rows.
  private static long sum(JsonNode rows, int width, int figure) {
    return IntStream.range(0, rows.size())
        .filter(i -> i % width == figure)
        .mapToLong(i -> rows.get(i).asLong())
        .sum();
  }

  private static long sum(JsonNode numbers) {
    return sum(numbers, 1, 0);
  }

  @Test
  void intervalsSumUpToTheTable() throws IOException {
    String page = ReportPage.html(ExplainedRun.write(folder.resolve("run")));
    JsonNode explanation = document(page).at("/explanation");
    JsonNode intervals = explanation.at("/intervals");

    assertThat(intervals.at("/each").asInt()).isEqualTo(1);
    assertThat(intervals.at("/begins").valueStream().map(JsonNode::asLong).limit(3))
        .containsExactly(0L, 1000L, 1000L);
    List<Long> inLog =
        PackReader.read(element(page, "takt-pack-")).stream()
            .map(each -> each.counts().total())
            .toList();
    assertThat(intervals.at("/operations").valueStream().map(JsonNode::asLong))
        .as("each operation is where the log has it")
        .isEqualTo(inLog);
    assertThat(sum(intervals.at("/slow"))).isEqualTo(explanation.at("/slow").asLong());
    assertThat(explanation.at("/causes")).hasSize(2);
    for (int i = 0; i < 2; i++) {
      JsonNode row = explanation.at("/causes/" + i);
      JsonNode cells = intervals.at("/causes/" + i);
      assertThat(sum(cells, ROW, 1)).isEqualTo(row.at("/stalls").asLong()).isEqualTo(20);
      assertThat(sum(cells, ROW, 3)).isEqualTo(row.at("/touched").asLong()).isPositive();
      assertThat(sum(cells, ROW, 4))
          .isEqualTo(row.at("/direct").asLong() + row.at("/inherited").asLong());
    }
    // The first stall, of 10 ms, begins at 475 ms with an operation of the first second.
    String kind = explanation.at("/causes/0/kind").asString();
    int first = kind.equals("gc_pause") ? 0 : 1;
    JsonNode cells = intervals.at("/causes/" + first);
    assertThat(cells.get(0).asInt()).isZero();
    assertThat(cells.get(1).asInt()).isEqualTo(1);
    assertThat(cells.get(2).asLong()).isEqualTo(10_000_000);
  }

  /// The 96th operation was due at 475 ms and met a stall of 10 ms. The one before it ended at 471
  /// ms, so no operation ended in 14 cells.
  @Test
  void fineIntervalsHaveAPauseInItsLength() throws IOException {
    String page = ReportPage.html(ExplainedRun.write(folder.resolve("run")));
    JsonNode fine = document(page).at("/explanation/fine");
    assertThat(fine.at("/each").asInt()).isEqualTo(1);
    List<PackReader.Interval> cells =
        PackReader.read(Base64.getDecoder().decode(fine.at("/pack").asString()));

    assertThat(cells).allMatch(each -> each.tag().equals("read-rt") && each.length() == 1);
    assertThat(cells.stream().map(PackReader.Interval::begin).filter(at -> at > 460 && at < 500))
        .containsExactly(461L, 466L, 471L, 486L, 487L, 488L, 491L, 496L);
    PackReader.Interval stalled =
        cells.stream().filter(each -> each.begin() == 486).findFirst().orElseThrow();
    assertThat(stalled.counts().max()).isBetween(11_234_567.0, 11_245_000.0);
    assertThat(PackReader.sum(cells, "read-rt").total())
        .isEqualTo(PackReader.sum(PackReader.read(element(page, "takt-pack-")), "read-rt").total())
        .isEqualTo(4000);
  }

  @Test
  void fineIntervalsAreAsFineAsTheSizeAllows() throws IOException {
    RunDirectory run = ExplainedRun.write(folder.resolve("run"));
    RunExplainer explainer = RunExplainer.of(run);
    TimeMapper moments =
        new TimeMapper(run.read(), run.read().timeBase().clockAnchors().getFirst().epochNanos());

    FineIntervals fine =
        Objects.requireNonNull(
            FineIntervals.of(explainer.operations(), moments, 1000, 8_000), "fine intervals");
    assertThat(fine.eachMillis()).isGreaterThan(1).isLessThanOrEqualTo(500);
    List<PackReader.Interval> cells = PackReader.read(fine.pack());
    assertThat(cells)
        .allMatch(
            each -> each.begin() % fine.eachMillis() == 0 && each.length() == fine.eachMillis());
    assertThat(PackReader.sum(cells, "read-rt").total()).isEqualTo(4000);
    assertThat(FineIntervals.of(explainer.operations(), moments, 1, 8_000)).isNull();
    assertThat(FineIntervals.of(explainer.operations(), moments, 1000, 10)).isNull();
  }

  @Test
  void neighboursAreMergedBeyondTheRowLimit() throws IOException {
    RunDirectory run = ExplainedRun.write(folder.resolve("run"));
    RunExplainer explainer = RunExplainer.of(run);
    TimeMapper moments =
        new TimeMapper(run.read(), run.read().timeBase().clockAnchors().getFirst().epochNanos());
    long[] begins = IntStream.range(0, 20).mapToLong(i -> i * 1000L).toArray();
    StringBuilder out = new StringBuilder();
    IntervalSection.of(explainer, explainer.explain(0), moments, begins, 12)
        .write(new JsonWriter(out));

    JsonNode section = JsonMapper.builder().build().readTree(out.toString());
    assertThat(section.at("/each").asInt()).isEqualTo(4);
    assertThat(section.at("/begins").valueStream().map(JsonNode::asLong))
        .containsExactly(0L, 4000L, 4000L, 4000L, 4000L);
    assertThat(sum(section.at("/operations"))).isEqualTo(4000);
    for (JsonNode each : section.at("/causes")) {
      assertThat(sum(each, ROW, 1)).isEqualTo(20);
    }
  }
}
