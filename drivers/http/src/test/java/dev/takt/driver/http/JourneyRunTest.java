package dev.takt.driver.http;

import static dev.takt.driver.http.StepServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.driver.http.StepServer.Request;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.rules.Assertion;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs of journeys over real connections.
@Timeout(60)
class JourneyRunTest {

  private static final String OK = answer("200 OK", "{}");
  private static final String NOT_FOUND = answer("404 Not Found", "{}");

  @TempDir private Path folder;

  private final CountDownLatch begun = new CountDownLatch(1);

  private interface Action {
    void run() throws Exception;
  }

  private LoadRun run(StepServer server, String plan) throws Exception {
    return run(server, plan, () -> {});
  }

  /// @param afterReading happens when the plan has been read
  private LoadRun run(StepServer server, String plan, Action afterReading) throws Exception {
    String head = "target: " + server.url() + "\nself-warmup: 50ms\n";
    Path file = Files.writeString(folder.resolve("plan.yaml"), head + plan);
    List<DriverProvider> drivers = List.of(new HttpDriverProvider());
    Plan read = new PlanReader(drivers).read(file, Map.of());
    afterReading.run();
    PlanLaunch launch = PlanLaunch.prepare(read, drivers);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    Driver driver = launch.open(directory.path(), _ -> {});
    return new LoadRun(
        launch.settings(driver),
        directory,
        progress -> {
          begun.countDown();
          newest = progress;
        });
  }

  /// Of the last run.
  private volatile @Nullable Progress newest;

  private static JourneySummary journey(RunSummary run, String name) {
    return run.results().allJourneys().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static OperationSummary step(RunSummary run, String name) {
    return run.results().operations().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static AssertionResult rule(LoadRun load, RunSummary run, String rule) throws Exception {
    return Assertion.parse(rule).evaluate(run, load.distributions());
  }

  private static Map<String, Long> notReached(JourneySummary journey) {
    return journey.steps().stream()
        .collect(Collectors.toMap(each -> each.nameIn(journey), JourneySummary.Step::notReached));
  }

  /// Three users on two event loops, in a real run: never more than three requests at once, and
  /// exactly the journeys that were asked for. Without think times there is only service time.
  @Test
  void aClosedPopulationIsNeverLargerThanItIs() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Function<Request, String> slow =
        _ -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          LockSupport.parkNanos(2_000_000);
          now.decrementAndGet();
          return OK;
        };
    try (StepServer server = new StepServer(slow)) {
      RunSummary run =
          run(
                  server,
                  """
                  users: 3
                  count: 200
                  threads: 2
                  journeys:
                    shop: {steps: [one: {path: /one}, two: {path: /two}]}
                  """)
              .run();
      assertThat(most.get()).isEqualTo(3);
      assertThat(run.execution().mode()).isEqualTo("closed");
      assertThat(run.execution().users()).isEqualTo(3);
      JourneySummary shop = journey(run, "shop");
      assertThat(shop.balance()).isEqualTo(new Balance(200, 200, 0, 0, 0, 0));
      assertThat(shop.response()).isNull();
      assertThat(shop.waiting()).isNull();
      assertThat(run.results().total().response()).isNull();
      assertThat(run.results().rate().intended()).isNull();
      // Little's law, by the run's own figures, from which little is lost between two steps.
      double seconds = run.execution().durationNanos() / 1e9;
      assertThat(run.results().rate().achieved()).isCloseTo(200 / seconds, withinPercentage(1));
      assertThat(run.results().rate().achieved() * shop.service().mean() / 1e9).isBetween(2.0, 3.0);
      assertThat(run.warnings()).isEmpty();
    }
  }

