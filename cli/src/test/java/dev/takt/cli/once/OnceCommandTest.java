package dev.takt.cli.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Background;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans against a server with known answers, each run once.
@Timeout(60)
class OnceCommandTest {

  @TempDir private Path folder;
  private PathServer server;

  @BeforeEach
  void open() throws IOException {
    server = new PathServer();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private World run(String plan, String... flags) throws IOException {
    World world = new World(folder);
    run(world, plan, flags);
    return world;
  }

  private int run(World world, String plan, String... flags) throws IOException {
    Files.writeString(folder.resolve("plan.yaml"), "target: " + server.url() + "\n" + plan);
    String[] args = new String[flags.length + 3];
    args[0] = "run";
    args[1] = "plan.yaml";
    args[2] = "--once";
    System.arraycopy(flags, 0, args, 3, flags.length);
    int exit = world.run(args);
    code = exit;
    return exit;
  }

  private int code;

  /// The output with `#` for times, which differ, and for the port.
  private String shown(World world) {
    return world
        .out()
        .replace(server.authority(), "HOST")
        .replaceAll("random is 0[.]\\d+", "random is 0.@")
        .replaceAll("takt/\\S+", "takt/#")
        .replaceAll("\\d[\\d.]* (?:ns|µs|ms|s)\\b", "#");
  }

  private static final String SHOP =
      """
      rate: 10/s
      users: {file: users.csv}
      journeys:
        order:
          steps:
            - login:
                method: POST
                path: /login
                json: {user: '{user.name}', pass: '{user.password}'}
                extract: {token: $.token, cart: {header: Location, regex: '/carts/(\\d+)'}}
                check: ['$.ok == true', 'size < 64KB']
            - think: 20ms
            - repeat:
                times: 2
                steps:
                  - item: {path: '/item?t={token}', header: 'Authorization: Bearer {token}'}
            - bye: {path: /bye, if: status == 404}
            - choose:
                - weight: 1
                  steps:
                    - pay: {path: '/carts/{cart}/pay', if: random < 1.0}
      """;

  private void shop() throws IOException {
    Files.writeString(
        folder.resolve("users.csv"), "name,password\nanna,geheim4711\nbert,other-1\n");
    server
        .answer(
            "/login",
            "200 OK\r\nLocation: /carts/7\r\nSet-Cookie: sid=c00kie; Path=/",
            "{\"ok\": true, \"token\": \"tttt-1234\", \"echo\": \"geheim4711\"}")
        .answer("/item", "200 OK", "{\"left\": 3}")
        .answer("/carts/7/pay", "200 OK", "paid");
  }

  @Test
  void allThatAUserDoesIsShownAndSecretsAreMasked() throws Exception {
    shop();

    World world = run(SHOP, "--trace");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(shown(world))
        .isEqualTo(
            """
            * user 1 of journey order

            * 1 login, # after the start
            > POST /login HTTP/1.1
            > Host: HOST
            > User-Agent: takt/#
            > Accept: */*
            > Content-Type: application/json
            > Content-Length: 35
            >
            > {"user":"anna","pass":"***"}
            < HTTP/1.1 200 OK
            < Location: /carts/7
            < Set-Cookie: sid=***; Path=/
            < Content-Length: 56
            <
            < {"ok": true, "token": "***", "echo": "***"}
            * answered in #, the first byte after #
            * token = *** (9 characters)
            * cart = "7" (1 character)
            * check $.ok == true: yes
            * check size < 64KB: yes
            * thinks #
            * repeat: 2 times

            * 2 item, # after the start
            > GET /item?t=*** HTTP/1.1
            > Cookie: sid=***
            > Host: HOST
            > User-Agent: takt/#
            > Accept: */*
            > Authorization: ***
            < HTTP/1.1 200 OK
            < Content-Length: 11
            <
            < {"left": 3}
            * answered in #, the first byte after #

            * 3 item, # after the start
            > GET /item?t=*** HTTP/1.1
            > Cookie: sid=***
            > Host: HOST
            > User-Agent: takt/#
            > Accept: */*
            > Authorization: ***
            < HTTP/1.1 200 OK
            < Content-Length: 11
            <
            < {"left": 3}
            * answered in #, the first byte after #
            * if status == 404: no (status is 200)
            * choose: branch 1 of 1
            * if random < 1.0: yes (random is 0.@)

            * 4 pay, # after the start
            > GET /carts/7/pay HTTP/1.1
            > Cookie: sid=***
            > Host: HOST
            > User-Agent: takt/#
            > Accept: */*
            < HTTP/1.1 200 OK
            < Content-Length: 4
            <
            < paid
            * answered in #, the first byte after #

            completed: 4 steps in #
            """);
    assertThat(world.out()).doesNotContain("geheim", "tttt", "c00kie");
    assertThat(world.out().lines()).allMatch(each -> each.length() <= 80);
    assertThat(server.requests())
        .containsExactly(
            "POST /login HTTP/1.1",
            "GET /item?t=tttt-1234 HTTP/1.1",
            "GET /item?t=tttt-1234 HTTP/1.1",
            "GET /carts/7/pay HTTP/1.1");
    assertThat(server.connections()).isEqualTo(1);
    assertThat(folder.resolve("takt-runs")).doesNotExist();
  }

  private static final String SIGN =
      """
      import dev.takt.load.journey.step.*;
      public class Sign implements JourneyStep {
        public void run(StepContext context) {
          context.set("mark", context.answer("$.left") + "!");
          context.set("signature", "s1gned-" + context.variable("token"));
          if (context.answer("$.left").equals("0")) {
            throw new IllegalStateException("no key for " + context.variable("token"));
          }
        }
      }
      """;

  @Test
  void whatAClassSetsIsShownAndSecretsAreMasked() throws Exception {
    Path source = Files.writeString(folder.resolve("Sign.java"), SIGN);
    String path = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-cp",
                    path,
                    "-d",
                    folder.resolve("classes").toString(),
                    source.toString()))
        .isZero();
    String plan =
        """
        rate: 10/s
        classpath: classes
        journeys:
          order:
            steps:
              - login: {path: /login, extract: {token: $.token}}
              - sign: {class: Sign, reads: $.left, sets: [mark, signature]}
              - pay: {path: '/pay?s={signature}&m={mark}'}
        """;
    server
        .answer("/login", "200 OK", "{\"token\": \"tttt-1234\", \"left\": 3}")
        .answer("/pay", "200 OK", "paid");

