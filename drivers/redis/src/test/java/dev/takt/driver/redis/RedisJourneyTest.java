package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Journeys whose steps are commands.
@Timeout(60)
class RedisJourneyTest {

  private static final List<DriverProvider> DRIVERS = List.of(new RedisDriverProvider());

  private static final String SHOP =
      """
      users: {file: users.csv, pick: unique}
      journeys:
        shop:
          steps:
            - login: {command: 'GET token:{user.name}', extract: {token: $}}
            - think: 20ms
            - cart: {command: 'HMGET cart:{token} id left', extract: {id: '$[0]'}, check: '$[1] == "3"'}
            - order: {command: 'LPUSH orders "{id} of {user.name}"', check: $ > 0}
      """;

  @TempDir private Path folder;

  private Plan read(String plan) throws Exception {
    return new PlanReader(DRIVERS)
        .read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of());
  }

  private RunSummary run(FakeServer server, String settings, String journeys) throws Exception {
    String head = "target: redis://127.0.0.1:" + server.port() + "\nself-warmup: 50ms\n";
    PlanLaunch launch = PlanLaunch.prepare(read(head + settings + journeys), DRIVERS);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      return new LoadRun(launch.settings(driver), directory, _ -> {}).run();
    }
  }

  private static JourneySummary journey(RunSummary run) {
    return run.results().allJourneys().getFirst();
  }

  /// Tokens differ from user to user; the third has none, and the fourth an empty cart.
  private static String shop(String command) {
    String[] words = command.split(" ", -1);
    return switch (words[0]) {
      case "GET" -> words[1].equals("token:c") ? "$-1_" : "$3_t-" + words[1].substring(6) + "_";
      case "HMGET" ->
          "*2_$4_id-"
              + words[1].charAt(7)
              + "_$1_"
              + (words[1].equals("cart:t-d") ? "0" : "3")
              + "_";
      case "LPUSH" -> ":1_";
      default -> "+OK_";
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void valuesOfRepliesGoIntoLaterCommands(int pipeline) throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\na\nb\nc\nd\ne\n");
    try (FakeServer server = new FakeServer((_, command) -> shop(command))) {
      RunSummary run =
          run(server, "rate: 100/s\ncount: 5\nconnections: 1\npipeline: " + pipeline + "\n", SHOP);

      assertThat(server.commands)
          .contains("GET token:a", "HMGET cart:t-a id left", "LPUSH orders id-a of a")
          .contains("LPUSH orders id-b of b", "LPUSH orders id-e of e")
          .filteredOn(each -> each.startsWith("LPUSH"))
          .hasSize(3);
      assertThat(journey(run).balance()).isEqualTo(new Balance(5, 3, 2, 0, 0, 0));
      assertThat(journey(run).steps())
          .containsExactly(
              new JourneySummary.Step("shop.login", 0, 1L, 0L),
              new JourneySummary.Step("shop.cart", 1, 1L, 0L),
              new JourneySummary.Step("shop.order", 2, 0L, 0L));
      assertThat(run.failures().counts())
          .isEqualTo(
              Map.of("extract token: $ is no text, number or boolean", 1L, "$[1] == \"3\"", 1L));
      assertThat(run.warnings()).noneMatch(each -> each.contains("add up"));
      assertThat(Objects.requireNonNull(journey(run).response()).max())
          .as("a think time of 20 ms")
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  /// A pipeline would share connections between users, and a user's end closes its connection.
  @Test
  void usersDoNotShareConnectionsOfTheirOwn() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\na\nb\nc\nd\ne\n");
    try (FakeServer server = new FakeServer((_, command) -> shop(command))) {
      RunSummary run =
          run(
              server,
              "rate: 1000/s\ncount: 5\nconnections: 2\nconnection-policy: user\npipeline: 8\n",
              SHOP);

      assertThat(server.commands)
          .contains("LPUSH orders id-a of a", "LPUSH orders id-b of b", "LPUSH orders id-e of e");
      assertThat(journey(run).balance()).isEqualTo(new Balance(5, 3, 2, 0, 0, 0));
      assertThat(Objects.requireNonNull(journey(run).waiting()).max())
          .as("the third user waits for a connection, which the first has for 20 ms")
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /// Each answer comes 40 ms after its command, and the one connection carries one at a time: of
  /// two users at once the second waits, which is measured.
  @Test
  void stepThatWaitsForTheConnectionHasThatWait() throws Exception {
    try (FakeServer server =
        new FakeServer((_, command) -> {
          if (command.startsWith("GET")) {
            pause();
          }
          return "$1_x_";
        })) {
      RunSummary run =
          run(
              server,
              "rate: 1000/s\ncount: 2\nconnections: 1\n",
              "journeys: {j: {steps: [a: {command: GET k, check: body == \"x\"}]}}\n");
      long waited = Objects.requireNonNull(journey(run).waiting()).max();
      assertThat(journey(run).balance().completed()).isEqualTo(2);
      assertThat(waited).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(35));
      assertThat(Objects.requireNonNull(journey(run).response()).max())
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(75))
          .isGreaterThanOrEqualTo(waited);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(40);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: {command: GET k, check: status == 200} | a Redis reply has no status",
        "a: {command: GET k, extract: {v: {header: x}}} | a Redis reply has no headers",
        "a: {command: GET k, extract: {v: {cookie: x}}} | a Redis reply has no cookie",
        "`a: {command: GET k}, abort: status == 1` | a Redis reply has no status",
        "a: {command: 'GET {token}'} | placeholder {token} is not known",
        "a: {command: MULTI} | MULTI cannot be an operation",
        "a: {command: GET k, path: /x} | a.path: is not known here",
        "a: {} | a command is needed",
      })
  void whatRedisDoesNotHaveIsFoundBeforeTheRun(String step, String message) {
    PlanException problem =
        catchThrowableOfType(
            PlanException.class,
            () -> read("target: redis://h\njourneys: {shop: {steps: [" + step + "]}}\n"));
    assertThat(problem.problems()).singleElement().asString().contains(message).contains("2:");
  }

  @Test
  void planIsWrittenAsItIsRead() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\na\n");
    Plan plan = read("target: redis://h\ncount: 1\n" + SHOP);
    assertThat(plan.operationNames()).containsExactly("shop.login", "shop.cart", "shop.order");
    Path written = Files.writeString(folder.resolve("again.yaml"), PlanWriter.yaml(plan));
    assertThat(PlanWriter.yaml(new PlanReader(DRIVERS).read(written, Map.of())))
        .isEqualTo(PlanWriter.yaml(plan))
        .contains("HMGET cart:{token} id left");
  }
}
