package dev.takt.cli.command;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.AssertionResult;
import dev.takt.testing.Background;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

@Timeout(60)
@Timing
class FindCommandTest {

  @TempDir Path folder;

  private static int find(World world, String... more) {
    String[] usual = {
      "find", "--self-warmup", "off", "--pause", "0s", "--out", "found", "--drain", "2s"
    };
    return world.run(
        Stream.concat(Arrays.stream(usual), Arrays.stream(more)).toArray(String[]::new));
  }

  /// A server that takes 5 ms for each operation sustains 200/s. Below that rate an operation takes
  /// 5 ms. Above it the k-th one takes 5 ms + (5 ms - 1/rate) (k - 1). So in half a second, the
  /// 99th percentile reaches 100 ms at some 240/s.
  @Test
  void theHighestRateOfAServerIsFoundWhereItsClosedFormHasIt() throws IOException {
    World world = new World(folder);

    int code =
        find(
            world,
            "--slo",
            "p99 < 100ms",
            "--between",
            "50/s",
            "and",
            "1600/s",
            "--target",
            "sim:md1,service=5ms",
            "--workers",
            "200",
            "--duration",
            "500ms",
            "--resolution",
            "40%",
            "--repeats",
            "1");

    assertThat(code).as(world.out() + world.err()).isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
    Path found = folder.resolve("found");
    JsonNode json = new ObjectMapper().readTree(Files.readString(found.resolve("find.json")));
    assertThat(json.get("held").get("rate").asDouble()).isBetween(99.0, 245.0);
    assertThat(json.get("low").asDouble()).isEqualTo(50);
    assertThat(json.get("objectives").get(0).asString()).isEqualTo("p99 < 100ms");
    assertThat(Files.readString(found.resolve("curve.svg")))
        .contains("<svg", "p99 against throughput");
    assertThat(world.err().lines().filter(each -> each.startsWith("takt: step")))
        .hasSize(json.get("steps").size());
    assertThat(world.out()).contains("step", "achieved", "highest", "files       " + found);
    assertThat(world.out().lines()).allSatisfy(each -> assertThat(each).hasSizeLessThan(101));
    if (code == ExitCode.OK) {
      assertThat(json.get("failed").get("rate").asDouble()).isBetween(205.0, 400.0);
      assertThat(world.out()).contains("failed\n  - ", "more: takt explain ");
    }
    Path first = Path.of(json.get("steps").get(0).get("directory").asString());
    assertThat(Objects.requireNonNull(RunDirectory.open(first).read().summary()).assertions())
        .extracting(AssertionResult::rule)
        .containsExactly("p99 >= 100ms");
  }

