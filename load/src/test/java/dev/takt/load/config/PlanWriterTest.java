package dev.takt.load.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.share.FleetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanWriterTest {

  private final PlanReader reader = new PlanReader(List.of(new FakeProvider()));

  @Test
  void writesEveryDefault() throws PlanException {
    assertThat(PlanWriter.yaml(reader.read(null, Map.of())))
        .isEqualTo(
            """
            target: demo
            mode: fixed
            rate: 1000/s
            schedule: constant
            seed: 42
            duration: 20s
            warmup: 3s
            drain: 30s
            timeout: 30s
            connections: 16
            connection-policy: shared
            threads: 1
            workers: 16
            worker-threads: platform
            transport: auto
            pacing: hybrid
            self-warmup: 1s
            interval: 1s
            trace-limit: 1000000
            watch: default
            profile: "off"
            generators:
              key: uniform:1..1000
            operations:
            - name: query
              weight: 1
            """);
  }

  /// Each group writes its own keys, so a key that no group writes would be missing.
  @Test
  void writesEachKeyThatHasADefault() throws PlanException {
    Plan plan = reader.read("p", "prometheus: 9464\notlp: http://127.0.0.1:4318");

    assertThat(PlanWriter.record(plan).keySet())
        .containsAll(
            Arrays.stream(PlanKey.values())
                .filter(key -> !key.defaultText().isEmpty())
                .map(PlanKey::key)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "generators: {key: 'zipfian:1..9', id: 'hex:16'}\nsql: select {id}",
        "mode: throughput\ncount: 7",
        "watch: deep\nwatch-pid: 47",
        "watch: default\nprofile: 20ms",
        "watch: default\nspawn: java -jar 'a b.jar'",
        "operations: [{name: a, header: ['t: {traceparent}']}]\ntrace-link: http://a/{id}",
        "schedule: [poisson ramp 0/s..5/s 1s, hold 5/s 2s]",
        "rate: 100/m\nschedule: poisson\nwarmup: 1s500ms\ntimeout: off\nself-warmup: off",
        "schedule: sine mean 1000/s amplitude 500/s period 60s\nduration: 2m",
        "schedule: 'trace:a b.csv unit=ms speed=2.5'",
        "fail-if: ['p99 > 20ms', 'a.wait.p99.9 >= 1s', 'errors > 0.1%']\noperations: [{name: a}]",
        "operations: [{name: a, weight: 0.25, header: ['A: b', '#c']}, {name: 1.5, expect-rows: -3}]",
        "user: 'off'\npassword: '~'\nsql: \"a: 'b'\\n\\\"c\\\" # d\"",
        "user: 'null'\npassword: ''\nsql: '  - [x]  '",
        "user: 0x1f\npassword: '*alias'\nsql: '&anchor {a} !tag %x @y `z`'\nout: 12:30:00",
      })
  void readsBackWhatItWrote(String yaml) throws PlanException {
    Plan plan = reader.read("p", yaml);

    assertThat(reader.read("again", PlanWriter.yaml(plan))).isEqualTo(plan);
  }

  @Test
  void theRecordOfARunHasNoPasswords() throws PlanException {
    Plan plan =
        reader.read("p", "target: 'fake:x//me:secret@host?password=secret&x=1'\npassword: secret");

    assertThat(PlanWriter.record(plan).toString())
        .doesNotContain("secret")
        .contains("me:***@host?password=***&x=1");
    assertThat(PlanWriter.yaml(plan)).contains("secret");
  }

  @Test
  void printedPlanHasNoPasswordsAndIsNotRunWithoutThem() throws PlanException {
    Plan plan =
        reader.read(
            "p",
            "target: 'fake:x//me:secret@host'\npassword: secret\n"
                + "operations: [{name: a, header: ['Authorization: Bearer secret', 'A: b']}]");

    String printed = PlanWriter.masked(new SourcedPlan(plan, Map.of(), false));

    assertThat(printed)
        .startsWith("# *** is a masked secret")
        .doesNotContain("secret\n", "secret ", "Bearer secret", ":secret")
        .contains("me:***@host", "A: b");
    assertThatThrownBy(() -> reader.read("printed", printed))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("target: has a mask (***)")
        .hasMessageContaining("password: has a mask (***)")
        .hasMessageContaining("operations: has a mask (***)");
  }

  @Test
  void printedPlanOfAFleetSaysWhatIsOfEachMachine() throws PlanException {
    String text =
        """
        target: fake:x
        rate: 50/s
        fleet: {machines: 3, on-loss: stop, orphan: 2500ms}
        duration: 9s
        operations: [{name: a}]
        generators: {key: 'zipfian:1..9'}
        """;
    Plan plan = reader.read("p", text);
    SourcedPlan read =
        new SourcedPlan(plan, Map.of("fleet", "p:3"), false)
            .on(FleetSettings.DEFAULT.withMachines(4));

    String printed = PlanWriter.masked(read);

    assertThat(printed)
        .contains(
            "rate: 50/s  # default, of all machines together\n",
            "seed: 42  # default, of all machines together\n",
            "connections: 16  # default, of each machine\n",
            "duration: 9s  # default, the same on all machines\n",
            "operations:  # default, of all machines together\n",
            "generators:  # default, of all machines together\n",
            "timeout: 30s  # default\n",
            "fleet:  # p:3, flags\n  machines: 4\n  on-loss: continue\n");
    assertThat(reader.read("again", printed)).isEqualTo(read.plan());
    assertThat(PlanWriter.masked(new SourcedPlan(plan, Map.of(), false)))
        .contains("fleet:  # default\n  machines: 3\n  on-loss: stop\n  orphan: 2s500ms\n")
        .doesNotContain("machine\n", "together");
  }

  /// It has so long until it is ready; all else of the fleet is the coordinator's.
  @Test
  void generatorOfAFleetKnowsTheJoinTimeoutOnly() throws PlanException {
    String plan = "target: fake:x\nfleet: {machines: 3, watchers: 1, orphan: 9s, join-timeout: 5m}";
    Plan own = reader.read("own", PlanWriter.withSecrets(reader.read("p", plan).forGenerator()));
    FleetSettings usual = FleetSettings.DEFAULT;
    assertThat(own.load().sharing().fleet())
        .isEqualTo(
            new FleetSettings(
                null,
                0,
                usual.onLoss(),
                usual.orphan(),
                Duration.ofMinutes(5),
                usual.startLead(),
                usual.collect()));
    assertThat(PlanWriter.withSecrets(reader.read("p", "target: fake:x").forGenerator()))
        .doesNotContain("fleet");
  }

  @Test
  void printedPlanWithoutPasswordsIsReadBack() throws PlanException {
    Plan plan =
        reader.read(
            "p", "target: 'fake:x'\noperations: [{name: a, header: ['A: b ***', 'B: *** c']}]");

    assertThat(reader.read("again", PlanWriter.masked(new SourcedPlan(plan, Map.of(), false))))
        .isEqualTo(plan);
  }

  @Test
  void printedPlanSaysWhereEachValueCameFrom(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("plan.yaml"), "seed: 7\ntimeout: 1s\n");
    Map<String, String> environment = Map.of("TAKT_RATE", "50/s", "TAKT_TIMEOUT", "2s");
    Map<String, List<String>> flags =
        Map.of(
            "timeout", List.of("3s"),
            "target", List.of("fake:x"),
            "spawn", List.of("two\nseed: lines"),
            "sql", List.of("a\nb: $1 \\2"));

    SourcedPlan read = reader.read(file, environment, flags);
    String printed = PlanWriter.masked(read);

    assertThat(printed)
        .contains(
            "target: fake:x  # --target\n",
            "rate: 50/s  # TAKT_RATE\n",
            "seed: 7  # " + file + ":1\n",
            "duration: 20s  # default\n",
            "timeout: 3s  # --timeout\n",
            "  seed: lines\n",
            "operations:  # default\n- name: query\n",
            "  sql: |-  # --sql\n");
    assertThat(printed.lines().filter(line -> line.matches("[a-z-]+:.*")))
        .allMatch(line -> line.contains("  # "));
    assertThat(reader.read("again", printed)).isEqualTo(read.plan());
  }
}
