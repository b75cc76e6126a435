package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.fleet.kubernetes.Manifests;
import dev.takt.fleet.kubernetes.Resources;
import dev.takt.fleet.kubernetes.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetKubernetesTest {

  private static final String PLAN =
      """
      target: http://shop.shop.svc:8080/ # the shop
      rate: 200000/s
      out: elsewhere
      fail-if: p99 > 20ms
      """;

  @TempDir Path folder;
  private World world;

  @BeforeEach
  void newWorld() {
    world = new World(folder);
  }

  private int run(String plan, String... flags) throws IOException {
    Files.writeString(folder.resolve("plan.yaml"), plan);
    return world.run(
        Stream.concat(Stream.of("fleet", "kubernetes", "plan.yaml"), Stream.of(flags))
            .toArray(String[]::new));
  }

  private int runWithImage(String plan, String... flags) throws IOException {
    return run(
        plan,
        Stream.concat(Stream.of("--machines", "2", "--image", "takt"), Stream.of(flags))
            .toArray(String[]::new));
  }

  @Test
  void manifestsOfThePlanArePrintedAndNothingElse() throws IOException {
    assertThat(run(PLAN, "--machines", "3", "--image", "example.test/takt:1")).isZero();
    assertThat(world.out())
        .isEqualTo(Manifests.of(Settings.of(PLAN, 3, "example.test/takt:1")))
        .contains("    target: http://shop.shop.svc:8080/ # the shop\n");
    assertThat(world.err()).isEmpty();
  }

  @Test
  void eachFlagIsInTheManifests() throws IOException {
    int code =
        runWithImage(
            PLAN,
            "--name",
            "checkout",
            "--namespace",
            "load",
            "--key-secret",
            "key",
            "--cpu",
            "4",
            "--memory",
            "3Gi",
            "--storage",
            "50Gi");
    assertThat(code).isZero();
    assertThat(world.out())
        .isEqualTo(
            Manifests.of(
                new Settings(
                    PLAN,
                    2,
                    "takt",
                    "checkout",
                    "load",
                    "key",
                    new Resources("4", "3Gi", "50Gi"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "share: 1/2           | share: a fleet shares the load out by itself; leave it out",
        "prometheus: 0.0.0.0:9100 | prometheus: the network policy lets no scraper in",
        "spawn: ./server      | spawn: an agent allows that with --allow only",
        "schedule: trace:a.csv | schedule trace:a.csv",
        "workload: workloada  | workload: the pods have the plan and no other file",
        "raet: 5/s            | plan.yaml:2:1: raet: is not a key of a plan",
      })
  void planThatTheFleetWouldRefuseIsRefusedHere(String line, String message) throws IOException {
    Files.writeString(folder.resolve("workloada"), "recordcount=10\n");
    Files.writeString(folder.resolve("a.csv"), "0\n");
    assertThat(runWithImage("target: http://shop/\n" + line + "\n")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains(message);
    assertThat(world.out()).isEmpty();
  }

  @Test
  void propertiesInThePlanAreAllowed() throws IOException {
    String plan = "target: redis://store:6379\nworkload: {recordcount: 10, operationcount: 5}\n";
    assertThat(runWithImage(plan)).as(world.err()).isZero();
  }

  @Test
  void programAsTargetIsRefused() throws IOException {
    assertThat(runWithImage("target: exec:id\n")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("target exec:id: an agent allows that with --allow only");
  }

  /// The pods have other variables.
  @Test
  void variablesOfTheEnvironmentDoNotCount() throws IOException {
    world.with(Map.of("TAKT_RATE", "nonsense"));
    assertThat(runWithImage(PLAN)).as(world.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --image=takt | how many machines? Expected --machines N
          --machines=2 | which image? Expected --image REG/takt:TAG
          --machines=2 --image=a=b | 'a=b' is not a valid image for Kubernetes
          --machines=1001 --image=takt | --machines: expected 1 to 1,000, found '1001'
          --machines=2 --image=takt --name=Takt | 'Takt' is not a valid name for Kubernetes
          --machines=2 --image=takt --cpu=2x | '2x' is not a quantity of Kubernetes for cpu
          """)
  void wrongFlagIsExplained(String flags, String message) throws IOException {
    assertThat(run(PLAN, flags.split(" "))).isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .contains("takt fleet kubernetes: " + message)
        .contains("takt fleet kubernetes --help");
    assertThat(world.out()).isEmpty();
  }

  @Test
  void planThatIsNotThereIsNamed() {
    assertThat(world.run("fleet", "kubernetes", "none.yaml", "--machines", "2", "--image", "takt"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("none.yaml: there is no such file");
  }
}
