package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Journeys whose users have a connection each.
@Timeout(60)
class UserConnectionsTest {

  private static final int USERS = 30;

  private static final String STEPS =
      """
      users: {file: users.csv}
      self-warmup: 50ms
      journeys:
        j:
          steps:
            - one: {path: '/{user.name}/1'}
            - think: 50ms
            - two: {path: '/{user.name}/2'}
            - think: 50ms
            - three: {path: '/{user.name}/3'}
      """;

  @TempDir private Path folder;

  private Plan read(String plan) throws Exception {
    Files.writeString(
        folder.resolve("users.csv"),
        "name\n"
            + IntStream.range(0, USERS).mapToObj(i -> "u" + i).collect(Collectors.joining("\n")));
    Path file = Files.writeString(folder.resolve("plan.yaml"), plan);
    return new PlanReader(List.of(new HttpDriverProvider())).read(file, Map.of());
  }

  private RunSummary run(String plan) throws Exception {
    Plan read = read(plan);
    PlanLaunch launch = PlanLaunch.prepare(read, List.of(new HttpDriverProvider()));
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      return new LoadRun(launch.settings(driver), directory, _ -> {}).run();
    }
  }

  private static JourneySummary journey(RunSummary run) {
    return run.results().allJourneys().getFirst();
  }

  /// Each user has a connection, all of its requests go over that, and it is closed at its end.
  @Test
  void aUserHasAConnectionUntilItsEnd() throws Exception {
    try (ConnectionServer server = new ConnectionServer(1, 1000)) {
      RunSummary run =
          run(
              "target: "
                  + server.url()
                  + "\nrate: 50/s\ncount: 30\nconnection-policy: user\nthreads: 2\n"
                  + STEPS);

      assertThat(journey(run).balance().completed()).isEqualTo(USERS);
      await().until(() -> server.all().stream().allMatch(each -> each.isClosed));
      assertThat(server.all()).hasSize(USERS + 1); // the first one checks that it answers
      assertThat(server.used())
          .extracting(each -> each.paths)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, USERS)
                  .mapToObj(i -> List.of("/u" + i + "/1", "/u" + i + "/2", "/u" + i + "/3"))
                  .toList());
    }
  }

  /// With steps at once, a user has as many as it needs at once, and keeps them to its end.
  @Test
  void aUserHasSeveralConnectionsForStepsAtOnce() throws Exception {
    try (ConnectionServer server = new ConnectionServer(1, 1000)) {
      RunSummary run =
          run(
              "target: "
                  + server.url()
                  + "\nrate: 50/s\ncount: 30\nconnection-policy: user\n"
                  + STEPS.replace(
                      "- two: {path: '/{user.name}/2'}",
                      "- parallel: {at-once: 2, steps: [{a: {path: '/{user.name}/a'}},"
                          + " {b: {path: '/{user.name}/b'}}, {c: {path: '/{user.name}/c'}}]}"));

      assertThat(journey(run).balance().completed()).isEqualTo(USERS);
      await().until(() -> server.all().stream().allMatch(each -> each.isClosed));
      Map<String, List<String>> pathsOfUsers = new TreeMap<>();
      Map<String, Integer> connectionsOfUsers = new TreeMap<>();
      for (var connection : server.used()) {
        Set<String> users =
            connection.paths.stream()
                .map(each -> each.substring(1, each.lastIndexOf('/')))
                .collect(Collectors.toSet());
        assertThat(users).hasSize(1);
        String user = users.iterator().next();
        pathsOfUsers.computeIfAbsent(user, _ -> new ArrayList<>()).addAll(connection.paths);
        connectionsOfUsers.merge(user, 1, Integer::sum);
      }
      assertThat(connectionsOfUsers).hasSize(USERS);
      assertThat(connectionsOfUsers.values()).containsOnly(2);
      assertThat(pathsOfUsers)
          .allSatisfy((user, paths) ->
              assertThat(paths)
                  .containsExactlyInAnyOrder(
                      "/" + user + "/1",
                      "/" + user + "/a",
                      "/" + user + "/b",
                      "/" + user + "/c",
                      "/" + user + "/3"));
    }
  }

  /// The default: users share the connections of the run, which are all open from its beginning.
  @Test
  void usersShareConnectionsByDefault() throws Exception {
    try (ConnectionServer server = new ConnectionServer(1, 1000)) {
      run("target: " + server.url() + "\nrate: 50/s\ncount: 30\nconnections: 4\n" + STEPS);

      assertThat(server.all()).hasSize(4);
    }
  }

  /// With two connections there are two users at a time: the last ends after 15 of at least 100 ms.
  @Test
  void connectionsIsTheLimitAndUsersWaitForOne() throws Exception {
    try (ConnectionServer server = new ConnectionServer(1, 1000)) {
      RunSummary run =
          run(
              "target: "
                  + server.url()
                  + "\nrate: 1000/s\ncount: 30\nconnections: 2\nconnection-policy: user\n"
                  + STEPS);

      assertThat(server.mostUsers()).isEqualTo(2);
      // The connection of a user who is at the end is closed, and the next user opens one.
      assertThat(server.used()).hasSize(USERS).allMatch(each -> each.paths.size() == 3);
      assertThat(journey(run).balance().completed()).isEqualTo(USERS);
      assertThat(Objects.requireNonNull(journey(run).response()).max())
          .isGreaterThan(15 * 100_000_000L - 30_000_000);
      assertThat(Objects.requireNonNull(journey(run).waiting()).max())
          .isGreaterThan(14 * 100_000_000L - 30_000_000);
    }
  }

  /// After five connections, and that of the check, nothing listens any more: all others fail, and
  /// every user is counted.
  @Test
  void aConnectionThatFailsIsTheFailureOfAStep() throws Exception {
    try (ConnectionServer server = new ConnectionServer(1, 6)) {
      RunSummary run =
          run(
              "target: "
                  + server.url()
                  + "\nrate: 50/s\ncount: 30\nconnection-policy: user\n"
                  + STEPS);

      assertThat(journey(run).balance().completed()).isEqualTo(5);
      assertThat(journey(run).balance().failed()).isEqualTo(USERS - 5);
      assertThat(journey(run).balance().isExact()).isTrue();
      assertThat(run.failures().counts()).containsExactly(Map.entry("connection refused", 25L));
    }
  }

  @Test
  void aTargetThatDoesNotListenIsFoundBeforeTheRun() throws Exception {
    String url;
    try (ConnectionServer server = new ConnectionServer(1, 1)) {
      url = server.url();
    }
    assertThatThrownBy(() ->
            run("target: " + url + "\nrate: 50/s\ncount: 30\nconnection-policy: user\n" + STEPS))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("connection refused");
  }

  @Test
  void theDefaultLimitIsAThousandUsers() throws Exception {
    String plan = "target: http://127.0.0.1:1/\nrate: 50/s\nconnection-policy: user\n";
    assertThat(read(plan + STEPS).concurrency().connections()).isEqualTo(1000);
    assertThat(read(plan + "connections: 7\n" + STEPS).concurrency().connections()).isEqualTo(7);
  }

  @Test
  void onlyJourneysHaveUsers() {
    assertThatThrownBy(() -> read("target: http://127.0.0.1:1/\nconnection-policy: user\n"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("user is for journeys, and the plan has none");
  }
}
