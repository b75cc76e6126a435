package dev.takt.cli.command;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.cli.World;
import dev.takt.cli.flags.RunArguments;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.json.Schemas;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.RunRecord;
import dev.takt.testing.Background;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RunCommandTest {

  @TempDir Path folder;

  private int run(World world, String... more) {
    String[] usual = {
      "run",
      "--target",
      "sim:delay=0",
      "--rate",
      "200/s",
      "--duration",
      "500ms",
      "--self-warmup",
      "off",
      "--quiet",
      "--out",
      "run"
    };
    String[] all = Arrays.copyOf(usual, usual.length + more.length);
    System.arraycopy(more, 0, all, usual.length, more.length);
    return world.run(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alloc > 2KB/op      |                              | a rule on alloc needs --watch
          page-faults > 5/op  |                              | a rule on page-faults needs --watch deep
          ipc < 0.8           | --watch default              | a rule on ipc needs --watch deep
          task-clock > 1ms/op | --watch deep --fleet local:2 | a rule on task-clock is for runs on one machine, since a fleet has no such counters: remove the rule, or run without --fleet
          """)
  void ruleOnWhatIsNotObservedIsRefused(String rule, @Nullable String flags, String message) {
    World world = new World(folder);
    List<String> more = new ArrayList<>(List.of("--fail-if", rule));
    if (flags != null) {
      more.addAll(List.of(flags.split(" ", -1)));
    }

    assertThat(run(world, more.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);

    assertThat(world.err()).contains(message);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run
          run --target http://127.0.0.1:8080/ --rate 1000/s --duration 20s --connections 16 --format json
          run --target sim:delay=4ms --rate 1000/s --workers 1 --count 5000 --format json
          run --target sim:four-mode --rate 10000/s --workers 25 --duration 60s
          run --target postgres:embedded --rate 500/s --duration 20s
          run --target sim:delay=1ms --pacing spin --drain 1s --warmup 1s --seed 3 --threads 2 --quiet
          run --target sim:delay=1ms --schedule poisson --timeout off --no-self-warmup --out x
          """)
  void theCommandsOfTheManualParseAsTyped(String line) {
    World world = new World(folder);

    assertThat(world.run((line + " --print-plan").split(" "))).as(world.err()).isZero();
    assertThat(world.err()).isEmpty();
  }

  @Test
  void aSwitchOfADriverCanBeTurnedOff() {
    World world = new World(folder);
    String line = "run --target jdbc:postgresql:x --sql x --no-prepared --print-plan";

    assertThat(world.run(line.split(" "))).as(world.err()).isZero();
    assertThat(world.out()).contains("prepared: false");
  }

  @Test
  void allJarsOfAGlobThatTheShellExpandedBelongToTheFlag() {
    assertThat(
            RunArguments.withDefaultValues(
                List.of("plan.yaml", "--driver-jar", "a.jar", "b.jar", "--sql", "x", "c.jar")))
        .containsExactly(
            "plan.yaml", "--driver-jar", "a.jar", "--driver-jar", "b.jar", "--sql", "x", "c.jar");
  }

  /// The record that ends an archive, and nothing before it.
  private static final byte[] EMPTY_ZIP = Arrays.copyOf(new byte[] {'P', 'K', 5, 6}, 22);

  @Test
  void aDriverJarMayBeGivenSeveralTimes() throws IOException {
    World world = new World(folder);
    Path a = Files.write(folder.resolve("a.jar"), EMPTY_ZIP);
    Path b = Files.write(folder.resolve("b.jar"), EMPTY_ZIP);

    int code =
        world.run(
            ("run --target jdbc:postgresql:x --sql x --print-plan --driver-jar " + a)
                .concat(" --driver-jar " + b)
                .split(" "));

    assertThat(code).isEqualTo(2);
    assertThat(world.err()).contains("no JDBC driver in " + a + " and 1 more");
  }

  @Test
  void aTargetThatCannotBeDrivenLeavesNoEmptyDirectory() throws Exception {
    World world = new World(folder);

    assertThat(world.run("run", "--target", "exec:/no/such", "--duration", "1s"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("/no/such");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void commandThatFailsWhileAnotherProcessAnswersFailsTheRun() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      World world = new World(folder);
      String target = "http://127.0.0.1:" + other.getLocalPort() + "/";

      assertThat(world.run("run", target, "--spawn", "false", "--count", "1", "--out", "spawned"))
          .isEqualTo(ExitCode.FAILED);
      assertThat(world.err())
          .contains("the command that was started as the target has ended")
          .contains("another process answers at its address");
    }
  }

  /// The engine connects only after the run has its directory and a file in it.
  @Test
  void aTargetThatRefusesLeavesNoDirectory() throws Exception {
    World world = new World(folder);
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    assertThat(
            world.run(
                "run",
                "--target",
                "http://127.0.0.1:" + port,
                "--duration",
                "1s",
                "--no-self-warmup"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("connection refused");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void valuesWithSpacesAreTakenAsTheyAre() {
    World world = new World(folder);

    int code =
        world.run(
            "run",
            "--target",
            "jdbc:postgresql://127.0.0.1/test",
            "--sql",
            "select 1",
            "--mode",
            "throughput",
            "--fail-if",
            "p99 > 20ms",
            "--fail-if",
            "errors > 0.1%",
            "--print-plan");

    assertThat(code).as(world.err()).isZero();
    assertThat(world.out())
        .contains("sql: select 1  # --sql\n", "- p99 > 20ms\n", "- errors > 0.1%\n")
        .doesNotContain("rate:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec", "http", "jdbc", "redis", "sim", "staged", "trace"})
  void theExamplesAreGoodPlansAndFitTheSchema(String name) throws Exception {
    Path file = Path.of("..", "examples", name + ".yaml");
    var plan = new PlanReader(InstalledDrivers.load()).read(file, Map.of());
    World world = new World(folder);

    assertThat(world.run("schema", "plan")).isZero();
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(world.out(), InputFormat.JSON);
    assertThat(schema.validate(Files.readString(file), InputFormat.YAML)).isEmpty();
    assertThat(schema.validate(PlanWriter.yaml(plan), InputFormat.YAML)).isEmpty();
  }

  @Test
  void runsAndPrintsATable() {
    World world = new World(folder);

    int code = run(world);

    assertThat(code).as(world.err()).isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
    assertThat(world.out())
        .contains("; all 100 operations succeeded.")
        .containsPattern("\nread +100 +0 ")
        .containsPattern("(?i)\ngenerator [a-z]+: ");
    assertThat(world.err()).isEmpty();
  }

  @Test
  void jsonFitsThePublishedSchema() {
    World world = new World(folder);

    run(world, "--format", "json");

    var registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    var schema = registry.getSchema(Schemas.summary(), InputFormat.JSON);
    assertThat(schema.validate(world.out(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void neverSpeaksOfResponseTimeWithoutASchedule() {
    for (String format : new String[] {"table", "json", "ycsb"}) {
      World world = new World(folder);
      int code =
          world.run(
              "run",
              "--target",
              "sim:delay=1ms",
              "--mode",
              "throughput",
              "--duration",
              "300ms",
              "--no-self-warmup",
              "--format",
              format,
              "--out",
              format);

      assertThat(code).as(world.err()).isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
      assertThat((world.out() + world.err()).toLowerCase(Locale.ROOT))
          .doesNotContain("response time", "intended-");
    }
  }

  @Test
  void aBrokenRuleIsKeptInTheRunAndSetsTheExitCode() throws IOException {
    World world = new World(folder);

    int code = run(world, "--fail-if", "max >= 0s", "--fail-if", "p99 > 1h");

    assertThat(code).isEqualTo(ExitCode.ASSERTION_BROKEN);
    assertThat(world.out()).contains("BROKEN  max >= 0s", "ok      p99 > 1h");
    RunRecord kept = RunDirectory.open(folder.resolve("run")).read();
    assertThat(Objects.requireNonNull(kept.summary()).assertions())
        .extracting(AssertionResult::broken)
        .containsExactly(true, false);
  }

  @Test
  void aRunThatItsCountEndsIsMeasuredByItsOwnLengthAndNotByTheDuration() {
    World world = new World(folder);

    // With so few operations one may be late on a busy machine. This test does not check the exit
    // code.
    assertThat(run(world, "--count", "20", "--format", "json")).isNotEqualTo(ExitCode.USAGE);
    assertThat(world.out()).containsPattern("\"intended\" ?: 200\\.0");
  }

  @Test
  void aFlagAndSetOfTheSameKeyAreAMistakeAndNoBug() {
    World world = new World(folder);

    assertThat(run(world, "--set", "rate=100/s")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("--rate: given twice").doesNotContain("bug");
  }

  @Test
  void whatIsNotKnownOfWorkersIsNotPrintedAsZero() {
    World world = new World(folder);

    int code =
        world.run(
            "run",
            "--target",
            "sim:delay=1ms",
            "--mode",
            "throughput",
            "--duration",
            "1s",
            "--no-self-warmup",
            "--out",
            "run");

    assertThat(code).as(world.err()).isZero();
    assertThat(world.out()).contains("generator not judged: without a schedule");
  }

  @Timing
  @Test
  void aMissedScheduleSaysByWhoseFault() {
    World world = new World(folder);

    int code =
        world.run(
            "run",
            "--target",
            "sim:delay=4ms",
            "--rate",
            "1000/s",
            "--workers",
            "1",
            "--count",
            "200",
            "--no-self-warmup",
            "--quiet",
            "--format",
            "json",
            "--out",
            "run");

    assertThat(code).isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(world.err()).contains("SCHEDULE MISSED");
    assertThat(world.out()).contains("SCHEDULE MISSED");
  }

  @Test
  void ctrlCEndsTheRunInGoodOrder() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() ->
            world.run(
                "run",
                "--target",
                "sim:delay=1ms",
                "--rate",
                "100/s",
                "--duration",
                "1h",
                "--no-self-warmup",
                "--out",
                "run"));
    await().atMost(ofSeconds(30)).until(() -> world.err().contains("measure"));

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(world.out()).contains("stopped before its end");
    assertThat(world.err())
        .containsOnlyOnce("takt: stopping; press Ctrl-C again to leave at once\n");
    RunRecord kept = RunDirectory.open(folder.resolve("run")).read();
    assertThat(kept.state()).isEqualTo(RunRecord.State.STOPPED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --rat 5/s                       | 2 | did you mean --rate?
          run --format xml                    | 2 | expected one of table, json, ycsb, ycsb-json, ycsb-json-array, found 'xml'
          run --set rate                      | 2 | expected KEY=VALUE
          run --target sim:nope               | 2 | --target: unknown simulated system
          run --rate 0/s                      | 2 | --rate: rate "0/s" is 0
          run no-such.yaml                    | 2 | no-such.yaml: there is no such file
          run --schedule trace:no-such.csv    | 2 | --schedule:
          run a.yaml b.yaml                   | 2 | takt run:
          run --watch deeply                  | 2 | deeply is neither a file nor a target
          run --target exec:true --watch-pid 47   | 2 | nothing is observed without --watch
          run --watch --watch-pid 4 --spawn x | 2 | the process of a command that is started is known
          run --target exec:true --profile        | 2 | nothing is observed without --watch
          run --watch --profile 2s            | 2 | expected a time from 1ms to 1s, found 2s
          run --watch --profile often         | 2 | often is neither a file nor a target
          watch --host --profile              | 2 | --profile: only with the process that is to be
          profile                             | 2 | takt profile: Missing required parameter
          profile no-such-run                 | 1 | no-such-run does not exist: no run
          profile . --thread (                | 2 | --thread: '(' is not a regular expression
          profile . --slower-than fast        | 2 | --slower-than:
          profile . --force                   | 2 | --force: only with --out
          profile . --format xml              | 2 | expected one of table, json, found 'xml'
          watch                               | 2 | expected one of PID, --host and --read, found none
          watch 47 --host                     | 2 | found a process and --host
          watch -- -1                         | 2 | expected the number of a process, found '-1'
          watch x                             | 2 | expected the number of a process, found 'x'
          watch --host --for 0s               | 2 | --for: expected a time of more than 0
          watch --host --format xml           | 2 | expected one of table, json, found 'xml'
          watch 999999999                     | 1 | there is no process 999999999
          watch --read no-such.jfr            | 1 | no-such.jfr
          probe nothing                       | 2 | there is no command 'nothing'
          walk                                | 2 | there is no command 'walk'
          schema sausage                      | 2 | expected one of plan, run, stalls, threads, baseline, summary
          run --target sim:delay=1ms --out /dev/null/x | 1 | cannot make run directory
          run --target jdbc:postgresql://127.0.0.1:1/x --sql x --out y | 1 | refused
          """)
  void whatCannotBeIsSaidInAMessage(String line, int code, String message) {
    World world = new World(folder);

    assertThat(world.run(line.split(" "))).isEqualTo(code);
    assertThat(world.err()).contains(message.stripTrailing()).doesNotContain("\tat ", "Exception");
    assertThat(world.out()).isEmpty();
  }

  @Test
  void helpLeadsWithExamplesAndFitsEightyColumns() {
    World world = new World(folder);

    assertThat(world.run("run", "--help")).isZero();

    assertThat(world.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(world.out().indexOf("Examples")).isLessThan(world.out().indexOf("--target="));
    assertThat(world.out()).contains("HTTP options (", "JDBC options (", "--sql", "'p99 > 20ms'");
    assertThat(world.out().replaceAll("\\s+", " "))
        .contains("EXEC options (", "exec: exit codes", "http, demo:");
    String expect = world.out().substring(0, world.out().indexOf("--expect="));
    assertThat(expect.substring(expect.lastIndexOf("ptions "))).startsWith("ptions for several");
    assertThat(world.err()).isEmpty();
  }

  @Test
  void versionAndOverview() {
    World version = new World(folder);
    World overview = new World(folder);

    assertThat(version.run("--version")).isZero();
    assertThat(version.out()).startsWith("takt ");
    assertThat(overview.run()).isZero();
    assertThat(overview.out()).contains("Examples", "takt run").doesNotContain("@|");
  }
}
