package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.SourcedPlan;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.share.FleetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The connections of a closed population on several machines.
class ClosedFleetPlanTest {

  private static final String PLAN =
      """
      target: http://127.0.0.1:1/
      users: 20
      journeys: {shop: {steps: [a: {}]}}
      """;

  @TempDir private Path folder;

  private final PlanReader reader = new PlanReader(List.of(new HttpDriverProvider()));

  private int connections(Plan whole, String share) throws Exception {
    Path file = folder.resolve("sent.yaml");
    Files.writeString(file, PlanWriter.withSecrets(whole.forGenerator()));
    return reader.read(file, Map.of("share", List.of(share))).concurrency().connections();
  }

  @ParameterizedTest
  @CsvSource({"1/1, 20", "1/4, 5", "2-4/4, 15", "1/3, 7", "3/3, 6", "20/20, 1"})
  void eachMachineHasAsManyConnectionsAsUsers(String share, int connections) throws Exception {
    assertThat(connections(reader.read("p", PLAN), share)).isEqualTo(connections);
    String perUser = PLAN + "connection-policy: user\n";
    assertThat(connections(reader.read("p", perUser), share)).isEqualTo(connections);
  }

  @ParameterizedTest
  @CsvSource({"1/1, 60", "1/4, 15", "3/3, 18"})
  void usersOfParallelNeedSeveral(String share, int connections) throws Exception {
    String plan =
        PLAN.replace("[a: {}]", "[a: {}, parallel: {steps: [{b: {}}, {c: {}}, {d: {}}]}]");
    for (String policy : List.of("shared", "user")) {
      Plan whole = reader.read("p", plan + "connection-policy: " + policy + "\n");
      assertThat(connections(whole, share)).isEqualTo(connections);
    }
    assertThatThrownBy(() -> reader.read("p", plan + "connection-policy: user\nconnections: 59\n"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("each of the 20 users needs 3 connections (parallel)");
  }

  /// Each carries several requests at once.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http: 2 | 20 | 2",
        "http: 2 | 21 | 3",
        "{http: 2, streams: 4} | 20 | 5",
        "{http: 2, streams: 4, threads: 3} | 20 | 6",
        "{http: 2, streams: 4, threads: 20} | 20 | 20",
        "{http: 2, streams: 100} | 20 | 1",
        "http: auto | 20 | 20",
        "{http: 2, connection-policy: user} | 20 | 20",
      })
  void usersShareConnectionsWithStreams(String settings, int users, int connections)
      throws Exception {
    String plan =
        PLAN.replace("20", "" + users)
            + (settings.startsWith("{")
                ? settings.replaceAll("[{}]", "").replace(", ", "\n")
                : settings)
            + "\n";
    assertThat(connections(reader.read("p", plan), "1/1")).isEqualTo(connections);
    if (connections > 1) {
      String fewer = plan + "connections: " + (connections - 1) + "\n";
      assertThatThrownBy(() -> reader.read("p", fewer)).isInstanceOf(PlanException.class);
    }
  }

  @Test
  void streamsAreNamedIfThereAreTooFew() throws Exception {
    String plan = PLAN + "http: 2\nstreams: 4\n";
    assertThat(connections(reader.read("p", plan + "connections: 5\n"), "1/1")).isEqualTo(5);
    assertThatThrownBy(() -> reader.read("p", plan + "connections: 4\n"))
        .hasMessageContaining(
            "without think times each of the 20 users needs a place on a connection, of which there"
                + " are 16 (4 on each of 4); set more connections, or let users think");
  }

  /// A user who waits for a stream would not show in a service time.
  @Test
  void aServerThatAllowsFewerStreamsThanThePlanNeedsIsNamed() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      server.settings.put(Http2Server.MAX_CONCURRENT_STREAMS, 3);
      String plan = PLAN.replace("http://127.0.0.1:1/", server.url("/")) + "http: 2\n";
      List<DriverProvider> drivers = List.of(new HttpDriverProvider());
      PlanLaunch launch = PlanLaunch.prepare(reader.read("p", plan), drivers);
      assertThatThrownBy(() -> launch.open(folder, _ -> {}))
          .isInstanceOf(DriverException.class)
          .hasMessage(
              "the target takes fewer requests on a connection than the plan says: without think"
                  + " times each of the 20 users needs a place on a connection, of which there are"
                  + " 6 (3 on each of 2); set more connections, or let users think");
      PlanLaunch enough = PlanLaunch.prepare(reader.read("p", plan + "connections: 7\n"), drivers);
      enough.open(folder, _ -> {}).close();
    }
  }

  @Test
  void theNumberOfThePlanIsThatOfEachMachine() throws Exception {
    assertThat(connections(reader.read("p", PLAN + "connections: 30\n"), "1/4")).isEqualTo(30);
    assertThat(connections(reader.read("p", PLAN + "connections: 20\n"), "1/4")).isEqualTo(20);
    String open = PLAN.replace("users: 20\n", "connection-policy: user\n");
    assertThat(connections(reader.read("p", open), "1/4")).isEqualTo(1000);
  }

  @Test
  void connectionsHaveToBeEnoughForTheUsersOfAMachine() throws Exception {
    for (String policy : List.of("shared", "user")) {
      String text = PLAN + "connections: 5\nconnection-policy: " + policy + "\n";
      assertThatThrownBy(() -> reader.read("p", text))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("the 20 users needs a connection")
          .hasMessageContaining("of which there are 5;");
      Plan whole = reader.forFleet().read("p", text);
      assertThat(whole.shortageOn(4)).isEmpty();
      assertThat(whole.shortageOn(3).orElseThrow())
          .matches("(users|connections): on each machine: .*each of the 7 users needs a .*");
      assertThat(connections(whole, "1/4")).isEqualTo(5);
      assertThatThrownBy(() -> connections(whole, "1-2/4"))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("the 10 users needs a connection");
    }
    String thinking = PLAN.replace("[a: {}]", "[a: {}, think: 1s]") + "connections: 5\n";
    assertThat(reader.read("p", thinking).shortageOn(1)).isEmpty();
    assertThat(reader.read("p", PLAN.replace("users: 20\n", "")).shortageOn(1)).isEmpty();
  }

  @Test
  void thePrintedPlanSaysHowManyEachMachineHas() throws Exception {
    SourcedPlan read = new SourcedPlan(reader.read("p", PLAN), Map.of("users", "p:2"), false);
    assertThat(PlanWriter.masked(read)).contains("connections: 20  # default\n");
    SourcedPlan onThree = read.on(FleetSettings.DEFAULT.withMachines(3));
    assertThat(PlanWriter.masked(onThree))
        .contains(
            "users: 20  # p:2, of all machines together\n",
            "connections: 7  # default, of each machine: as many as its users need\n");
    assertThat(connections(onThree.plan(), "1-2/3")).isEqualTo(14);
  }
}
