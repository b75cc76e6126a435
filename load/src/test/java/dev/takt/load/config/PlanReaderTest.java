package dev.takt.load.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import dev.takt.load.rules.Assertion;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.wire.TransportKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {

  private final PlanReader reader = new PlanReader(List.of(new FakeProvider()));

  @TempDir Path folder;

  @Test
  void hasADefaultForEverything() throws PlanException {
    Plan plan = reader.read(null, Map.of());

    assertThat(plan.target().address()).isEqualTo("demo");
    assertThat(plan.load().mode()).isEqualTo(RateMode.FIXED);
    assertThat(plan.load().rate()).isEqualTo(Rate.perSecond(1000));
    assertThat(plan.load().schedule()).hasToString("constant");
    assertThat(plan.load().duration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(plan.load().count()).isNull();
    assertThat(plan.limits().warmup()).isEqualTo(Duration.ofSeconds(3));
    assertThat(plan.limits().drain()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.limits().timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.concurrency().connections()).isEqualTo(16);
    assertThat(plan.concurrency().threads()).isEqualTo(1);
    assertThat(plan.concurrency().workers()).isEqualTo(16);
    assertThat(plan.concurrency().virtualWorkers()).isFalse();
    assertThat(plan.concurrency().transport()).isEqualTo(TransportKind.AUTO);
    assertThat(plan.concurrency().pacing()).isEqualTo(Pacing.HYBRID);
    assertThat(plan.concurrency().selfWarmup()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan.limits().interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan.operationNames()).containsExactly("query");
  }

  @Test
  void filesOfADriverAreBesideThePlanAndThoseOfAFlagInTheCurrentFolder() throws Exception {
    Path file = folder.resolve("plan.yaml");
    Files.writeString(file, "target: fake:x\njar: [a.jar, 'lib/*.jar', /b.jar]\n");

    assertThat(reader.read(file, Map.of()).target().properties().get("jar"))
        .isEqualTo(List.of(folder + "/a.jar", folder + "/lib/*.jar", "/b.jar"));
    assertThat(reader.read(file, Map.of("jar", List.of("c.jar"))).target().properties().get("jar"))
        .isEqualTo(List.of("c.jar"));
  }

  /// A plan that sets the target, the duration or the count has no default warm-up.
  @Test
  void onlyTheDemoHasAWarmUp() throws PlanException {
    assertThat(reader.read(null, Map.of("duration", List.of("20s"))).limits().warmup())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(reader.read(null, Map.of("duration", List.of("4s"))).limits().warmup())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(reader.read(null, Map.of("count", List.of("10"))).limits().warmup()).isZero();
    assertThat(reader.read(null, Map.of("target", List.of("fake:x"))).limits().warmup()).isZero();
    assertThat(reader.read(null, Map.of("warmup", List.of("0s"))).limits().warmup()).isZero();
    assertThat(reader.read(null, Map.of("rate", List.of("10/s"))).limits().warmup()).isPositive();
  }

  @Test
  void environmentIsAboveTheFileAndBelowFlags() throws Exception {
    Path file = Files.writeString(folder.resolve("plan.yaml"), "rate: 1/s\nseed: 1\ncount: 1\n");
    Map<String, String> environment = Map.of("TAKT_RATE", "2/s", "TAKT_SEED", "2");

    Plan plan = reader.read(file, environment, Map.of("seed", List.of("3"))).plan();

    assertThat(plan.load().rate()).isEqualTo(Rate.perSecond(2));
    assertThat(plan.load().seed()).isEqualTo(3);
    assertThat(plan.load().count()).isEqualTo(1);
  }

  /// An orchestrator sets variables such as `TAKT_PORT` for a service that is named `takt`.
  @Test
  void otherVariablesAndEmptyOnesSetNothing() throws PlanException {
    Map<String, String> environment =
        Map.of(
            "TAKT_PORT",
            "tcp://10.0.0.1:80",
            "TAKT_SERVICE_HOST",
            "10.0.0.1",
            "TAKT_TTY",
            "out",
            "TAKT_RATE",
            "",
            "RATE",
            "3/s",
            "TAKT_FAIL_IF",
            "p99 > 1s",
            "TAKT_OPERATIONS",
            "x");

    assertThat(reader.read(null, environment, Map.of()).plan())
        .isEqualTo(reader.read(null, Map.of()));
  }

  @Test
  void problemNamesTheVariable() {
    assertThatThrownBy(() -> reader.read(null, Map.of("TAKT_RATE", "fast"), Map.of()))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith("TAKT_RATE: rate \"fast\" is not understood");
  }

  @Test
  void flagThatNeedsNoRateOverridesTheRateOfTheEnvironment() throws PlanException {
    Map<String, String> rate = Map.of("TAKT_RATE", "2/s");

    assertThat(reader.read(null, rate, Map.of("mode", List.of("throughput"))).plan().load().mode())
        .isEqualTo(RateMode.THROUGHPUT);
    assertThatThrownBy(() ->
            reader.read(null, Map.of("TAKT_RATE", "2/s", "TAKT_MODE", "throughput"), Map.of()))
        .hasMessageContaining("TAKT_RATE: mode throughput has no schedule");
  }

  @Test
  void readsEveryKey() throws PlanException {
    Plan plan =
        reader.read(
            "plan.yaml",
            """
            target: fake:x
            user: me
            insecure: true
            connect-timeout: 2s
            mode: throttle
            rate: 300/m
            schedule: poisson
            seed: 7
            duration: 1m30s
            count: 5000
            warmup: 10s
            drain: 0s
            timeout: off
            connections: 8
            threads: 2
            workers: 4
            worker-threads: virtual
            transport: nio
            pacing: spin
            self-warmup: off
            interval: 100ms
            trace-limit: 0
            fail-if: ['read.p99 > 20ms', 'errors > 0.1%']
            out: here
            operations:
              - name: read
                weight: 9.5
                sql: select 1
                header: [a, b]
              - name: write
                expect-rows: 1
            """);

    assertThat(plan.target().properties())
        .isEqualTo(
            Map.of("user", "me", "insecure", true, "connect-timeout", Duration.ofSeconds(2)));
    assertThat(plan.load().mode()).isEqualTo(RateMode.THROTTLE);
    assertThat(plan.load().rate()).isEqualTo(Rate.parse("300/m"));
    assertThat(plan.load().schedule()).hasToString("poisson");
    assertThat(plan.load().seed()).isEqualTo(7);
    assertThat(plan.load().duration()).isEqualTo(Duration.ofSeconds(90));
    assertThat(plan.load().count()).isEqualTo(5000);
    assertThat(plan.limits().drain()).isZero();
    assertThat(plan.limits().timeout()).isZero();
    assertThat(plan.concurrency().virtualWorkers()).isTrue();
    assertThat(plan.concurrency().transport()).isEqualTo(TransportKind.NIO);
    assertThat(plan.concurrency().pacing()).isEqualTo(Pacing.SPIN);
    assertThat(plan.concurrency().selfWarmup()).isZero();
    assertThat(plan.limits().interval()).isEqualTo(Duration.ofMillis(100));
    assertThat(plan.failIf())
        .extracting(Assertion::rule)
        .containsExactly("read.p99 > 20ms", "errors > 0.1%");
    assertThat(plan.out()).isEqualTo("here");
    assertThat(plan.target().operations().get(0).weight()).isEqualTo(9.5);
    assertThat(plan.target().operations().get(0).properties())
        .isEqualTo(Map.of("sql", "select 1", "header", List.of("a", "b")));
    assertThat(plan.target().operations().get(1).properties()).isEqualTo(Map.of("expect-rows", 1L));
  }

  @Test
  void tellsEverythingThatIsWrongAtOnceWithItsPlace() {
    assertThat(
            problemsOf(
                """
                target: fake:strict
                rat: 1000/s
                rate: fast
                duration: 20
                connections: many
                pacing: hybird
                workers: 0
                workers: 3
                warmup: [1s]
                user: nobody
                insecure: perhaps
                operations:
                  - name: read it
                    weight: -1
                    sqll: select 1
                    sql: select 1
                  - name: write
                  - weight: 2
                    sql: x
                fail-if: p99 >> 20ms
                """))
        .containsExactly(
            "plan.yaml:2:1: rat: is not a key of a plan (did you mean \"rate\"?)",
            "plan.yaml:3:7: rate: rate \"fast\" is not understood: expected a number per time,"
                + " such as 5000/s, 300/m, 10/h or 1.5k/s",
            "plan.yaml:4:11: duration: duration \"20\" has no unit: did you mean 20s?",
            "plan.yaml:5:14: connections: expected a whole number, found \"many\"",
            "plan.yaml:6:9: pacing: expected one of sleep, hybrid, spin, found \"hybird\""
                + " (did you mean \"hybrid\"?)",
            "plan.yaml:7:10: workers: expected a whole number from 1 to 1000000, found 0",
            "plan.yaml:8:1: workers: is here for the second time",
            "plan.yaml:9:9: warmup: expected a time such as 20s or 250ms, found a list",
            "plan.yaml:10:7: user: expected somebody, found nobody",
            "plan.yaml:11:11: insecure: expected true or false, found \"perhaps\"",
            "plan.yaml:13:11: operations[0].name: expected letters, digits, '.', '_' and '-',"
                + " found \"read it\"",
            "plan.yaml:14:13: operations[0].weight: expected a number above 0, found \"-1\"",
            "plan.yaml:15:5: operations[0].sqll: is not known here (did you mean \"sql\"?)",
            "plan.yaml:17:5: operations[1].sql: is missing",
            "plan.yaml:18:5: operations[2].name: is missing: each operation needs a name",
            "plan.yaml:20:10: fail-if: expected >, >=, < or <=\n    p99 >> 20ms\n        ^");
  }

  @Test
  void anOperationCannotBeNamedAsTheWarmUpIsTagged() {
    assertThatThrownBy(
            () -> reader.read("plan.yaml", "target: fake:x\noperations:\n- name: warmup\n"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("operations[0].name: expected letters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode: throughput\\nrate: 5/s                 | 2:1: rate: mode throughput has no schedule
          mode: throughput\\nschedule: poisson         | 2:1: schedule: mode throughput has no sch
          schedule: hold 5/s 1m\\nrate: 5/s            | 2:1: rate: the schedule has rates of its
          rate: 0/s                                    | 1:7: rate: rate "0/s" is 0
          rate: 9999999999/s                           | 1:7: rate: rate "9999999999/s" is above
          warmup: 20s                                  | 1:9: warmup: leaves nothing to measure
          duration: 0s                                 | 1:11: duration: expected a time of more
          threads: 17                                  | 1:10: threads: each thread needs a conne
          target: gopher://x                           | 1:9: target: no driver knows "gopher://x"
          fail-if: reed.p99 > 1ms                      | 1:10: fail-if: reed.p99 > 1ms: the plan h
          mode: throughput\\nfail-if: response.p99 > 1s | 2:10: fail-if: response.p99 > 1s: there
          schedule:\\n- hold 5/s 1m\\n- climb 1/s 2s   | 3:3: schedule[1]: schedule "climb 1/s 2s"
          generators: 5                                | 1:13: generators: expected names and gen
          generators: {k: uniform}                     | 1:17: generators.k: "uniform" has no ran
          operations: []                               | 1:13: operations: expected a list of oper
          operations: [{name: a}, {name: a}]           | 1:32: operations[1].name: two operations
          operations: [{name: a}, {name: b}]\\nsql: x  | 2:1: sql: the plan has 2 operations
          trace-link: localhost/{id}                   | 1:13: trace-link: expected an http or ht
          trace-link: http://a/{id}                    | 1:13: trace-link: no operation sends a t
          '- 1'                                        | 1:1: expected a map of keys and values
          """)
  void contradictoryPlanIsRejectedWithPosition(String yaml, String expected) {
    assertThat(problemsOf(yaml.translateEscapes()))
        .singleElement()
        .asString()
        .startsWith("plan.yaml:" + expected);
  }

  @Test
  void flagsOverrideTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "target: fake:x\nrate: 5/s\nseed: 3\n");

    Plan plan = reader.read(file, Map.of("rate", List.of("7/s"), "sql", List.of("select 7")));

    assertThat(plan.load().rate()).isEqualTo(Rate.perSecond(7));
    assertThat(plan.load().seed()).isEqualTo(3);
    assertThat(plan.target().operations().getFirst().properties())
        .isEqualTo(Map.of("sql", "select 7"));
  }

  @Test
  void aFlagForAnotherModeSilencesTheRateOfTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "rate: 5/s\nschedule: poisson\n");

    Plan plan = reader.read(file, Map.of("mode", List.of("throughput")));

    assertThat(plan.load().rate()).isNull();
    assertThat(plan.load().schedule()).isNull();
  }

  @Test
  void namesTheFlagThatIsWrong() {
    PlanException e =
        catchThrowableOfType(
            PlanException.class,
            () ->
                reader.read(
                    null,
                    Map.of(
                        "rate", List.of("5 parsecs"),
                        "fail-if", List.of("p99 > 1s", "p101 > 1s", "max > x"))));

    assertThat(e).hasMessageContaining("--rate: rate \"5 parsecs\" is not understood");
    assertThat(e)
        .hasMessageContaining("--fail-if: a percentile is at most 100\n    p101 > 1s\n    ^")
        .hasMessageContaining("max > x\n          ^");
  }

  @Test
  void operationsCanBeSaidInAFlag() throws PlanException {
    Plan plan =
        reader.read(null, Map.of("operations", List.of("[{name: a}, {name: b, weight: 3}]")));

    assertThat(plan.operationNames()).containsExactly("a", "b");
  }

  @Test
  void hasTheDefaultGeneratorsAndThoseOfThePlan() throws PlanException {
    assertThat(reader.read("p", "generators: {id: 'hex:8'}").target().generators())
        .isEqualTo(Map.of("key", "uniform:1..1000", "id", "hex:8"));
  }

  @Test
  void aCountOrAnEndOfTheScheduleEndsTheRun() throws PlanException {
    assertThat(reader.read("p", "count: 10").load().duration()).isNull();
    assertThat(reader.read("p", "schedule: [ramp 0/s..5/s 1s, hold 5/s 2s]").load().duration())
        .isNull();
    assertThat(reader.read("p", "schedule: poisson").load().duration())
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(reader.read("p", "mode: throughput").load().duration())
        .isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aTraceIsBesideThePlanThatNamesIt() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "schedule: trace:t.csv\n");

    ScheduleSpec fromFile = reader.read(file, Map.of()).load().schedule();
    ScheduleSpec fromFlag =
        reader.read(file, Map.of("schedule", List.of("trace:t.csv"))).load().schedule();

    assertThat(fromFile).hasToString("trace:" + folder.resolve("t.csv"));
    assertThat(fromFlag).hasToString("trace:t.csv");
  }

  @Test
  @Timeout(10)
  void whateverTheFileIsTheAnswerIsOneMessage() throws IOException {
    Path binary = Files.write(folder.resolve("b"), new byte[] {(byte) 0xca, (byte) 0xfe, 0, 1});
    Path control = Files.write(folder.resolve("c"), new byte[] {'a', ':', ' ', 7});
    Path empty = Files.createFile(folder.resolve("e"));
    Path large = Files.createFile(folder.resolve("l"));
    try (var sparse = new java.io.RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(100_000_000);
    }

    assertThat(problemOf(binary)).isEqualTo(binary + ": not text in UTF-8: this is no plan");
    assertThat(problemOf(control)).contains("control characters");
    assertThat(problemOf(empty)).contains("the plan is empty");
    assertThat(problemOf(large)).contains("larger than 1 MiB");
    assertThat(problemOf(folder)).contains("is a directory");
    assertThat(problemOf(folder.resolve("none"))).contains("there is no such file");
    if (Files.exists(Path.of("/dev/zero"))) {
      assertThat(problemOf(Path.of("/dev/zero"))).contains("larger than 1 MiB");
    }
  }

  private String problemOf(Path file) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> reader.read(file, Map.of()));
    assertThat(e.problems()).hasSize(1);
    return e.problems().getFirst().toString();
  }

  private List<String> problemsOf(String yaml) {
    PlanException e =
        catchThrowableOfType(PlanException.class, () -> reader.read("plan.yaml", yaml));
    return e.problems().stream().map(PlanProblem::toString).toList();
  }

  @Test
  void readsTheSettingsOfAFleet() throws PlanException {
    String fleet =
        "fleet: {machines: 20, watchers: 1, on-loss: stop, orphan: 5s, join-timeout: 2m,";
    Plan plan = reader.read("p", "target: fake:x\n" + fleet + " start-lead: 3s, collect: summary}");
    assertThat(plan.load().sharing().fleet())
        .isEqualTo(
            new FleetSettings(
                20,
                1,
                FleetSettings.OnLoss.STOP,
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                Duration.ofSeconds(3),
                FleetSettings.Collect.SUMMARY));
    assertThat(reader.read("p", "target: fake:x").load().sharing().fleet())
        .isEqualTo(FleetSettings.DEFAULT);
  }

  @Test
  void namesWhatIsWrongWithTheSettingsOfAFleet() {
    String fleet = "fleet: {machines: 1001, onloss: stop, orphan: 5, collect: some}";
    assertThatThrownBy(() -> reader.read("p", "target: fake:x\n" + fleet))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("fleet.machines: expected a whole number from 1 to 1000, found 1001")
        .hasMessageContaining(
            "fleet.onloss: is not a setting of a fleet (did you mean \"on-loss\"?)")
        .hasMessageContaining("fleet.orphan: ")
        .hasMessageContaining("fleet.collect: expected one of all, summary, found \"some\"");
    assertThatThrownBy(() -> reader.read("p", "target: fake:x\nfleet: 4"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("fleet: expected settings such as {machines: 4, on-loss: stop}");
  }
}
