package dev.takt.driver.http;

import static dev.takt.driver.http.StepServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps of journeys that are classes in Java, compiled as a user does.
@Timeout(60)
class JourneyStepRunTest {

  private static final Path EXAMPLES = Path.of("..", "..", "examples");

  private static final List<DriverProvider> DRIVERS = List.of(new HttpDriverProvider());

  @TempDir private static Path folder;

  private final PlanReader reader = new PlanReader(DRIVERS);

  /// All at once, because each run of the compiler takes a while.
  @BeforeAll
  static void compile() throws Exception {
    String head = "import dev.takt.load.journey.step.*;\npublic class ";
    String body = " implements JourneyStep { public void run(StepContext c) {}";
    List<Path> sources =
        List.of(
            EXAMPLES.resolve("Sign.java"),
            source("Slow", SLOW),
            source("Good", head + "Good" + body + "}"),
            source("Hidden", head.replace("public ", "") + "Hidden" + body + "}"),
            source("Bad", head + "Bad" + body + " public Bad(int i) {} }"),
            source("Static", head + "Static" + body + " static int i = Integer.parseInt(\"\"); }"),
            source(
                "Thrower",
                head
                    + "Thrower"
                    + body
                    + " public Thrower() { throw new IllegalStateException(\"no file\"); } }"),
            source("Newer", head + "Newer" + body + "}"));
    List<String> arguments =
        new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), "-proc:none"));
    arguments.addAll(List.of("-nowarn", "-d", folder.resolve("classes").toString()));
    sources.forEach(each -> arguments.add(each.toString()));
    ByteArrayOutputStream problems = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, problems, arguments.toArray(String[]::new));
    assertThat(failed).as(problems.toString(StandardCharsets.UTF_8)).isZero();
    Path newer = folder.resolve("classes/Newer.class");
    byte[] code = Files.readAllBytes(newer);
    code[7] = 99; // the major version
    Files.write(newer, code);
  }

  private static Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".java"), text);
  }

  private Plan read(String plan) throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name,password\nanna,apple\n");
    return reader.read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of());
  }

  private RunSummary run(StepServer server, String rest) throws Exception {
    Plan plan = read("target: " + server.url() + "\nself-warmup: 50ms\n" + rest);
    PlanLaunch launch = PlanLaunch.prepare(plan, DRIVERS);
    RunDirectory directory = RunDirectory.create(Files.createTempDirectory(folder, "run"));
    return new LoadRun(launch.settings(launch.open(directory.path(), _ -> {})), directory, _ -> {})
        .run();
  }

  /// Each order has a nonce of its own, and the signature that the key of its login makes.
  @Test
  void theExampleSigns() throws Exception {
    Plan example =
        reader.read(
            Files.writeString(
                folder.resolve("signed.yaml"),
                Files.readString(EXAMPLES.resolve("signed.yaml"))
                    .replace("demo", "http://127.0.0.1:1/")
                    .replace("shop-users.csv", "../shop-users.csv")
                    .replace("../", EXAMPLES.toAbsolutePath() + "/")),
            Map.of("classpath", List.of(folder.resolve("classes").toString())));
    assertThat(example.operationNames()).containsExactly("order.login", "order.order");
    try (StepServer server =
        new StepServer(each ->
            each.path().equals("/login")
                ? answer("200 OK\r\nLocation: /carts/7", "{\"token\": \"key\"}")
                : answer("201 Created", "{}"))) {
      RunSummary run =
          run(
              server,
              """
              rate: 100/s
              count: 20
              classpath: [classes]
              users: {file: users.csv}
              journeys:
                shop:
                  steps:
                    - login:
                        path: /login
                        extract: {token: $.token, cart: {header: Location, regex: '/carts/(\\d+)'}}
                    - sign: {class: Sign, sets: [nonce, signature]}
                    - order: {path: '/o', header: ['N: {nonce}', 'S: {signature}'], expect: 201}
              """);
      assertThat(run.results().allJourneys().getFirst().balance())
          .isEqualTo(new Balance(20, 20, 0, 0, 0, 0));
      assertThat(run.results().operations()).hasSize(2);
      List<StepServer.Request> orders =
          server.requests().stream().filter(each -> each.path().equals("/o")).toList();
      assertThat(orders).hasSize(20).extracting(each -> each.header("N")).doesNotHaveDuplicates();
      for (StepServer.Request each : orders) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signed = ("anna\n7\n" + each.header("N")).getBytes(StandardCharsets.UTF_8);
        assertThat(each.header("S")).isEqualTo(HexFormat.of().formatHex(mac.doFinal(signed)));
      }
    }
  }

  private static final String SLOW =
      """
      package com.example;
      import dev.takt.load.journey.step.*;
      public class Slow implements JourneyStep {
        public void run(StepContext context) {
          long begin = System.nanoTime();
          while (System.nanoTime() - begin < 2_000_000) {}
          if (context.answer("$.fails").equals("true")) {
            throw new IllegalStateException("no key");
          }
        }
      }
      """;

  /// A slow class is named, and a failure is one of the journey and of no step.
  @Test
  void costAndFailuresHaveTheNameOfTheClass() throws Exception {
    jar();
    try (StepServer server =
        new StepServer(
            each -> answer("200 OK", "{\"fails\": " + each.path().endsWith("0") + "}"))) {
      RunSummary run =
          run(
              server,
              """
              rate: 50/s
              count: 20
              classpath: slow.jar
              journeys:
                shop:
                  steps:
                    - one: {path: '/{uniform:0..3}'}
                    - slow: {class: com.example.Slow, reads: $.fails}
                    - two: {path: /2}
              """);
      long failed = server.requests().stream().filter(each -> each.path().endsWith("0")).count();
      assertThat(failed).isBetween(1L, 19L);
      assertThat(run.results().allJourneys().getFirst().balance())
          .isEqualTo(new Balance(20, 20 - failed, failed, 0, 0, 0));
      assertThat(run.results().allJourneys().getFirst().aborted()).isEqualTo(failed);
      assertThat(run.results().balance())
          .isEqualTo(new Balance(40 - failed, 40 - failed, 0, 0, 0, 0));
      assertThat(run.failures().counts())
          .isEqualTo(Map.of("com.example.Slow: IllegalStateException: no key", failed));
      assertThat(run.warnings())
          .anyMatch(
              each -> each.startsWith("com.example.Slow took over 1 ms in 20 of 20 calls, at"))
          .noneMatch(each -> each.contains("add up"));
      assertThat(Objects.requireNonNull(run.results().allJourneys().getFirst().response()).p50())
          .isGreaterThan(2_000_000);
    }
  }

  private void jar() throws Exception {
    try (JarOutputStream out =
        new JarOutputStream(Files.newOutputStream(folder.resolve("slow.jar")))) {
      out.putNextEntry(new JarEntry("com/example/Slow.class"));
      out.write(Files.readAllBytes(folder.resolve("classes/com/example/Slow.class")));
    }
  }

  private List<String> problems(String plan) {
    return Objects.requireNonNull(catchThrowableOfType(PlanException.class, () -> read(plan)))
        .problems()
        .stream()
        .map(each -> each.line() + ":" + each.column() + " " + each.key() + " " + each.message())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class: Absent | 3:42 journeys.j.c.class there is no class Absent in --classpath",
        "class: \"\" | 3:42 journeys.j.c.class there is no class",
        "class: [] | 3:42 journeys.j.c.class expected text, found",
        "class: java.lang.String | 3:42 journeys.j.c.class java.lang.String does not implement"
            + " dev.takt.load.journey.step.JourneyStep",
        "class: Hidden | Hidden must be a public class with a public constructor without parameters",
        "class: Bad | Bad must be a public class with a public constructor without parameters",
        "class: Static | Static cannot be loaded: java.lang.ExceptionInInitializerError",
        "class: Thrower | Thrower cannot be made: java.lang.IllegalStateException: no file",
        "class: Newer | Newer was compiled for Java 55, and this is Java",
        "'class: Good, path: /x' | journeys.j.c.path is not known here: a step with a class sends",
        "'class: Good, reads: [status, nothing]' | found \"nothing\"",
        "'class: Good, reads: [header]' | found \"header\"",
        "'class: Good, reads: [''$.['']' | \"$.[\", column",
        "'class: Good, sets: [a b]' | is no generator, found \"a b\"",
        "'class: Good, sets: status' | is a word of conditions",
      })
  void whatIsWrongWithAClassIsSaidBeforeTheRun(String step, String problem) {
    assertThat(
            problems(
                "target: http://127.0.0.1:1/\nclasspath: classes\njourneys: {j: {steps: [a: {}, c: {"
                    + step
                    + "}]}}\n"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "classpath: [classes, no.jar] | c: {class: Good} | 2:12 classpath there is no",
        "classpath: users.csv | c: {class: Good} | users.csv is neither a folder nor a jar",
        "classpath: classes | c: {path: /c} | no step of a journey has a class",
        "rate: 1/s | c: {class: Good} | there is no class Good in Takt itself; --classpath",
        "classpath: classes | 'parallel: {steps: [b: {}, c: {class: Good}]}'"
            + " | is not possible in parallel: only steps are that send something",
        "classpath: classes | 'parallel: {steps: [b: {}]}, c: {class: Good, reads: [status]}'"
            + " | of which none is the last",
      })
  void whatIsWrongAroundIt(String setting, String step, String problem) {
    assertThat(
            problems(
                "target: http://127.0.0.1:1/\n"
                    + setting
                    + "\njourneys: {j: {steps: [a: {}, "
                    + step
                    + "]}}\n"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  /// What a class sets is known after it, not before, and not in other branches.
  @Test
  void placeholdersAreChecked() throws Exception {
    String head = "target: http://127.0.0.1:1/\nclasspath: classes\njourneys: {j: {steps: [a: {}, ";
    String call = "c: {class: Good, sets: mark}";
    String use = "b: {path: '/{mark}'}";
    assertThat(problems(head + use + ", " + call + "]}}\n")).asString().contains("{mark}");
    assertThat(
            problems(head + "if: {when: status == 200, steps: [" + call + "]}, " + use + "]}}\n"))
        .asString()
        .contains("{mark}");
    assertThat(problems(head.replace("[a", "[c: {class: Good}, a") + use + "]}}\n"))
        .asString()
        .contains("have to begin with a step that every user does");

    Plan plan = read(head + call + ", " + use + "]}}\n");
    String written = PlanWriter.yaml(plan);
    assertThat(written).contains("class: Good").contains("classpath:");
    String sent = PlanWriter.withSecrets(plan.forGenerator());
    assertThat(sent).contains(folder.resolve("classes").toAbsolutePath().toString());
    Path elsewhere = Files.createDirectory(folder.resolve("agent")).resolve("plan.yaml");
    Plan there = reader.read(Files.writeString(elsewhere, sent), Map.of());
    assertThat(PlanWriter.withSecrets(there)).isEqualTo(sent);
  }
}
