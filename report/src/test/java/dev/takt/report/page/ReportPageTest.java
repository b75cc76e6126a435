package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.PackReader;
import dev.takt.report.pack.SampleLog;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord.State;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportPageTest {

  @TempDir Path folder;

  private static String element(String page, String id) {
    Matcher matcher =
        Pattern.compile("id=\"" + id + "[^\"]*\">(.*?)</script>", Pattern.DOTALL).matcher(page);
    assertThat(matcher.find()).as(id).isTrue();
    return matcher.group(1);
  }

  private static JsonNode document(String page) {
    byte[] zipped = Base64.getDecoder().decode(element(page, "takt-source-"));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return JsonMapper.builder().build().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<PackReader.Interval> pack(String page) throws IOException {
    return PackReader.read(Base64.getDecoder().decode(element(page, "takt-pack-")));
  }

  private static String text(JsonNode node) {
    return node.toString();
  }

  @Test
  void killedRunIsShownAsFarAsItWasWritten() throws IOException {
    RunDirectory run = SampleRun.write(folder.resolve("run"), State.RUNNING, "http://shop/", 30);
    SampleRun.age(run);
    ReportPage.write(run, run.resolve(ReportPage.FILE));

    String page = Files.readString(run.resolve(ReportPage.FILE));
    JsonNode document = document(page);
    assertThat(document.at("/entry/state").asString()).isEqualTo("broken");
    assertThat(document.at("/entry/problem").asString()).contains("killed");
    assertThat(document.at("/run/balance/completed").asLong()).isEqualTo(2 * 30 * 20);
    assertThat(document.at("/run/balance/intended").asLong()).isEqualTo(2 * 30 * 20);
    assertThat(document.at("/run/achievedRate").asDouble()).isEqualTo(40);
    assertThat(document.at("/run/schedule").asString()).startsWith("40/s");
    assertThat(document.at("/tags/0/tag").asString()).isEqualTo("read-rt");
    assertThat(document.at("/tags/0/measure").asString()).isEqualTo("response");
    assertThat(document.at("/span/to").asLong()).isEqualTo(30_000);
    assertThat(text(document.at("/notes"))).contains("Nothing is explained");
    assertThat(document.has("stalls")).isFalse();
    assertThat(pack(page)).hasSize(30 * 6);
    try (var files = Files.list(run.path())) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("run.json", "latency.hdr", "report.html");
    }
  }

  @Test
  void missingLogIsReported() throws IOException {
    RunDirectory run = SampleRun.write(folder.resolve("run"), State.FAILED, "nowhere", 0);
    String page = ReportPage.html(run);

    assertThat(text(document(page).at("/problems"))).contains("There is no latency.hdr");
    assertThat(document(page).at("/tags")).isEmpty();
    assertThat(pack(page)).isEmpty();
  }

  @Test
  void runWithDamagedRecordIsStillShown() throws IOException {
    RunDirectory run = SampleRun.write(folder.resolve("run"), State.FINISHED, "shop", 5);
    Files.writeString(run.runJson(), "{\"formatVersion\": 1, ");
    String page = ReportPage.html(run);

    assertThat(document(page).at("/entry/state").asString()).isEqualTo("broken");
    assertThat(text(document(page).at("/problems"))).contains("run.json");
    assertThat(document(page).has("run")).isFalse();
    assertThat(pack(page)).hasSize(5 * 6);
  }

  @Test
  void untrustedTextCannotEndAnElement() throws IOException {
    String evil = "</script><script>alert(1)</script><!--";
    RunDirectory run = SampleRun.write(folder.resolve("<b>&"), State.FINISHED, evil, 0);
    var _ = SampleLog.write(run.latencyLog(), List.of("</script><script>"), 3, 5);
    String page = ReportPage.html(run);

    assertThat(page)
        .doesNotContain("alert(1)</script>", "<script>alert")
        .contains("<title>&lt;b&gt;&amp; – Takt</title>");
    assertThat(document(page).at("/run/target").asString()).isEqualTo(evil);
    assertThat(document(page).at("/tags/0/tag").asString()).isEqualTo("</script><script>");
    assertThat(pack(page).getFirst().tag()).isEqualTo("</script><script>");
  }

  @Test
  void policyAllowsOnlyEmbeddedScriptAndStyle() throws Exception {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("read"), 3, 5);
    String page = ReportPage.htmlOfLog(log, TimeColumns.AUTO);

    String script = page.substring(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    String policy = page.substring(page.indexOf("default-src"), page.indexOf("form-action"));
    assertThat(policy.replace("&#39;", "'"))
        .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'")
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
    assertThat(page).doesNotContain("{{");
  }

  @Test
  void damagedLogIsShownWithItsProblems() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("read"), 10, 5);
    String text = Files.readString(log);
    Files.writeString(log, text.substring(0, text.length() - 40) + "\nnonsense\n");
    Path out = folder.resolve("a.html");
    ReportPage.writeLog(log, TimeColumns.AUTO, out);

    String page = Files.readString(out);
    assertThat(pack(page)).hasSize(9);
    assertThat(text(document(page).at("/problems")))
        .contains("a.hdr, line 16")
        .doesNotContain(folder.toString());
    assertThat(document(page).at("/entry/kind").asString()).isEqualTo("log");
    assertThat(document(page).at("/unit").asDouble()).isEqualTo(1);
  }

  @Test
  void unreadableInputAndUnwritableOutputAreReported() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("read"), 2, 5);
    assertThatThrownBy(() ->
            ReportPage.writeLog(folder.resolve("none.hdr"), TimeColumns.AUTO, folder.resolve("x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.hdr");
    assertThatThrownBy(
            () -> ReportPage.writeLog(log, TimeColumns.AUTO, folder.resolve("no/x.html")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot write")
        .hasMessageContaining("its folder does not exist");
  }

  @Test
  void reportOfTenMinutesAndSixTagsIsSmallEnoughToMail() throws IOException {
    RunDirectory run = SampleRun.write(folder.resolve("run"), State.FINISHED, "shop", 0);
    var _ = SampleLog.write(run.latencyLog(), SampleRun.TAGS, 600, 1_000);
    String page = ReportPage.html(run);

    assertThat(page.length()).isLessThan(2_000_000);
    List<PackReader.Interval> pack = pack(page);
    for (String each : SampleRun.TAGS) {
      assertThat(PackReader.sum(pack, each).total()).isEqualTo(600_000);
    }
    boolean merged = pack.size() < 3_600;
    assertThat(text(document(page).at("/notes")).contains("were merged")).isEqualTo(merged);
  }
}
