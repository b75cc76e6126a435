package dev.takt.driver.http;

import static dev.takt.driver.http.StepServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.http.StepServer.Request;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps whose answers are redirects, which are followed as browsers do.
@Timeout(60)
class JourneyRedirectTest {

  @TempDir private Path folder;

  private RunSummary run(StepServer server, String plan) throws Exception {
    String head =
        "target: "
            + server.url().replace("http://", "http://me:geheim@")
            + "\nfollow-redirects: true\nrate: 100/s\ncount: 1\nself-warmup: 50ms\n";
    Path file = Files.writeString(folder.resolve("plan.yaml"), head + plan);
    List<DriverProvider> drivers = List.of(new HttpDriverProvider());
    Plan read = new PlanReader(drivers).read(file, Map.of());
    PlanLaunch launch = PlanLaunch.prepare(read, drivers);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      return new LoadRun(launch.settings(driver), directory, _ -> {}).run();
    }
  }

  private static OperationSummary step(RunSummary run, String name) {
    return run.results().operations().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String firstLine(Request request) {
    return request.head().lines().findFirst().orElseThrow().replace(" HTTP/1.1", "");
  }

  private static String redirect(String status, String to) {
    return answer(status + " There\r\nLocation: " + to, "moved");
  }

  private static final String LOGIN =
      """
      journeys:
        j:
          steps:
            - login: {method: POST, path: '/in/login', json: {a: 1}, extract: {token: $.token}, check: [header X-At == "3"]}
            - home: {path: '/home', header: 'Authorization: Bearer {token}'}
      """;

  /// The last answer is the step's: values are taken from it. Cookies are kept at once, and each
  /// request has those for its own path.
  @Test
  void cookiesOfRedirectsAreKeptAndValuesAreThoseOfTheLastAnswer() throws Exception {
    try (StepServer server =
        new StepServer(request ->
            switch (request.path()) {
              case "/in/login" ->
                  answer(
                      "302 There\r\nX-At: 1\r\nLocation: welcome?x=1\r\nSet-Cookie: sid=1; Path=/",
                      "{\"token\": \"first\"}");
              case "/in/welcome?x=1" ->
                  answer(
                      "302 There\r\nX-At: 2\r\nLocation: /ready\r\nSet-Cookie: deep=2\r\nSet-Cookie: sid=3; Path=/",
                      "{\"token\": \"second\"}");
              default -> answer("200 OK\r\nX-At: 3", "{\"token\": \"last\"}");
            })) {
      RunSummary run = run(server, LOGIN);

      assertThat(run.results().balance().completed()).isEqualTo(2);
      assertThat(server.requests())
          .extracting(JourneyRedirectTest::firstLine)
          .containsExactly("POST /in/login", "GET /in/welcome?x=1", "GET /ready", "GET /home");
      assertThat(server.requests())
          .extracting(each -> each.header("Cookie"))
          .containsExactly("", "sid=1", "sid=3", "sid=3");
      assertThat(server.requests().get(1).header("Content-Type")).isEmpty();
      assertThat(server.requests().get(1).body()).isEmpty();
      assertThat(server.requests().get(3).header("Authorization")).isEqualTo("Bearer last");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "301, POST, GET",
    "302, POST, GET",
    "303, POST, GET",
    "307, POST, POST",
    "308, POST, POST",
    "301, PUT, PUT",
    "302, PUT, PUT",
    "303, PUT, GET",
    "307, PUT, PUT",
  })
  void methodAndBodyChangeAsTheStatusSays(String status, String method, String next)
      throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\nanna\n");
    try (StepServer server =
        new StepServer(request ->
            request.path().equals("/a/anna") ? redirect(status, "/b") : answer("200 OK", ""))) {
      RunSummary run =
          run(
              server,
              """
              users: {file: users.csv}
              journeys:
                j:
                  steps:
                    - send: {method: %s, path: '/a/{user.name}', header: 'X-User: {user.name}', json: {name: '{user.name}'}}
              """
                  .replace("%s", method));

      assertThat(run.results().balance().completed()).isEqualTo(1);
      Request last = server.requests().getLast();
      boolean keeps = next.equals(method);
      assertThat(firstLine(last)).isEqualTo(next + " /b");
      assertThat(last.body()).isEqualTo(keeps ? "{\"name\":\"anna\"}" : "");
      assertThat(last.header("Content-Type")).isEqualTo(keeps ? "application/json" : "");
      assertThat(last.header("X-User")).isEqualTo("anna");
    }
  }

  /// Another origin gets neither the credentials of the target nor a header of the step with a
  /// secret, and another host no cookies; what it sets is not sent to the target.
  @Test
  void credentialsAndCookiesDoNotGoToAnotherHost() throws Exception {
    try (StepServer other = new StepServer(_ -> answer("200 OK\r\nSet-Cookie: spy=1; Path=/", ""));
        StepServer server =
            new StepServer(request ->
                switch (request.path()) {
                  case "/go" ->
                      redirect("302", other.url().replace("127.0.0.1", "localhost") + "x");
                  default -> answer("200 OK\r\nSet-Cookie: own=1; Path=/", "");
                })) {
      RunSummary run =
          run(
              server,
              """
              journeys:
                j:
                  steps:
                    - first: {path: /first}
                    - go: {path: /go, header: ['X-Api-Key: 4711', 'X-Plain: 1']}
                    - last: {path: /last}
              """);

      assertThat(run.results().balance().completed()).isEqualTo(3);
      Request there = other.requests().getFirst();
      assertThat(there.head()).contains("X-Plain: 1").doesNotContain("own=1", "4711", "Basic");
      assertThat(server.requests())
          .extracting(each -> each.header("Cookie"))
          .containsExactly("", "own=1", "own=1");
      assertThat(server.requests())
          .allMatch(each -> each.header("Authorization").startsWith("Basic "));
    }
  }

  @Test
  void aLoopIsAFailureWithAName() throws Exception {
    try (StepServer server =
        new StepServer(request -> redirect("302", request.path().equals("/a") ? "/b" : "/a"))) {
      RunSummary run =
          run(
              server,
              """
              journeys:
                j:
                  steps:
                    - go: {path: /a}
                    - never: {path: /never}
              """);

      assertThat(run.results().balance().failed()).isEqualTo(1);
      assertThat(run.failures().counts()).containsExactly(Map.entry("too many redirects", 1L));
      assertThat(server.requests()).hasSize(1 + RedirectChain.MAX_HOPS);
      assertThat(run.results().allJourneys().getFirst().balance().failed()).isEqualTo(1);
    }
  }

  /// Three answers of 60 ms each are one step of at least 180 ms.
  @Test
  void theTimeOfAStepIsToTheEndOfTheLastHop() throws Exception {
    try (StepServer server =
        new StepServer(request -> {
          try {
            Thread.sleep(60);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return switch (request.path()) {
            case "/a" -> redirect("302", "/b");
            case "/b" -> redirect("302", "/c");
            default -> answer("200 OK", "");
          };
        })) {
      RunSummary run = run(server, "journeys: {j: {steps: [go: {path: /a}]}}\n");

      assertThat(step(run, "j.go").service().max()).isGreaterThan(180_000_000);
      assertThat(Objects.requireNonNull(step(run, "j.go").response()).max())
          .isGreaterThan(180_000_000);
      assertThat(run.results().balance().completed()).isEqualTo(1);
    }
  }

  /// A redirect that does not end on an expected status fails the step under that status, and
  /// checks are about the last answer.
  @Test
  void expectAndChecksAreAboutTheLastAnswer() throws Exception {
    try (StepServer server =
        new StepServer(request ->
            request.path().equals("/a") ? redirect("302", "/b") : answer("404 No", ""))) {
      RunSummary run =
          run(
              server,
              """
              journeys:
                j: {steps: [go: {path: /a, expect: '404', check: [status == 404, size == 0]}]}
              """);

      assertThat(run.failures().counts()).isEmpty();
      assertThat(run.results().balance().completed()).isEqualTo(1);
    }
  }
}
