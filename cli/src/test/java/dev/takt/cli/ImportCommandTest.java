package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.takt.cli.spi.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans that are imported, checked and run once against a server.
@Timeout(60)
class ImportCommandTest {

  @TempDir private Path folder;
  private HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          byte[] answer = "{\"token\": \"t1\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private World takt(String... args) {
    World world = new World(folder);
    world.exit = world.run(args);
    return world;
  }

  /// Imports with `-o plan.yaml`, checks the plan, and runs it once.
  private void runs(String... args) {
    String[] all = new String[args.length + 3];
    all[0] = "import";
    System.arraycopy(args, 0, all, 1, args.length);
    all[args.length + 1] = "-o";
    all[args.length + 2] = "plan.yaml";
    World imported = takt(all);
    assertThat(imported.exit).as(imported.err()).isZero();
    assertThat(imported.err()).endsWith("takt: next: takt run plan.yaml --once --trace\n");
    World checked = takt("run", "plan.yaml", "--print-plan");
    assertThat(checked.exit).as(checked.err()).isZero();
    World once = takt("run", "plan.yaml", "--once");
    assertThat(once.exit).as(once.out() + once.err()).isZero();
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content.replace("URL", url()));
  }

  @Test
  void curlRuns() {
    runs("curl", "curl '" + url() + "/a?b=1' -d 'c={d}'");
    assertThat(requests).containsExactly("POST /a?b=1 c={d}");
  }

  @Test
  void harRuns() throws IOException {
    file(
        "a.har",
        """
        {"log": {"entries": [
          {"request": {"method": "GET", "url": "URL/a"}, "response": {"status": 200}},
          {"request": {"method": "POST", "url": "URL/b", "postData": {"text": "{x}"}},
            "response": {"status": 200}}]}}
        """);
    runs("har", "a.har");
    assertThat(requests).containsExactly("GET /a ", "POST /b {x}");
  }

  @Test
  void postmanRuns() throws IOException {
    file(
        "a.json",
        """
        {"item": [
          {"request": "URL/login", "event": [{"listen": "test", "script": {"exec":
            ["pm.environment.set('token', pm.response.json().token);"]}}]},
          {"request": {"url": "URL/items?t={{token}}"}}]}
        """);
    runs("postman", "a.json");
    assertThat(requests).containsExactly("GET /login ", "GET /items?t=t1 ");
  }

  @Test
  void openApiRuns() throws IOException {
    file(
        "a.yaml",
        """
        openapi: 3.1.0
        paths:
          /a: {get: {parameters: [{name: n, in: query, example: 7}]}}
        """);
    runs("openapi", "a.yaml", "--target", url());
    assertThat(requests).containsExactly("GET /a?n=7 ");
  }

  @Test
  void jmxRuns() throws IOException {
    file(
        "a.jmx",
        """
        <jmeterTestPlan><hashTree><TestPlan/><hashTree><ThreadGroup testname="g">
          <stringProp name="ThreadGroup.num_threads">2</stringProp></ThreadGroup><hashTree>
          <HTTPSamplerProxy testname="a"><stringProp name="HTTPSampler.path">URL/a</stringProp></HTTPSamplerProxy>
          <hashTree><ConstantTimer><stringProp name="ConstantTimer.delay">1</stringProp></ConstantTimer><hashTree/></hashTree>
        </hashTree></hashTree></hashTree></jmeterTestPlan>
        """);
    runs("jmx", "a.jmx");
    assertThat(requests).containsExactly("GET /a ");
  }

  @Test
  void k6Runs() throws IOException {
    file(
        "a.js",
        """
        import http from 'k6/http';
        export const options = { vus: 2, iterations: 2 };
        export default function () {
          const res = http.post('URL/login', JSON.stringify({ a: 1 }));
          http.get(`URL/items?t=${res.json('token')}`);
        }
        """);
    runs("k6", "a.js");
    assertThat(requests).containsExactly("POST /login {\"a\":1}", "GET /items?t=t1 ");
  }

  @Test
  void planGoesToStandardOutputAndTheRestToTheOther() {
    World world = takt("import", "curl", "https://x.example/", "-H", "X-Key: 1", "-s", "-u", "a:b");
    assertThat(world.exit).isZero();
    assertThat(world.out())
        .isEqualTo(
            """
            # Made of a command of curl by takt import.
            # Needs AUTHORIZATION: the Base64 of USER:PASSWORD
            target: https://x.example
            rate: 1/s
            duration: 20s
            path: /
            header:
            - "X-Key: 1"
            - "Authorization: Basic {env.AUTHORIZATION}"
            """);
    assertThat(world.err())
        .isEqualTo(
            """
            Left out:
              - options about curl's output (-s)
            Set before the run:
              - AUTHORIZATION: the Base64 of USER:PASSWORD
            """);
  }

  @Test
  void commandIsReadFromStandardInput() {
    World world =
        new World(
            folder, new ByteArrayInputStream("curl x.example/y".getBytes(StandardCharsets.UTF_8)));
    assertThat(world.run("import", "curl", "-")).isZero();
    assertThat(world.out()).contains("target: http://x.example\n", "path: /y\n");
  }

  @Test
  void fileThatExistsIsKept() throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "mine");
    World refused = takt("import", "curl", "x.example", "-o", "plan.yaml");
    assertThat(refused.exit).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("it exists; another name, or --force");
    assertThat(plan).hasContent("mine");
    assertThat(takt("import", "curl", "x.example", "-o", "plan.yaml", "--force").exit).isZero();
    assertThat(plan).content().contains("x.example");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import har none.har | 1 | takt import har: none.har: there is no such file",
        "import har . | 1 | takt import har: .: is a directory",
        "import har a.har --target x | 2 | takt import har: --target: expected http://HOST:PORT",
        "import xls a.xls | 2 | takt import: there is no command 'xls'",
      })
  void wrongUseIsExplained(String args, int exit, String message) {
    World world = takt(args.split(" ", -1));
    assertThat(world.exit).isEqualTo(exit);
    assertThat(world.err()).startsWith(message);
  }
}
