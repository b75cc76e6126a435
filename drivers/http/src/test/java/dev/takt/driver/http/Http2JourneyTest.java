package dev.takt.driver.http;

import static dev.takt.driver.http.Http2Server.data;
import static dev.takt.driver.http.Http2Server.head;
import static dev.takt.driver.http.Http2Server.reset;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.http.Http2Server.Request;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Journeys over HTTP/2.
@Timeout(60)
class Http2JourneyTest {

  private static final int USERS = 20;

  private static final List<DriverProvider> DRIVERS = List.of(new HttpDriverProvider());

  @TempDir private Path folder;

  /// What is still taken of the memory for bodies after the run.
  private long bytesInUse;

  private RunSummary run(Http2Server server, String rest) throws Exception {
    Files.writeString(
        folder.resolve("users.csv"),
        "name\n"
            + IntStream.range(0, USERS).mapToObj(i -> "u" + i).collect(Collectors.joining("\n")));
    String plan =
        "target: "
            + server.url("/")
            + "\nhttp: 2\nstreams: 5\nself-warmup: 50ms\nusers: {file: users.csv}\n"
            + "rate: 200/s\ncount: "
            + USERS
            + "\n"
            + rest;
    Plan read =
        new PlanReader(DRIVERS)
            .read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of());
    PlanLaunch launch = PlanLaunch.prepare(read, DRIVERS);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (HttpDriver driver = (HttpDriver) launch.open(directory.path(), _ -> {})) {
      RunSummary run = new LoadRun(launch.settings(driver), directory, _ -> {}).run();
      bytesInUse = driver.bodies.used();
      return run;
    }
  }

  private static Balance journey(RunSummary run) {
    return run.results().allJourneys().getFirst().balance();
  }

  private static final String STEPS =
      """
      journeys:
        j:
          steps:
            - login: {path: '/{user.name}/login'}
            - think: 20ms
            - item: {path: '/{user.name}/item'}
      """;

  /// Several users at once on one connection: each sends the cookie that it has got.
  @Test
  void usersKeepTheirCookies() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (true) {
            Request request = peer.next();
            String user = request.field(":path").split("/", -1)[1];
            peer.send(
                request.field(":path").endsWith("login")
                    ? head(request.stream(), 200, true, "set-cookie", "sid=" + user + "; Path=/")
                    : head(
                        request.stream(),
                        request.field("cookie").equals("sid=" + user) ? 200 : 403,
                        true));
          }
        })) {
      RunSummary run = run(server, "connections: 1\n" + STEPS);
      assertThat(journey(run)).isEqualTo(new Balance(USERS, USERS, 0, 0, 0, 0));
      assertThat(server.requests).hasSize(2 * USERS);
      assertThat(server.connections).as("one of them is the probe").hasValue(2);
    }
  }

  @Test
  void aUserHasAConnectionOfItsOwn() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      RunSummary run = run(server, "connection-policy: user\n" + STEPS);
      assertThat(journey(run)).isEqualTo(new Balance(USERS, USERS, 0, 0, 0, 0));
      Map<Integer, List<String>> paths =
          server.requests.stream()
              .collect(
                  Collectors.groupingBy(
                      Request::connection,
                      Collectors.mapping(each -> each.field(":path"), Collectors.toList())));
      assertThat(paths.values())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, USERS)
                  .mapToObj(i -> List.of("/u" + i + "/login", "/u" + i + "/item"))
                  .toList());
      assertThat(server.connections).as("two of them only ask").hasValue(USERS + 2);
    }
  }

  /// Bodies of 100 KB, of which the server sends no end.
  @Test
  void aResetAnswerGivesItsMemoryBack() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (true) {
            int stream = peer.next().stream();
            peer.send(head(stream, 200, false));
            for (int i = 0; i < 10; i++) {
              peer.send(data(stream, "x".repeat(10_000), false));
            }
            peer.send(reset(stream, 2));
          }
        })) {
      RunSummary run =
          run(
              server,
              """
              connections: 2
              journeys: {j: {steps: [one: {path: '/{user.name}', extract: {id: {regex: 'a(b)'}}}]}}
              """);
      assertThat(run.failures().counts())
          .containsExactly(Map.entry("stream reset: INTERNAL_ERROR", (long) USERS));
      assertThat(bytesInUse).isZero();
    }
  }
}
