package dev.takt.cli.command;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Background;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {

  @TempDir Path folder;

  private record Outcome(int code, String out, String err) {}

  private Outcome takt(String... args) {
    World world = new World(folder);
    int code = world.run(args);
    return new Outcome(code, world.out(), world.err());
  }

  /// The page's embedded data of its source.
  private String document(String page) throws IOException {
    String html = Files.readString(folder.resolve(page));
    Matcher element = Pattern.compile("id=\"takt-source-[^\"]*\">([^<]*)<").matcher(html);
    assertThat(element.find()).isTrue();
    byte[] zipped = Base64.getDecoder().decode(element.group(1));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aRunEndsWithItsReport() throws IOException {
    Outcome run =
        takt("run", "--target", "sim:delay=1ms", "--workers", "1", "--count", "20", "--out", "r");
    assertThat(run.err()).contains("takt: report " + folder.resolve("r/report.html"));
    assertThat(document("r/report.html")).contains("\"completed\":20");
    Files.delete(folder.resolve("r/report.html"));

    Outcome again = takt("report", "r");
    assertThat(again.code()).isEqualTo(ExitCode.OK);
    assertThat(document("r/report.html")).contains("\"completed\":20");

    Outcome log = takt("report", "r/latency.hdr", "--out", "x.html");
    assertThat(log.code()).isEqualTo(ExitCode.OK);
    assertThat(document("x.html")).contains("\"kind\":\"log\"");
    Outcome twice = takt("report", "r/latency.hdr", "--out", "x.html");
    assertThat(twice.code()).isEqualTo(ExitCode.FAILED);
    assertThat(twice.err()).contains("it exists").contains("--force");
    assertThat(takt("report", "r", "--out", "x.html", "--force").code()).isEqualTo(ExitCode.OK);
  }

  @Test
  void anEmptyNameIsNoFolder() {
    for (String command : List.of("report", "explore")) {
      Outcome outcome = takt(command, "");
      assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
      assertThat(outcome.err()).contains("the name is empty: is a variable not set?");
    }
  }

  @Test
  void aRunNeedNotHaveAReport() {
    Outcome run =
        takt(
            "run",
            "--target",
            "sim:delay=1ms",
            "--workers",
            "1",
            "--count",
            "5",
            "--out",
            "r",
            "--no-report");
    assertThat(run.err()).doesNotContain("report");
    assertThat(folder.resolve("r/report.html")).doesNotExist();
  }

  @Test
  void aReportThatCannotBeWrittenIsAFailureOfStorage() throws IOException {
    var _ =
        takt("run", "--target", "sim:delay=1ms", "--workers", "1", "--count", "5", "--out", "r");
    Files.delete(folder.resolve("r/report.html"));
    Files.createDirectories(folder.resolve("r/report.html/in-the-way"));
    Outcome again = takt("report", "r");
    assertThat(again.code()).isEqualTo(ExitCode.FAILED);
    assertThat(again.err()).contains("cannot write").contains("report.html");
  }

  @Test
  void whatIsNoRunIsSaid() throws IOException {
    assertThat(takt("report", "none").code()).isEqualTo(ExitCode.FAILED);
    assertThat(takt("report", "none").err()).contains("does not exist");
    assertThat(takt("report").code()).isEqualTo(ExitCode.USAGE);
    Files.writeString(folder.resolve("a.hdr"), "");
    assertThat(takt("report", "a.hdr").code()).isEqualTo(ExitCode.USAGE);
    assertThat(takt("report", "a.hdr").err()).contains("--out FILE");
  }

  @Test
  void anExplorerRefusesWhatItCannotDo() throws Exception {
    assertThat(takt("explore", "none").err()).contains("none does not exist");
    assertThat(takt("explore", "none").code()).isEqualTo(ExitCode.FAILED);
    assertThat(takt("explore", "--port", "70000").code()).isEqualTo(ExitCode.USAGE);
    assertThat(takt("explore", "--bind", "example.org").code()).isEqualTo(ExitCode.USAGE);
    assertThat(takt("explore", "--help").out()).contains("Symbolic links are not followed");
  }

  @Test
  void anExplorerServesUntilCtrlC() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() -> world.run("explore", "--no-browser"));
    await().atMost(ofSeconds(30)).until(() -> world.out().contains("/\n"));
    URI url = URI.create(world.out().strip());
    try (var page = url.toURL().openStream()) {
      assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8)).contains("takt-page");
    }
    world.pressCtrlC();
    assertThat(code.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.OK);
  }

  @Test
  void aRunIsServedWhileItIsOn() {
    Outcome run =
        takt(
            "run",
            "--target",
            "sim:delay=1ms",
            "--workers",
            "1",
            "--count",
            "5",
            "--out",
            "r",
            "--explore");
    String url =
        run.err()
            .lines()
            .filter(each -> each.contains("explore this run at"))
            .findFirst()
            .orElseThrow();
    assertThat(URI.create(url.substring(url.indexOf("http"))).getHost()).isEqualTo("127.0.0.1");
  }

  @Test
  void aBrowserIsOpenedOnlyWhereThereIsADesktop() {
    assertThat(Browser.command("Linux", Map.of())).isEmpty();
    assertThat(Browser.command("Linux", Map.of("DISPLAY", ":0"))).isEqualTo(List.of("xdg-open"));
    assertThat(Browser.command("Mac OS X", Map.of())).isEqualTo(List.of("open"));
  }
}