    World world = run(plan, "--trace");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(shown(world))
        .contains(
            """
            * token = *** (9 characters)
            * Sign: #
            * mark = "3!" (2 characters)
            * signature = *** (16 characters)

            * 2 pay, # after the start
            > GET /pay?s=***&m=3%21 HTTP/1.1
            """)
        .doesNotContain("s1gned", "tttt");
    assertThat(server.requests()).contains("GET /pay?s=s1gned-tttt-1234&m=3%21 HTTP/1.1");

    server.answer("/login", "200 OK", "{\"token\": \"tttt-1234\", \"left\": 0}");
    world = run(plan, "--trace");
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(shown(world))
        .endsWith(
            """
            * token = *** (9 characters)
            * Sign: IllegalStateException: no key for ***
            * ends here

            failed at step 1: aborted, because Sign: IllegalStateException: no key for ***
            """);
  }

  @Test
  void withoutTraceAStepIsALine() throws Exception {
    shop();

    World world = run(SHOP);

    assertThat(shown(world).replaceAll(" +", " "))
        .isEqualTo(
            """
            * user 1 of journey order
             1 login # status 200
             2 item # status 200
             3 item # status 200
             4 pay # status 200
            completed: 4 steps in #
            """);
  }

  /// What is drawn before the first step is shown too.
  @Test
  void aJourneyCanBeginWithAChoice() throws Exception {
    server.answer("/one", "200 OK", "");

    World world =
        run(
            """
            rate: 10/s
            journeys:
              j:
                steps:
                  - repeat:
                      times: 2
                      steps:
                        - choose:
                            - weight: 1
                              steps: [one: {path: /one}]
            """,
            "--trace");

    assertThat(world.out())
        .startsWith("* user 1 of journey j\n* repeat: 2 times\n* choose: branch 1 of 1\n\n* 1 one")
        .contains("completed: 2 steps");
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void eachHopOfARedirectIsShown() throws Exception {
    server
        .answer("/one", "302 There\r\nLocation: /two\r\nSet-Cookie: a=geheim; Path=/", "")
        .answer("/two", "200 OK", "here");

    World world =
        run(
            """
            rate: 10/s
            journeys: {j: {steps: [go: {path: /one}]}}
            """,
            "--trace",
            "--follow-redirects");

    assertThat(code).as(world.err()).isZero();
    assertThat(shown(world))
        .contains("< HTTP/1.1 302 There", "> GET /two HTTP/1.1\n> Cookie: a=***\n", "< here\n")
        .contains("* 2 requests in #\n")
        .endsWith("completed: 1 step in #\n")
        .doesNotContain("geheim");
  }

  @Test
  void theSecondUserHasTheSecondRow() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\nanna\nbert\n");
    server.answer("/bert", "200 OK", "");

    World world =
        run(
            """
            users: {file: users.csv, pick: unique}
            rate: 10/s
            count: 2
            journeys:
              hello:
                steps: [greet: {path: '/{user.name}'}]
            """,
            "--user-number",
            "2");

    assertThat(code).as(world.err()).isZero();
    assertThat(server.requests()).containsExactly("GET /bert HTTP/1.1");
    assertThat(world.out()).contains("user 2 of journey hello");
  }

  @Test
  void conditionsAndExtractionsShowNoSecrets() throws Exception {
    server
        .answer(
            "/one",
            "200 OK\r\nSet-Cookie: sid=cccc-1\r\nX-Auth-Token: hhhh-1",
            "{\"access_token\": \"aaaa-1\"}")
        .answer("/two", "200 OK", "");

    World world =
        run(
            """
            rate: 10/s
            journeys:
              j:
                steps:
                  - one: {path: /one, extract: {t: $.access_token, h: {header: X-Auth-Token}}}
                  - abort: '$.access_token == "x" || header X-Auth-Token == "x"'
                  - two: {path: '/two?a={t}&b={h}', if: 'cookie sid != "x"'}
            """,
            "--trace");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(world.out())
        .contains("t = *** (6 characters)", "h = *** (6 characters)")
        .contains("is ***, header X-Auth-Token is ***)", "(cookie sid is ***)")
        .contains("> GET /two?a=***&b=*** HTTP/1.1")
        .doesNotContain("cccc-1", "aaaa-1", "hhhh-1");
    assertThat(server.requests()).contains("GET /two?a=aaaa-1&b=hhhh-1 HTTP/1.1");
  }

  /// It belongs to the time before the journey, which is not looked at.
  @Test
  void aThinkBeforeTheFirstStepIsLeftOut() throws Exception {
    server.answer("/one", "200 OK", "").answer("/two", "200 OK", "");

    World world =
        run(
            """
            users: 2
            journeys: {j: {steps: [think: 100s, one: {path: /one}, think: 20ms, two: {path: /two}]}}
            """,
            "--trace");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(world.out())
        .contains("* thinks 20.0 ms", "completed: 2 steps")
        .doesNotContain("100 s");
  }

  private static final String FAILING =
      """
      rate: 10/s
      timeout: 300ms
      journeys:
        j:
          steps:
            - one: {path: /one}
            - two: {path: /two, extract: {id: $.id}, check: ['$.state == "ok"']}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 OK      | {"id": 7, "state": "ok"}   | 0 | completed: 2 steps in #                         | * check $.state == "ok": yes
          200 OK      | {"id": 7, "state": "busy"} | 1 | failed at step 2, two: $.state == "ok"          | * check $.state == "ok": no (found "busy")
          200 OK      | {"id": 7}                  | 1 | failed at step 2, two: $.state == "ok"          | * check $.state == "ok": no (found absent)
          200 OK      | {}                         | 1 | failed at step 2, two: extract id: $.id matches nothing | * failed: extract id: $.id matches nothing
          503 Not now | {}                         | 1 | failed at step 2, two: status 503               | * failed: status 503
          """)
  void theLastLineSaysWhichStepFailedAndWhy(
      String status, String body, int exit, String last, String line) throws Exception {
    server.answer("/one", "200 OK", "").answer("/two", status, body);

    World world = run(FAILING, "--trace");

    assertThat(code).isEqualTo(exit);
    assertThat(shown(world).strip().lines().toList().getLast()).isEqualTo(last);
    assertThat(shown(world)).contains("\n" + line);
  }

  @Test
  void anAnswerThatDoesNotComeIsATimeOut() throws Exception {
    server.answer("/one", "200 OK", "");

    World world = run(FAILING, "--trace");

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(world.out()).contains("> GET /two HTTP/1.1", "failed at step 2, two: timed out");
    assertThat(world.out()).doesNotContain("interrupted");
  }

  @Test
  void aPartOfAnAnswerIsShown() throws Exception {
    server
        .answer("/one", "200 OK", "")
        .raw("/two", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", new byte[] {'h', 'a', 'l'});

    World world = run(FAILING, "--trace");

    assertThat(world.out()).contains("< Content-Length: 99\n<\n< hal\n");
  }

  @Test
  void anAbortIsAFailureWithItsCondition() throws Exception {
    server.answer("/one", "200 OK", "");

    World world =
        run(
            """
            rate: 10/s
            journeys:
              j:
                steps:
                  - one: {path: /one}
                  - abort: status == 200
                  - two: {path: /two}
            """,
            "--trace");

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(world.out())
        .contains("* abort status == 200: yes (status is 200)\n* ends here\n")
        .endsWith("failed at step 1: aborted, because status == 200\n");
  }

  @Test
  void aPlanWithoutJourneysSendsOneOperationOfEachKind() throws Exception {
    server.answer("/a", "200 OK", "").answer("/b", "500 Broken", "").answer("/c", "200 OK", "");

    World world =
        run(
            """
            rate: 10/s
            operations:
              - {name: a, weight: 1000, path: /a}
              - {name: b, weight: 1, path: /b}
              - {name: c, weight: 1, path: /c}
            """);

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(server.requests())
        .containsExactly("GET /a HTTP/1.1", "GET /b HTTP/1.1", "GET /c HTTP/1.1");
    assertThat(world.out()).endsWith("failed at operation 2, b: status 500\n");
  }

  @Test
  void bodiesAreBounded() throws Exception {
    byte[] binary = new byte[5000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) i;
    }
    server
        .answer("/long", "200 OK\r\nX-Long: " + "h".repeat(1000), "x".repeat(3_000_000))
        .answer("/binary", "200 OK", binary)
        .answer("/escape", "200 OK", "red \u001b[31m text")
        .raw(
            "/chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "6;x=y\r\nfirst \r\n3\r\nend\r\n0\r\n\r\n".getBytes(StandardCharsets.UTF_8));

    World world =
        run(
            """
            rate: 10/s
            operations:
              - {name: long, path: /long}
              - {name: binary, path: /binary}
              - {name: escape, path: /escape}
              - {name: chunks, path: /chunks}
            """,
            "--trace");

    assertThat(code).as(world.err()).isZero();
    assertThat(world.out().lines()).allMatch(each -> each.codePointCount(0, each.length()) <= 80);
    assertThat(world.out())
        .contains("< (540 more bytes are not shown)") // 1008 - 6 * 78
        .contains("< (2,997,660 more bytes are not shown)") // 3,000,000 - 30 * 78
        .contains("< (5,000 bytes, no text: 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f …)")
        .contains("< red \\u001b[31m text\n")
        .contains("<\n< first end\n");
  }

  @Test
  void ctrlCEndsAUserWhoThinks() throws Exception {
    server.answer("/one", "200 OK", "");
    String plan =
        """
        rate: 10/s
        journeys:
          j:
            steps:
              - one: {path: /one}
              - think: 1h
              - two: {path: /two}
        """;
    World world = new World(folder);
    CompletableFuture<Integer> exit = Background.supplyAsync(() -> ran(world, plan));
    await().until(() -> world.out().contains("thinks"));
    world.pressCtrlC();

    assertThat(exit.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(world.out()).endsWith("interrupted after 1 step\n");
  }

  private int ran(World world, String plan) {
    try {
      return run(world, plan, "--trace");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theFirstUserOfAnotherJourneyIsNamed() throws Exception {
    server.answer("/a", "200 OK", "").answer("/b", "200 OK", "");
    String plan =
        """
        rate: 10/s
        journeys:
          a: {steps: [one: {path: /a}]}
          b: {steps: [one: {path: /b}]}
        """;

    World first = run(plan);

    String other = server.requests().getFirst().contains("/a") ? "b" : "a";
    assertThat(first.err()).contains("the first user of journey " + other + " is --user-number ");
    String number = first.err().strip().replaceAll(".* ", "");
    World second = run(plan, "--user-number", number);
    assertThat(second.out()).contains("of journey " + other);
    assertThat(server.requests().getLast()).contains("/" + other + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --trace sim:delay=0                           | --trace needs --once
          run --user-number 2 sim:delay=0                   | --user-number needs --once
          run --once --user-number 2 sim:delay=0            | --user-number is for journeys, and the plan has none
          run --once --user-number 0 sim:delay=0            | --user-number: expected 1 to 999,999,999, found '0'
          run --once --format json sim:delay=0              | --format is for a run, and --once makes none
          run --once --out x sim:delay=0                    | --out is for a run, and --once makes none
          run --once --watch sim:delay=0                    | --watch is for a run, and --once makes none
          run --once --fleet local:2 sim:delay=0            | --fleet is for a run, and --once makes none
          run --once -p recordcount=10 sim:store            | a workload on records has neither
          """)
  void flagsThatDoNotFitAreRefused(String line, String message) {
    World world = new World(folder);

    assertThat(world.run(line.split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(world.err()).contains(message);
  }

  @Test
  void aTargetThatCannotBeReachedIsAMessage() throws Exception {
    String url = server.url();
    server.close();
    World world = new World(folder);

    assertThat(world.run("run", url, "--once", "--trace")).isEqualTo(ExitCode.FAILED);

    assertThat(world.err()).contains("connection refused").doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource({"sim:delay=1ms", "exec:true"})
  void otherDriversShowTheirOperations(String target) {
    World world = new World(folder);

    assertThat(world.run("run", target, "--once", "--trace")).as(world.err()).isZero();

    assertThat(world.out()).contains("* ok, in ").contains("completed: 1 operation in ");
  }

  @Test
  void valuesOfTheEnvironmentAreMaskedWhereverTheyStand() throws IOException {
    String value = System.getenv("PATH");
    server.answer("/", "200 OK", "ok");
    World world = run("header: 'X-Where: {env.PATH}'\n", "--trace");
    assertThat(world.out()).contains("> X-Where: ***").doesNotContain(value);
    assertThat(code).isEqualTo(ExitCode.OK);
  }

  @Test
  void absentVariableOfTheEnvironmentIsRefusedWithItsPlace() throws IOException {
    World world = run("header:\n  - 'X-Where: {env.NO_SUCH_VARIABLE}'\n", "--trace");
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .contains("plan.yaml:2:1: header: column 10: placeholder {env.NO_SUCH_VARIABLE}")
        .contains("NO_SUCH_VARIABLE is not set");
  }
}
