package dev.takt.cli.command;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Background;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CiFilesTest {

  private static final String JUNIT = "--report-junit";
  private static final String MARKDOWN = "--summary-markdown";

  @TempDir Path folder;

  /// Half of the operations fail; without a schedule nothing depends on how busy the machine is.
  private static int run(World world, String... more) {
    Stream<String> usual =
        Stream.of(
            "run --target sim:delay=0,error=0.5 --mode throughput --count 200 --self-warmup off"
                .concat(" --quiet --no-report --out run")
                .split(" "));
    return world.run(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void brokenRuleIsInBothFiles() throws IOException {
    int code =
        run(
            new World(folder),
            JUNIT,
            "new/takt.xml",
            MARKDOWN,
            "takt.md",
            "--fail-if",
            "errors > 10%",
            "--fail-if",
            "errors > 99%");

    assertThat(code).isEqualTo(ExitCode.ASSERTION_BROKEN);
    assertThat(read("new/takt.xml"))
        .contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\"")
        .contains("name=\"fail-if errors &gt; 99%\" time=\"0.000\"/>");
    assertThat(read("takt.md"))
        .startsWith("### ❌ ")
        .contains("| ❌ | fail-if errors > 10% |", "| ✅ | fail-if errors > 99% |");
  }

  @Test
  void storedRunGivesTheSameFiles() throws IOException {
    World world = new World(folder);
    run(world, JUNIT, "a.xml", MARKDOWN, "a.md", "--fail-if", "errors > 10%");

    int code = world.run("report", "run", JUNIT, "b.xml", MARKDOWN, "b.md");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(read("b.xml")).isEqualTo(read("a.xml"));
    assertThat(read("b.md")).isEqualTo(read("a.md"));
    assertThat(folder.resolve("run/report.html")).doesNotExist();
  }

  @Test
  void missedScheduleWithoutRulesIsSkippedNowAndLater() throws IOException {
    World world = new World(folder);
    String line =
        "run --target sim:delay=10ms --workers 1 --rate 1000/s --duration 300ms --drain 100ms"
            + " --self-warmup off --quiet --no-report --out run --report-junit a.xml";

    assertThat(world.run(line.split(" "))).isEqualTo(ExitCode.NOT_TRUSTED);
    world.run("report", "run", JUNIT, "b.xml");

    assertThat(read("a.xml")).contains("skipped=\"1\"", "<skipped message=\"SCHEDULE MISSED: ");
    assertThat(read("b.xml")).isEqualTo(read("a.xml"));
  }

  @Test
  void targetThatCannotBeDrivenIsAnError() throws IOException {
    World world = new World(folder);

    int code = world.run("run", "--target", "exec:/no/such", JUNIT, "x.xml", MARKDOWN, "x.md");

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(read("x.xml")).contains("errors=\"1\"", "/no/such");
    assertThat(read("x.md")).startsWith("### ❌ ").contains("/no/such");
  }

  @Test
  void stoppedRunIsWritten() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() ->
            world.run(
                ("run --target sim:delay=1ms --rate 100/s --duration 1h --no-self-warmup --no-report --out run"
                        + " --report-junit x.xml --summary-markdown x.md")
                    .split(" ")));
    await().atMost(ofSeconds(30)).until(() -> world.err().contains("measure"));

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(read("x.xml")).contains("<error message=\"stopped before its end\"");
    assertThat(read("x.md")).startsWith("### ❌ ").contains("stopped before its end");
  }

  @ParameterizedTest
  @ValueSource(strings = {JUNIT, MARKDOWN})
  void placeThatCannotBeWrittenToEndsTheCommandBeforeTheRun(String flag) throws IOException {
    Files.createDirectory(folder.resolve("taken"));
    Files.writeString(folder.resolve("file"), "x");
    for (String name : List.of("taken", "file/x.xml", "")) {
      World world = new World(folder);

      assertThat(run(world, JUNIT, "ok.xml", flag, name)).isEqualTo(ExitCode.USAGE);
      assertThat(world.err()).contains("takt run: " + flag + ": ");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .extracting(each -> each.getFileName().toString())
          .containsExactlyInAnyOrder("taken", "file");
    }
  }

  @Test
  void stepSummaryOfGithubIsAppendedAndAnotherFileReplaced() throws IOException {
    Path summary = Files.writeString(folder.resolve("step.md"), "before\n\n");
    Files.writeString(folder.resolve("x.xml"), "before");
    World world = new World(folder).with(Map.of("GITHUB_STEP_SUMMARY", summary.toString()));

    run(world, MARKDOWN, summary.toString(), JUNIT, "x.xml");

    assertThat(read("step.md")).startsWith("before\n\n### ");
    assertThat(read("x.xml")).startsWith("<?xml");
  }

  @Test
  void annotationsAreOnStandardErrorWhereGithubReadsThem() {
    World world = new World(folder).with(Map.of("GITHUB_ACTIONS", "true"));
    run(world, "--fail-if", "errors > 10%", "--format", "json");
    assertThat(world.err()).contains("\n::error title=takt fail-if errors > 10%25::it is 5");
    assertThat(world.out()).startsWith("{").doesNotContain("::");

    World elsewhere = new World(folder.resolve("other"));
    run(elsewhere, "--fail-if", "errors > 10%");
    assertThat(elsewhere.err()).doesNotContain("::error");
  }

  @Test
  void logHasNoVerdicts() throws IOException {
    Files.writeString(folder.resolve("x.hdr"), "x");
    World world = new World(folder);

    assertThat(world.run("report", "x.hdr", JUNIT, "x.xml")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("--report-junit: only of a run");
  }
}