  /// In a real run a group has its times and its balance, in no sum over operations, and the run's
  /// own check of its counts finds nothing.
  @Test
  void groupsAreInTheSummary() throws Exception {
    try (StepServer server = new StepServer(each -> each.path().equals("/no") ? NOT_FOUND : OK)) {
      LoadRun load =
          run(
              server,
              """
              rate: 100/s
              count: 20
              journeys:
                shop:
                  steps:
                    - group: {name: enter, steps: [one: {path: /one}, think: 20ms, two: {path: /two}]}
                    - group: {name: fail, steps: [three: {path: /three}, no: {path: /no}]}
                    - group: {name: never, steps: [four: {path: /four}]}
              """);
      RunSummary run = load.run();
      assertThat(rule(load, run, "shop.enter.service.min < 20ms").broken()).isFalse();
      assertThat(rule(load, run, "shop.enter.service.min > 20ms").broken()).isTrue();
      assertThat(rule(load, run, "shop.enter.errors > 0").broken()).isFalse();
      assertThat(rule(load, run, "shop.fail.errors > 99%"))
          .isEqualTo(new AssertionResult("shop.fail.errors > 99%", "100 %", true));
      assertThat(rule(load, run, "shop.never.errors > 0").actual()).startsWith("not known");
      List<JourneySummary.Group> groups = journey(run, "shop").allGroups();
      assertThat(groups)
          .extracting(JourneySummary.Group::operation)
          .containsExactly("shop.enter", "shop.fail", "shop.never");
      assertThat(groups.get(0).balance()).isEqualTo(new Balance(20, 20, 0, 0, 0, 0));
      assertThat(groups.get(0).steps()).containsExactly("shop.one", "shop.two");
      assertThat(Objects.requireNonNull(groups.get(0).response()).p50()).isGreaterThan(20_000_000);
      assertThat(groups.get(1).balance()).isEqualTo(new Balance(20, 0, 20, 0, 0, 0));
      assertThat(groups.get(2).balance()).isEqualTo(Balance.NONE);
      assertThat(groups.get(2).notReached()).isEqualTo(20);
      assertThat(run.results().balance().intended()).isEqualTo(80);
      assertThat(run.warnings()).noneMatch(each -> each.contains("add up"));
    }
  }