  /// A server answers one request after the other, in 20 ms each: the request of one of N users
  /// takes N times 20 ms. So three users hold 70 ms, and four do not.
  @Test
  void theGreatestNumberOfUsersIsFound() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            Thread.sleep(20);
            exchange.sendResponseHeaders(200, -1);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        });
    server.start();
    Files.writeString(
        folder.resolve("plan.yaml"),
        "target: http://127.0.0.1:%d/\njourneys: {j: {steps: [a: {}]}}\n"
            .replace("%d", "" + server.getAddress().getPort()));
    World world = new World(folder);
    try {
      int code =
          find(
              world,
              "plan.yaml",
              "--slo",
              "service.p50 < 70ms",
              "--between",
              "1..8",
              "--duration",
              "900ms",
              "--warmup",
              "300ms",
              "--repeats",
              "1");
      assertThat(code).as(world.out() + world.err()).isEqualTo(ExitCode.OK);
    } finally {
      server.stop(0);
    }
    assertThat(world.out())
        .startsWith("3 users: the most for which holds service.p50 < 70ms\n")
        .contains("holds       3 users", "fails       4 users");
    assertThat(folder.resolve("found/01-1-users")).isDirectory();
    JsonNode json =
        new ObjectMapper().readTree(Files.readString(folder.resolve("found/find.json")));
    assertThat(json.get("searched").asString()).isEqualTo("users");
    assertThat(json.get("held").get("rate").asInt()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1..8 --users 5 | the number of users is what is searched",
        "1..8/s | expected two rates with a unit, such as 10/s, or two numbers of users",
        "8..2 | expected the lower number first, found 8 and 2",
        "0..2 | expected at least one user, found 0",
        "1..8 --connections 7 | without think times each of the 8 users needs a connection, of which there are 7",
        "1/s..8/s | a closed population has no rate to search; search the number of its users",
      })
  void numbersOfUsersThatDoNotFitAreRefused(String flags, String message) throws IOException {
    Files.writeString(
        folder.resolve("plan.yaml"),
        "target: http://127.0.0.1:1/\nusers: 4\njourneys: {j: {steps: [a: {}]}}\n");
    World world = new World(folder);
    String[] all = ("plan.yaml --slo errors<1 --between " + flags).split(" ", -1);
    assertThat(find(world, all)).isEqualTo(ExitCode.USAGE);
    assertThat(world.err().replaceAll("\\s+", " ")).contains(message);
  }

  @Test
  void aTargetThatCarriesAllIsSaidToHoldAtLeastThat() {
    World world = new World(folder);

    int code =
        find(
            world,
            "--slo",
            "p50 < 10s",
            "--between",
            "100/s..200/s",
            "--target",
            "sim:delay=0",
            "--duration",
            "100ms");

    assertThat(code).as(world.out() + world.err()).isZero();
    assertThat(world.out())
        .startsWith("at least 200/s: the highest rate that was asked for holds p50 < 10s\n")
        .contains("holds       200/s, in 2 of 2 runs");
  }

  @Test
  void aWorkloadThatInsertsIsRefused() {
    World world = new World(folder);

    int code =
        find(
            world,
            "--slo",
            "p99 < 1s",
            "--between",
            "100/s..200/s",
            "--target",
            "sim:store",
            "--mode",
            "fixed",
            "-p",
            "recordcount=10",
            "-p",
            "insertproportion=0.1");

    assertThat(code).as(world.out() + world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .contains("each run would insert the same new ones")
        .contains("insertproportion=0");
    assertThat(folder.resolve("found")).doesNotExist();
  }

  @Test
  void aTargetThatNeverHoldsIsSaidNotTo() {
    World world = new World(folder);

    int code =
        find(
            world,
            "--slo",
            "errors < 1%",
            "--fail-if",
            "min < 0s",
            "--between",
            "100/s..200/s",
            "--target",
            "sim:delay=0,error=0.5",
            "--duration",
            "200ms",
            "--format",
            "json",
            "--pacing",
            "spin");

    assertThat(code).as(world.err()).isIn(ExitCode.ASSERTION_BROKEN, ExitCode.NOT_TRUSTED);
    JsonNode json = new ObjectMapper().readTree(world.out());
    assertThat(json.get("held").isNull()).isTrue();
    if (code == ExitCode.ASSERTION_BROKEN) {
      assertThat(json.get("end").asString()).isEqualTo("none_holds");
      JsonNode objectives = json.get("steps").get(0).get("objectives");
      assertThat(objectives.get(0).get("verdict").asString()).isEqualTo("broken");
      assertThat(objectives.get(0).get("value").asDouble()).isBetween(0.2, 0.8);
      assertThat(objectives.get(1).get("objective").asString()).isEqualTo("min >= 0s");
      assertThat(objectives.get(1).get("verdict").asString()).isEqualTo("kept");
    }
  }

  @Test
  void ctrlCEndsTheRunAndTellsWhatIsKnown() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() ->
            find(
                world,
                "--slo",
                "p50 < 10s",
                "--between",
                "50/s..100k/s",
                "--target",
                "sim:delay=1ms",
                "--count",
                "20"));
    await().atMost(ofSeconds(30)).until(() -> world.err().contains("step 1 "));

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    // On a busy machine the first run may be inconclusive.
    assertThat(world.out()).startsWith("interrupted: ").containsPattern("\\n.* 1 .* 50/s .*ms");
    assertThat(world.err()).endsWith("takt: interrupted\n");
    assertThat(folder.resolve("found/find.json")).exists();
  }

  @Test
  void unreachableTargetFailsWithoutStackTrace() {
    World world = new World(folder);

    int code =
        find(
            world,
            "--slo",
            "p99 < 10s",
            "--between",
            "20/s..40/s",
            "--target",
            "http://127.0.0.1:1/",
            "--duration",
            "200ms");

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("efused").doesNotContain("\tat ", "Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          find --between 1/s..2/s                        | --slo: say what has to hold
          find --slo p99<1s                              | --between: say which rates to search
          find --slo p99<1s --between 5/s                | --between: expected two rates
          find --slo p99<1s --between 5/s..5/s           | expected the lower rate first
          find --slo p99<1s --between 9/s and 5/s        | expected the lower rate first, found 9/s and 5/s
          find --slo p99<1s --between 0/s and 5/s        | rate "0/s" is 0
          find --slo p99<1s --between 1/s..fast          | rate "fast" is not understood
          find --slo p99 --between 1/s..2/s              | --slo: expected a comparison and a limit
          find --slo p98x<1s --between 1/s..2/s          | expected p50 … p99.99, mean, min, max
          find --slo buy.p9<1s --between 1/s..2/s        | buy.p9<1s: the plan has no operation
          find --slo p9<1s --between 1/s..2/s --rate 5/s | --rate: the rate is what is searched
          find --slo p9<1s --between 1/s..2/s --set rate=5/s | --rate: the rate is what is searched
          find --slo p9<1s --between 1/s..2/s --mode throughput | there is no rate in mode throughput
          find --slo p9<1s --between 1/s..2/s --schedule trace:x.csv | the schedule has rates of its own
          find --slo p9<1s --between 1/s..2/s --set share=1/2 | share, start-at: find drives the whole load
          find --slo p9<1s --between 1/s..2/s --set start-at=2027-03-01T10:00:00Z | share, start-at: find
          find --slo p9<1s --between 1/s..2/s --repeats 2    | --repeats: expected an odd number
          find --slo p9<1s --between 1/s..2/s --repeats many | --repeats: expected a whole number
          find --slo p9<1s --between 1/s..2/s --max-steps 0  | --max-steps: expected at least one
          find --slo p9<1s --between 1/s..2/s --resolution 5 | --resolution: expected a share
          find --slo p9<1s --between 1/s..2/s --pause soon   | --pause: duration "soon"
          find --slo p9<1s --between 1/s..2/s --format ycsb  | expected one of table, json
          find --slo p9<1s --betwee 1/s..2/s                 | did you mean --between?
          find --slo p9<1s --between 1/s..2/s no.yaml        | no.yaml: there is no such file
          """)
  void whatCannotBeIsSaidInAMessage(String line, String message) {
    World world = new World(folder);

    assertThat(world.run(line.split(" "))).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains(message.stripTrailing()).doesNotContain("\tat ", "Exception");
    assertThat(world.out()).isEmpty();
  }

  @Test
  void aDirectoryThatIsNotEmptyOrCannotBeMadeIsSaidSo() throws IOException {
    Files.createDirectories(folder.resolve("full"));
    Files.writeString(folder.resolve("full/notes.txt"), "mine");
    for (String out : List.of("full", "/dev/null/x")) {
      World world = new World(folder);
      int code =
          world.run(
              "find",
              "--slo",
              "p99 < 1s",
              "--between",
              "1/s..2/s",
              "--target",
              "sim:delay=0",
              "--out",
              out);
      assertThat(code).isEqualTo(ExitCode.FAILED);
      assertThat(world.err()).contains("run directory").doesNotContain("\tat ");
    }
  }

  @Test
  void helpHasExamplesAndFitsAHundredColumns() {
    World world = new World(folder);

    assertThat(world.run("find", "--help")).isZero();

    assertThat(world.out().lines()).allSatisfy(each -> assertThat(each).hasSizeLessThan(101));
    assertThat(world.out()).contains("--between 1k/s and 50k/s", "--slo=OBJECTIVE", "--workers");
    Matcher rate = Pattern.compile("--rate\\b").matcher(world.out());
    assertThat(rate.find()).isFalse();
  }
}
