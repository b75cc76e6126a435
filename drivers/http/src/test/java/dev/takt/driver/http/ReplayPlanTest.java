package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.replay.ReplayLog;
import dev.takt.load.replay.ReplaySettings;
import dev.takt.load.schedule.RateMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The key `replay` and its flags.
class ReplayPlanTest {

  private static final List<DriverProvider> DRIVERS = List.of(new HttpDriverProvider());

  @TempDir private Path folder;

  private Path log = Path.of("");

  @BeforeEach
  void writeLog() throws Exception {
    log = folder.resolve("a.log");
    Files.writeString(
        log,
        """
        1.1.1.1 - - [14/Nov/2023:22:13:20 +0000] "GET /a HTTP/1.1" 200 5
        1.1.1.1 - - [14/Nov/2023:22:13:21 +0000] "POST /b HTTP/1.1" 200 5
        1.1.1.1 - - [14/Nov/2023:22:13:22 +0000] "GET /c HTTP/1.1" 404 5
        """);
  }

  private Plan plan(String yaml, Map<String, String> flags) throws Exception {
    Path file = Files.writeString(folder.resolve("plan.yaml"), "target: http://h/\n" + yaml);
    Map<String, List<String>> lists = new LinkedHashMap<>();
    flags.forEach((key, value) -> lists.put(key, List.of(value)));
    return new PlanReader(DRIVERS).read(file, lists);
  }

  private static ReplaySettings replay(Plan plan) {
    return replayed(plan).settings();
  }

  private static ReplayLog replayed(Plan plan) {
    return Objects.requireNonNull(plan.target().replay());
  }

  private String problems(String yaml, Map<String, String> flags) {
    String[] text = new String[1];
    assertThatExceptionOfType(PlanException.class)
        .isThrownBy(() -> plan(yaml, flags))
        .satisfies(e ->
            text[0] =
                e.problems().stream().map(PlanProblem::toString).collect(Collectors.joining("\n")));
    return text[0];
  }

  @Test
  void aFileIsEnough() throws Exception {
    Plan plan = plan("replay: a.log\n", Map.of());

    assertThat(replay(plan).file()).isEqualTo(log);
    assertThat(replay(plan).speed()).isEqualTo(1);
    assertThat(plan.operationNames()).containsExactly("GET");
    assertThat(plan.load().rate()).isNull();
    assertThat(plan.load().schedule()).isNull();
    assertThat(plan.load().duration()).isNull();
    assertThat(plan.load().mode()).isEqualTo(RateMode.FIXED);
    assertThat(PlanLaunch.prepare(plan, DRIVERS).notes())
        .first()
        .isEqualTo("replay 2 of 3 lines of " + log);
  }

  @Test
  void flagsOverrideThePlan() throws Exception {
    String yaml = "replay: {file: none.log, speed: 3, methods: 'GET,PUT', status: 200}\n";

    Plan plan =
        plan(
            yaml,
            Map.of(
                "replay", log.toString(),
                "replay-speed", "2",
                "replay-methods", "get, post",
                "replay-from", "1s",
                "replay-to", "2023-11-14T22:13:22Z"));

    assertThat(replay(plan).speed()).isEqualTo(2);
    assertThat(replay(plan).filter().methods()).containsExactly("GET", "POST");
    assertThat(replay(plan).filter().status()).hasToString("200");
    assertThat(plan.operationNames()).containsExactly("POST");
    assertThat(replay(plan("", Map.of("replay", "{file: '" + log + "', group: '^/(.)'}"))).group())
        .hasToString("^/(.)");
    assertThat(
            plan("rate: 5/s\nschedule: poisson\n", Map.of("replay", log.toString())).load().rate())
        .isNull();
  }

  @Test
  void aWrittenPlanIsReadAgain() throws Exception {
    Plan plan =
        plan(
            "header: ['A: {key}']\ngenerators: {key: 'uniform:1..9'}\nexpect: 2xx\n"
                + "replay: {file: a.log, speed: 0.5, from: 1s, to: '2030-01-01T00:00:00Z',"
                + " methods: 'GET,POST', path: '^/', status: '2xx,404', group: first-segment,"
                + " fields: {time: t, duration: 'd:ms'}}\n",
            Map.of());

    String yaml = PlanWriter.yaml(plan);
    Plan again = new PlanReader(DRIVERS).read("again", yaml);

    assertThat(again.operationNames()).containsExactly("POST.b", "GET.c");
    assertThat(PlanWriter.yaml(again)).isEqualTo(yaml);
    assertThat(again.target().operations()).isEqualTo(plan.target().operations());
    assertThat(replay(again).filter().toString()).isEqualTo(replay(plan).filter().toString());
    assertThat(replayed(again).digest()).isEqualTo(replayed(plan).digest());
    assertThat(yaml).contains("first-segment", "time: t").doesNotContain("operations:", "method:");
  }

  /// Another machine refuses a file with other requests.
  @Test
  void machinesNeedTheSameLog() throws Exception {
    String yaml = PlanWriter.withSecrets(plan("replay: a.log\n", Map.of()).forGenerator());
    assertThat(yaml).contains("digest: ", log.toAbsolutePath().toString());
    assertThat(new PlanReader(DRIVERS).read("there", yaml).operationNames()).containsExactly("GET");

    Files.writeString(log, Files.readString(log).replace("/c", "/d"));
    assertThatExceptionOfType(PlanException.class)
        .isThrownBy(() -> new PlanReader(DRIVERS).read("there", yaml))
        .withMessageContaining("has other requests here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate: 5/s | the log says when requests are sent: leave out the rate",
        "schedule: poisson | leave out the schedule",
        "operations: [{name: a}] | a plan has either this or a replay",
        "journeys: {a: {steps: [b: {path: /}]}} | a plan has either this or a replay",
        "users: 5 | a plan has either this or a replay",
        "mode: throughput | a replay has a schedule: use mode fixed or throttle",
        "path: /x | the log has it: leave it out",
        "method: PUT | the log has it: leave it out",
        "body: x | the log has it: leave it out",
        "replay-speed: 0 | expected a number above 0",
        "replay-speed: NaN | expected a number above 0",
        "replay-methods: 'GET,,POST' | expected methods such as GET,HEAD,POST",
        "replay-methods: PUT | left out are",
        "replay-from: yesterday | expected a time after the first request, such as 10m",
        "replay-from: '2023-11-14T22:13:20' | or one with its offset from UTC",
        "replay-from: 1h | none of its 3 requests is to be sent",
      })
  void whatDoesNotFitIsRefused(String line, String message) {
    assertThat(problems("replay: a.log\n" + line + "\n", Map.of())).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replay: {fil: a.log} | replay.fil: is not a setting of a replay (did you mean \"file\"?)",
        "replay: {speed: 2} | replay.file: is missing",
        "replay: none.log | none.log does not exist",
        "replay: {file: a.log, path: '('} | replay.path: expected a regular expression",
        "replay: {file: a.log, status: 2x} | expected statuses such as 200, 2xx",
        "replay: {file: a.log, fields: {when: x}} | expected time, method, path, status, duration",
        "replay: {file: a.log, fields: x} | expected names such as {time: ts}",
        "replay: [a.log] | expected a file",
        "replay-speed: 2 | belongs to a replay: --replay FILE",
      })
  void wrongSettingsAreRefused(String line, String message) {
    assertThat(problems(line + "\n", Map.of())).contains(message);
  }
}
