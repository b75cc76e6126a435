package dev.takt.report.flame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.profile.CpuSample;
import dev.takt.explain.profile.CpuSample.Outcome;
import dev.takt.explain.profile.CpuSample.SampledThread;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.ProfileBuilder;
import dev.takt.explain.profile.SlowMoments;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlameGraphTest {

  private static final String HOSTILE = "</script><script>alert(1)</script><!--\u2028'\"&\\";
  private static final SampledThread MAIN = new SampledThread(1, "main", false);
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

  /// Slow from 100 to 200.
  private static ProfileBuilder builder() {
    SlowMoments slow =
        SlowMoments.of(
            new OperationsBuilder(List.of("a"))
                .add(0, 100, 100, 200, OperationState.COMPLETED)
                .build(true),
            new SlowMoments.Limit(50, "as asked for"));
    return new ProfileBuilder(slow, 0, 1000, null, _ -> true);
  }

  private static CpuSample sample(long moment, String... frames) {
    return new CpuSample(moment, MAIN, Outcome.TAKEN, 1, 10_000_000, false, List.of(frames));
  }

  private static String page(ProfileBuilder builder, String subject, String... notes)
      throws IOException {
    Profile profile = builder.build(10_000_000, 5, List.of(notes));
    StringBuilder out = new StringBuilder();
    FlameGraph.write(profile, subject, out);
    return out.toString();
  }

  private static JsonNode data(String page) {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return new JsonMapper().readTree(data.group(1));
  }

  @Test
  void treeIsEncodedAsNumbers() throws IOException {
    JsonNode data =
        data(
            page(
                builder()
                    .add(sample(150, "run", "a"))
                    .add(sample(160, "run", "a"))
                    .add(sample(300, "run"))
                    .add(new CpuSample(170, MAIN, Outcome.LOST, 3, 30_000_000, false, List.of())),
                "a run"));

    assertThat(data.get("names").valueStream().map(JsonNode::asString))
        .containsExactly("all", "[lost]", "run", "a");
    assertThat(data.get("nodes").valueStream().map(JsonNode::asLong))
        .containsExactly(
            0L, 0L, 0L, 0L, 0L, 0L, //
            1L, 1L, 30_000L, 0L, 3L, 0L, //
            1L, 2L, 0L, 10_000L, 0L, 1L, //
            2L, 3L, 20_000L, 0L, 2L, 0L);
    assertThat(data.get("slowNanos").asLong()).isEqualTo(100);
    assertThat(data.get("restNanos").asLong()).isEqualTo(900);
    assertThat(data.get("operations").asInt()).isEqualTo(1);
  }

  @Test
  void frameNamesCannotInjectHtml() throws IOException {
    String page = page(builder().add(sample(150, HOSTILE, "{{data}}")), HOSTILE, HOSTILE);
    String usual = page(builder().add(sample(150, "a", "b")), "a run", "a note");

    for (String each : List.of("<script", "</script", "<!--", "alert(1)<")) {
      assertThat(occurrences(page, each)).as(each).isEqualTo(occurrences(usual, each));
    }
    JsonNode data = data(page);
    assertThat(data.get("names").get(1).asString()).isEqualTo(HOSTILE);
    assertThat(data.get("names").get(2).asString()).isEqualTo("{{data}}");
    assertThat(data.get("subject").asString()).isEqualTo(HOSTILE);
    assertThat(data.get("notes").get(1).asString()).isEqualTo(HOSTILE);
  }

  private static int occurrences(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  /// The policy forbids the page to load anything, and its script never creates elements from text.
  @Test
  void pageIsSelfContained() throws IOException {
    String page = page(builder().add(sample(150, "a")), "a run");
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain(
            "http:", "https:", "src=", "href=", "@import", "url(", "innerHTML", "document.write")
        .doesNotContain("eval(", "insertAdjacentHTML", "fetch(", "{{");
  }

  @Test
  void fewSamplesAreReportedWithTheirError() throws IOException {
    ProfileBuilder few = builder();
    for (int i = 0; i < 25; i++) {
      few.add(sample(150, "a"));
    }
    for (int i = 0; i < 400; i++) {
      few.add(sample(300, "a"));
    }
    JsonNode notes = data(page(few, "a run", "a note")).get("notes");
    // 1.96 standard deviations of a share of a half: 1.96 * sqrt(0.25 / 25) = 0.196.
    assertThat(notes.get(0).asString())
        .startsWith("Few samples: 25 in the slow moments.")
        .contains("±20 percentage points");
    assertThat(notes.get(1).asString()).isEqualTo("a note");

    for (int i = 25; i < 400; i++) {
      few.add(sample(150, "a"));
    }
    assertThat(data(page(few, "a run", "a note")).get("notes")).hasSize(1);
  }

  @Test
  void emptyProfileMakesAPage() throws IOException {
    JsonNode data = data(page(builder(), "a run"));
    assertThat(data.get("nodes").valueStream().map(JsonNode::asLong))
        .containsExactly(0L, 0L, 0L, 0L, 0L, 0L);
  }

  @Test
  void manyStacksMakeASmallPage() throws IOException {
    Random random = new Random(1);
    ProfileBuilder builder = builder();
    for (int i = 0; i < 100_000; i++) {
      List<String> frames = new ArrayList<>();
      for (int depth = 0; depth < 12; depth++) {
        frames.add("com.example.Some$Class.method" + random.nextInt(3));
      }
      builder.add(sample(i % 1000, frames.toArray(String[]::new)));
    }
    String page = page(builder, "a run");
    JsonNode nodes = data(page).get("nodes");
    long samples = 0;
    for (int i = 0; i < nodes.size(); i += 6) {
      samples += nodes.get(i + 4).asLong() + nodes.get(i + 5).asLong();
    }
    assertThat(samples).isEqualTo(100_000);
    assertThat(nodes.size() / 6).as("nodes").isGreaterThan(200_000);
    assertThat(page.length()).isLessThan(8_000_000);
  }
}