  /// Four pictures at once over real connections: the cookie of each is kept, and what one extracts
  /// is known after them.
  @Test
  void stepsAtOnceOverlapAndShareCookies() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Function<Request, String> slow =
        each -> {
          if (each.path().startsWith("/last/")) {
            boolean hasAll =
                List.of("/a", "/b", "/c", "/d").stream()
                    .allMatch(one -> each.head().contains(one.substring(1) + "=1"));
            return each.path().equals("/last/7") && hasAll ? OK : NOT_FOUND;
          }
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          LockSupport.parkNanos(20_000_000);
          now.decrementAndGet();
          String name = each.path().substring(1);
          return answer("200 OK\r\nSet-Cookie: " + name + "=1", "{\"id\": 7}");
        };
    try (StepServer server = new StepServer(slow)) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 5/s
                  count: 3
                  journeys:
                    page:
                      steps:
                        - first: {path: /first}
                        - parallel:
                            at-once: 3
                            steps:
                              - a: {path: /a, extract: {id: $.id}}
                              - b: {path: /b}
                              - c: {path: /c}
                              - d: {path: /d}
                        - last: {path: '/last/{id}'}
                  """)
              .run();
      assertThat(journey(run, "page").balance()).isEqualTo(new Balance(3, 3, 0, 0, 0, 0));
      assertThat(most.get()).isEqualTo(3);
      assertThat(run.warnings()).noneMatch(each -> each.contains("add up"));
    }
  }

  /// All users think when the run ends: no step is open, and no journey took as long as it would.
  @Test
  void usersWhoThinkAtTheEndAreAWarning() throws Exception {
    try (StepServer server = new StepServer(_ -> OK)) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 100/s
                  duration: 300ms
                  drain: 100ms
                  journeys:
                    slow:
                      steps:
                        - one: {path: /one}
                        - think: 30s
                        - two: {path: /two}
                  """)
              .run();
      assertThat(run.results().balance().unfinished()).isZero();
      assertThat(journey(run, "slow").balance().unfinished()).isEqualTo(30);
      Progress.Counts counts = Objects.requireNonNull(newest).counts();
      assertThat(counts.journeys()).hasSize(1);
      assertThat(counts.journeys().getFirst().steps()).hasToString("{one=30, two=0}");
      assertThat(run.warnings())
          .anyMatch(
              each -> each.startsWith("30 users had not ended their journeys when the drain"));
    }
  }

  /// A form's values cannot bring further parameters, and a text of JSON stays as it is.
  @Test
  void valuesAreEscapedForTheBodyThatTheyAreIn() throws Exception {
    Files.writeString(
        folder.resolve("users.csv"), "field,json\nname,\"{\"\"a\"\": \"\"b&c=1\"\"}\"\n");
    try (StepServer server = new StepServer(_ -> OK)) {
      run(
              server,
              """
              rate: 100/s
              count: 1
              users: {file: users.csv}
              journeys:
                j:
                  steps:
                    - form:
                        method: POST
                        path: /form
                        header: 'Content-Type: application/x-www-form-urlencoded'
                        body: '{user.field}={user.json}'
                    - raw: {method: POST, path: /raw, body: '{user.json}'}
              """)
          .run();
      assertThat(of(server.requests(), "/form").getFirst().body())
          .isEqualTo("name=%7B%22a%22%3A%20%22b%26c%3D1%22%7D");
      assertThat(of(server.requests(), "/raw").getFirst().body()).isEqualTo("{\"a\": \"b&c=1\"}");
    }
  }

  /// What YAML has without quotes stays a number or a boolean; values are escaped inside texts.
  @Test
  void aBodyInJsonIsWhatThePlanSays() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\n\"a\"\"b\\c\"\n");
    try (StepServer server = new StepServer(_ -> OK)) {
      run(
              server,
              """
              rate: 100/s
              count: 1
              users: {file: users.csv}
              journeys:
                j:
                  steps:
                    - one:
                        path: /one
                        json:
                          name: '{user.name}'
                          id: 'x-{user.name}'
                          age: 18
                          price: 1.50
                          big: 12345678901234567890
                          paid: true
                          text: ['18', 'true', "a\\"b\\n{{x}}"]
                          none:
                          octal: 010
                          empty: {}
                    - two: {method: PUT, path: /two, header: ['A: b', 'content-type: application/x+json'], json: [1]}
                    - three: {path: /three, header: 'A: b', json: {}}
              """)
          .run();
      List<Request> requests = server.requests();
      assertThat(requests.get(0).body())
          .isEqualTo(
              "{\"name\":\"a\\\"b\\\\c\",\"id\":\"x-a\\\"b\\\\c\",\"age\":18,\"price\":1.50,"
                  + "\"big\":12345678901234567890,\"paid\":true,"
                  + "\"text\":[\"18\",\"true\",\"a\\\"b\\n{x}}\"],\"none\":null,"
                  + "\"octal\":\"010\",\"empty\":{}}");
      assertThat(requests.get(0).head()).startsWith("POST /one ");
      assertThat(requests.get(0).header("Content-Type")).isEqualTo("application/json");
      assertThat(requests.get(1).head()).startsWith("PUT /two ").doesNotContain("application/json");
      assertThat(requests.get(1).header("Content-Type")).isEqualTo("application/x+json");
      assertThat(requests.get(1).header("A")).isEqualTo("b");
      assertThat(requests.get(2).header("A")).isEqualTo("b");
      assertThat(requests.get(2).header("Content-Type")).isEqualTo("application/json");
    }
  }

  /// Each user logs in with its own row, and sends its own token, cart and cookie from then on.
  @Test
  void usersCarryWhatTheyWereGiven() throws Exception {
    Files.writeString(
        folder.resolve("users.csv"),
        "name,password\nanna,\"p\"\"w\"\n\"bert, jr\",\"x \"\"y\"\"\\\"\n");
    AtomicInteger carts = new AtomicInteger();
    try (StepServer server =
        new StepServer(request -> {
          if (!request.path().equals("/login")) {
            return answer("200 OK", "{\"status\": \"ok\", \"id\": 1}");
          }
          String user = request.body().contains("anna") ? "anna" : "bert";
          return answer(
              "200 OK\r\nSet-Cookie: sid="
                  + user
                  + "; Path=/\r\nLocation: /carts/"
                  + carts.incrementAndGet()
                  + "-"
                  + user,
              "{\"token\": \"t/" + user + " Ã¼\"}");
        })) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 200/s
                  count: 40
                  connections: 3
                  users: {file: users.csv}
                  journeys:
                    shop:
                      steps:
                        - login:
                            method: POST
                            path: /login
                            body: '{"user": "{user.name}", "pass": "{user.password}"}'
                            extract: {token: '$.token', cart: {header: Location, regex: '/carts/(.*)'}}
                        - think: {uniform: 1ms..20ms}
                        - browse: {path: '/items/{seq}?t={token}', header: 'Authorization: Bearer {token}'}
                        - order: {method: POST, path: '/carts/{cart}/order', check: ['$.status == "ok"', 'size < 64KB']}
                  """)
              .run();

      assertThat(run.warnings()).isEmpty();
      assertThat(run.results().balance()).isEqualTo(new Balance(120, 120, 0, 0, 0, 0));
      JourneySummary shop = journey(run, "shop");
      assertThat(shop.balance()).isEqualTo(new Balance(40, 40, 0, 0, 0, 0));
      assertThat(Objects.requireNonNull(shop.response()).count()).isEqualTo(40);
      assertThat(shop.service().count()).isEqualTo(40);
      assertThat(Objects.requireNonNull(shop.waiting()).count()).isEqualTo(40);
      assertThat(notReached(shop)).isEqualTo(Map.of("login", 0L, "browse", 0L, "order", 0L));
      assertThat(run.results().rate().intended()).isBetween(199.0, 201.0);

      List<Request> requests = server.requests();
      assertThat(requests).hasSize(120);
      assertThat(of(requests, "/login").stream().map(Request::body).distinct())
          .containsExactlyInAnyOrder(
              "{\"user\": \"anna\", \"pass\": \"p\\\"w\"}",
              "{\"user\": \"bert, jr\", \"pass\": \"x \\\"y\\\"\\\\\"}");
      assertThat(of(requests, "/login"))
          .allSatisfy(each -> assertThat(each.header("Cookie")).isEmpty());
      assertThat(of(requests, "/items/"))
          .hasSize(40)
          .allSatisfy(each -> {
            String user = each.header("Cookie").replace("sid=", "");
            assertThat(user).isIn("anna", "bert");
            assertThat(each.header("Authorization"))
                .isEqualTo("Bearer t/" + user + " Ã¼"); // the bytes of UTF-8
            assertThat(each.path()).matches("/items/\\d+\\?t=t%2F" + user + "%20%C3%BC");
          });
      assertThat(of(requests, "/carts/").stream().map(Request::path).distinct()).hasSize(40);
      assertThat(of(requests, "/carts/"))
          .allSatisfy(each ->
              assertThat(each.path())
                  .endsWith(each.header("Cookie").replace("sid=", "") + "/order"));
      // The second step of user 7 has number 22, whatever the order of the answers.
      assertThat(of(requests, "/items/").stream().map(each -> each.path().split("[/?]", -1)[2]))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 40).mapToObj(i -> "" + (3 * i + 1)).toList());
    }
  }

  private static List<Request> of(List<Request> requests, String path) {
    return requests.stream().filter(each -> each.path().startsWith(path)).toList();
  }

  @Test
  void aFailedStepEndsTheJourneyUnderItsOwnName() throws Exception {
    try (StepServer server =
        new StepServer(request ->
            switch (request.path()) {
              case "/ok" -> answer("200 OK", "{\"a\": [1, 2], \"s\": \"no\"}");
              case "/binary" -> answer("200 OK", "ÿþ");
              case "/broken" -> answer("200 OK", "{\"a\":");
              case "/gone" -> answer("410 Gone", "");
              default -> "";
            })) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 500/s
                  count: 200
                  journeys:
                    check: {steps: [a: {path: /ok}, b: {path: /ok, check: '$.s == "ok"'}, c: {path: /ok}]}
                    many: {steps: [a: {path: /ok, extract: {x: '$.a[*]'}}, c: {path: '/ok?{x}'}]}
                    binary: {steps: [a: {path: /binary, extract: {x: {regex: '.'}}}, c: {path: /ok}]}
                    broken: {steps: [a: {path: /broken, extract: {x: '$.a'}}, c: {path: /ok}]}
                    gone: {steps: [a: {path: /ok}, b: {path: /gone, check: 'status == 410'}, c: {path: /ok}]}
                    lost: {steps: [a: {path: /lost}, c: {path: /ok}]}
                  """)
              .run();

      assertThat(run.warnings()).noneMatch(each -> each.contains("bug"));
      assertThat(run.failures().counts().keySet())
          .containsExactlyInAnyOrder(
              "$.s == \"ok\"",
              "extract x: $.a[*] matches several values",
              "extract x: the body is not text in UTF-8",
              "extract x: the body is not JSON",
              "status 410",
              "connection closed before the answer");
      assertThat(run.failures().files()).containsKeys("$.s == \"ok\"", "status 410");
      long journeys = 0;
      for (JourneySummary each : run.results().allJourneys()) {
        long users = each.balance().intended();
        journeys += users;
        assertThat(users).isGreaterThan(10);
        assertThat(each.balance()).isEqualTo(new Balance(users, 0, users, 0, 0, 0));
        assertThat(notReached(each)).containsEntry("a", 0L).containsEntry("c", users);
        assertThat(Objects.requireNonNull(each.response()).count()).isZero();
        assertThat(step(run, each.name() + ".c").balance()).isEqualTo(Balance.NONE);
      }
      assertThat(journeys).isEqualTo(200);
      assertThat(notReached(journey(run, "check"))).containsEntry("b", 0L);
      assertThat(step(run, "gone.b").statuses()).containsOnlyKeys("410");
    }
  }

  /// Users poll until the answer says that they are done, and take their ways by its values; what
  /// no user did is counted.
  @Test
  void answersDecideWhatUsersDo() throws Exception {
    AtomicInteger jobs = new AtomicInteger();
    try (StepServer server =
        new StepServer(request -> {
          String path = request.path();
          if (path.equals("/jobs")) {
            return answer("201 Created", "{\"id\": " + jobs.incrementAndGet() + "}");
          } else if (path.startsWith("/poll")) {
            int id = Integer.parseInt(path.substring("/poll/".length(), path.indexOf('?')));
            boolean isDone = id % 4 == 0 || path.endsWith("3");
            return answer(
                "200 OK\r\nX-Id: " + id, isDone ? "{\"busy\": false}" : "{\"busy\": true}");
          }
          return OK;
        })) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 200/s
                  count: 40
                  journeys:
                    job:
                      steps:
                        - start: {method: POST, path: /jobs, extract: {id: $.id}}
                        - poll: {path: '/poll/{id}?x'}
                        - again: {path: '/poll/{id}?3', while: {when: $.busy == true, max: 5}}
                        - if:
                            when: id <= 10
                            steps:
                              - small: {path: /small, repeat: 2}
                              - abort: 'id == 7 || status != 200'
                        - bye: {path: /bye}
                  """)
              .run();
      assertThat(run.warnings()).noneMatch(each -> each.contains("bug"));
      JourneySummary job = journey(run, "job");
      assertThat(job.balance()).isEqualTo(new Balance(40, 39, 1, 0, 0, 0));
      assertThat(job.aborted()).isEqualTo(1);
      assertThat(run.failures().counts()).isEmpty();
      assertThat(notReached(job))
          .isEqualTo(Map.of("start", 0L, "poll", 0L, "again", 10L, "small", 30L, "bye", 1L));
      assertThat(of(server.requests(), "/poll").stream().filter(each -> each.path().endsWith("3")))
          .hasSize(30);
      assertThat(of(server.requests(), "/small")).hasSize(20);
      assertThat(of(server.requests(), "/bye")).hasSize(39);
      assertThat(step(run, "job.small").balance()).isEqualTo(new Balance(20, 20, 0, 0, 0, 0));
    }
  }

  /// A step that times out ends its journey; a step that is not answered when the run is stopped
  /// leaves it unfinished, and so does a user who thinks.
  @Test
  void timeoutsAndAStopLeaveNoJourneyUnaccountedFor() throws Exception {
    AtomicInteger slow = new AtomicInteger();
    try (StepServer server =
        new StepServer(request -> {
          if (request.path().equals("/slow") && slow.incrementAndGet() % 2 == 0) {
            sleep(1_000_000);
          }
          return OK;
        })) {
      LoadRun run =
          run(
              server,
              """
              rate: 100/s
              duration: 10m
              timeout: 200ms
              connections: 50
              journeys:
                wait: {steps: [a: {path: /slow}, b: {path: /ok}]}
                think: {steps: [a: {path: /ok}, {think: 5m}, b: {path: /ok}]}
              """);
      Thread stopper =
          Thread.ofVirtual()
              .start(() -> {
                await(begun);
                sleep(1500);
                run.stop();
              });
      RunSummary summary = run.run();
      stopper.join();

      assertThat(summary.execution().complete()).isFalse();
      assertThat(summary.warnings()).noneMatch(each -> each.contains("bug"));
      Balance wait = journey(summary, "wait").balance();
      Balance think = journey(summary, "think").balance();
      assertThat(wait.timedOut()).isGreaterThan(5);
      assertThat(wait.completed()).isGreaterThan(5);
      assertThat(wait.isExact()).isTrue();
      assertThat(think).isEqualTo(new Balance(think.intended(), 0, 0, 0, think.intended(), 0));
      assertThat(notReached(journey(summary, "think")))
          .isEqualTo(Map.of("a", 0L, "b", think.intended()));
      assertThat(notReached(journey(summary, "wait")).get("b"))
          .isEqualTo(wait.intended() - wait.completed());
    }
  }

  /// A body that is too large to be read is a failure, and is not kept.
  @Test
  void anAnswerOf50MegabytesIsNamed() throws Exception {
    String huge = answer("200 OK", "[" + "1,".repeat(25 << 20) + "1]");
    try (StepServer server = new StepServer(_ -> huge)) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 20/s
                  count: 3
                  journeys:
                    big: {steps: [a: {path: /, extract: {x: '$[0]'}}]}
                    size: {steps: [a: {path: /, check: 'size > 50MB'}]}
                  """)
              .run();
      assertThat(run.failures().counts().keySet())
          .allMatch("extract x: the body is over 16 MiB, too large to be read"::equals);
      assertThat(journey(run, "size").balance().completed())
          .isEqualTo(journey(run, "size").balance().intended());
    }
  }

  /// What a server sends to is the next step's path, with its query, as a browser takes it.
  @Test
  void aLocationIsThePathOfTheNextStep() throws Exception {
    AtomicInteger answers = new AtomicInteger();
    try (StepServer server =
        new StepServer(request -> {
          String own = "http://" + request.header("Host");
          List<String> locations =
              List.of(
                  "/carts/7?a=1&b=x%20y",
                  own + "/carts/7?a=1&b=x y#top",
                  "http://other.example/carts/7",
                  "carts/7",
                  "//other.example/7");
          return request.path().startsWith("/new")
              ? answer(
                  "303 See Other\r\nLocation: "
                      + locations.get(answers.getAndIncrement() % locations.size()),
                  "")
              : OK;
        })) {
      RunSummary run =
          run(
                  server,
                  """
                  rate: 100/s
                  count: 10
                  journeys:
                    shop:
                      steps:
                        - cart: {path: /new, expect: 303, extract: {next: {header: Location}}}
                        - show: {path: '{next}'}
                        - more: {path: '{next}&page=2'}
                  """)
              .run();
      assertThat(run.warnings()).noneMatch(each -> each.contains("bug"));
      assertThat(journey(run, "shop").balance()).isEqualTo(new Balance(10, 4, 6, 0, 0, 0));
      assertThat(of(server.requests(), "/carts").stream().map(Request::path).distinct())
          .containsExactlyInAnyOrder("/carts/7?a=1&b=x%20y", "/carts/7?a=1&b=x%20y&page=2");
      assertThat(run.failures().counts())
          .hasSize(2)
          .hasEntrySatisfying(
              "the value for the path is a URL of another server",
              count -> assertThat(count).isEqualTo(2))
          .hasEntrySatisfying(
              "the value for the path is no path and no URL",
              count -> assertThat(count).isEqualTo(4));
    }
  }

  /// The rows are those that the file had when the plan was read.
  @Test
  void theFileOfUsersIsReadOnce() throws Exception {
    Path users = Files.writeString(folder.resolve("users.csv"), "name\nanna\n");
    try (StepServer server = new StepServer(_ -> OK)) {
      LoadRun run =
          run(
              server,
              """
              rate: 100/s
              count: 1
              users: {file: users.csv, pick: unique}
              journeys: {shop: {steps: [a: {path: '/{user.name}'}]}}
              """,
              () -> Files.delete(users));
      run.run();
      assertThat(server.requests().getFirst().path()).isEqualTo("/anna");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
