package dev.takt.driver.http;

import static dev.takt.driver.http.Http2Server.data;
import static dev.takt.driver.http.Http2Server.goaway;
import static dev.takt.driver.http.Http2Server.head;
import static dev.takt.driver.http.Http2Server.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.takt.driver.http.Http2Server.Request;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import dev.takt.testing.Allocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP over HTTP/2, against a server of its own.
@Timeout(60)
class Http2RunTest {

  @TempDir private Path folder;

  private WireDriver open(Http2Server server, int streams, Map<String, Object> operation)
      throws DriverException {
    return open(server, Map.of("http", "2", "streams", (long) streams), operation);
  }

  private WireDriver open(
      Http2Server server, Map<String, Object> target, Map<String, Object> operation)
      throws DriverException {
    Map<String, Object> properties = new HashMap<>(operation);
    properties.putIfAbsent("path", "/n{seq}");
    return HttpDriver.open(Requests.of(server.url("/"), target, properties, folder));
  }

  /// Sends operations until `total` have ended, on as many slots at once as there are.
  private static Map<Integer, Outcome> run(WireTransport transport, int slots, int total) {
    Map<Integer, Outcome> ended = new TreeMap<>();
    int[] of = new int[slots];
    List<Integer> free = new ArrayList<>(IntStream.range(0, slots).boxed().toList());
    AsyncDriver.Completions completions =
        (slot, outcome, nanos) -> {
          ended.put(of[slot], outcome);
          free.add(slot);
        };
    transport.begin(completions);
    int sent = 0;
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (ended.size() < total) {
      assertThat(System.nanoTime()).as("%s", ended).isLessThan(deadline);
      while (sent < total && !free.isEmpty()) {
        int slot = free.removeFirst();
        of[slot] = sent;
        transport.send(slot, 0, sent++, completions);
      }
      transport.poll(System.nanoTime() + 100_000_000, completions);
    }
    return ended;
  }

  private Map<Integer, Outcome> run(WireDriver driver, int connections, int total)
      throws DriverException {
    try (WireTransport transport = WireTransport.connect(driver, connections)) {
      return run(transport, connections * driver.pipelining(), total);
    }
  }

  private static List<String> labels(Map<Integer, Outcome> ended) {
    return ended.values().stream()
        .map(each -> each.isOk() ? "ok " + each.status() : each.label())
        .distinct()
        .toList();
  }

  @Test
  void aRequestHasTheFieldsOfItsText() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      WireDriver driver =
          open(
              server,
              2,
              Map.of(
                  "method",
                  "PATCH",
                  "body",
                  "{\"n\": {seq}}",
                  "header",
                  List.of(
                      "X-Nr: a{seq}", "Cookie: a=b", "Connection: close", "TE: gzip", "Accept:")));
      assertThat(labels(run(driver, 1, 3))).containsExactly("ok 200");
      assertThat(server.requests).hasSize(3);
      Request last = server.requests.getLast();
      assertThat(last.fields())
          .startsWith(":method=PATCH", ":path=/n2", ":scheme=http")
          .contains(
              ":authority=127.0.0.1:" + server.port(),
              "user-agent=" + PreparedRequest.userAgent(),
              "x-nr=a2",
              "cookie=a=b",
              "content-length=8")
          .hasSize(8);
      assertThat(last.body()).isEqualTo("{\"n\": 2}");
    }
  }

  @ParameterizedTest
  @CsvSource({"CHECKIN, trailers, trailers", "COMPACT, Trailers, Trailers", "connect, gzip, ''"})
  void methodsAndTeAreSentAsTheyAre(String method, String te, String sent) throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      WireDriver driver = open(server, 1, Map.of("method", method, "header", List.of("TE: " + te)));
      assertThat(labels(run(driver, 1, 1))).containsExactly("ok 200");
      assertThat(server.requests.getFirst().field(":method")).isEqualTo(method);
      assertThat(server.requests.getFirst().field("te")).isEqualTo(sent);
    }
  }

  @Test
  void connectIsRefused() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      assertThat(labels(run(open(server, 1, Map.of("method", "CONNECT")), 1, 1)))
          .containsExactly("CONNECT cannot be sent over HTTP/2");
    }
  }

  @Test
  void generatedHeadersAreThoseOfTheirRequest() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      WireDriver driver = open(server, 2, Map.of("header", List.of("X-Nr: a{seq}")));
      assertThat(labels(run(driver, 1, 50))).containsExactly("ok 200");
      assertThat(server.requests)
          .allSatisfy(each ->
              assertThat(each.field("x-nr")).isEqualTo("a" + each.field(":path").substring(2)));
    }
  }

  @Test
  void answersInReverseOrder() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (true) {
            List<Request> five = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
              five.add(peer.next());
            }
            Collections.reverse(five);
            for (Request each : five) {
              peer.answer(each.stream(), each.field(":path").endsWith("7") ? 500 : 200, "x");
            }
          }
        })) {
      Map<Integer, Outcome> ended = run(open(server, 5, Map.of()), 1, 10);
      assertThat(ended.get(7)).extracting(Outcome::label).isEqualTo("status 500");
      ended.remove(7);
      assertThat(labels(ended)).containsExactly("ok 200");
      assertThat(server.connections).as("one of them is the probe").hasValue(2);
    }
  }

  @Test
  void anAnswerMayBeCutAnywhere() throws Exception {
    int size = answer(1).length;
    try (Http2Server server =
        new Http2Server(peer -> {
          for (int cut = 1; ; cut++) {
            byte[] answer = answer(peer.next().stream());
            peer.send(java.util.Arrays.copyOf(answer, cut % size));
            Thread.sleep(0, 300_000);
            peer.send(java.util.Arrays.copyOfRange(answer, cut % size, size));
          }
        })) {
      assertThat(labels(run(open(server, 1, Map.of()), 1, size))).containsExactly("ok 200");
    }
  }

  private static byte[] answer(int stream) {
    byte[] head = head(stream, 200, false, "content-length", "2", "x-a", "b");
    byte[] data = data(stream, "ok", true);
    byte[] all = java.util.Arrays.copyOf(head, head.length + data.length);
    System.arraycopy(data, 0, all, head.length, data.length);
    return all;
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "10, 3000"})
  void bodiesWaitForTheServersWindows(int window, int length) throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      server.settings.put(Http2Server.INITIAL_WINDOW_SIZE, window);
      WireDriver driver = open(server, 2, Map.of("body", "b".repeat(length) + "{seq}"));
      assertThat(labels(run(driver, 1, 4))).containsExactly("ok 200");
      assertThat(server.longest).hasValue(window);
      assertThat(server.requests)
          .allSatisfy(each ->
              assertThat(each.body())
                  .isEqualTo("b".repeat(length) + each.field(":path").substring(2)));
    }
  }

  @Test
  void aFileIsSentThroughSmallWindows() throws Exception {
    String text = "0123456789abcde\n".repeat(10 << 16); // 10 MiB
    Path file = Files.writeString(folder.resolve("body"), text);
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      server.settings.put(Http2Server.INITIAL_WINDOW_SIZE, 100_000);
      assertThat(labels(run(open(server, 2, Map.of("body", "@" + file)), 1, 2)))
          .containsExactly("ok 200");
      assertThat(server.requests).allSatisfy(each -> assertThat(each.body()).isEqualTo(text));
    }
  }

  @Test
  void anAnswerBeforeTheEndOfTheBodyCountsAndTheStreamIsReset() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          peer.awaitHead(1);
          peer.send(head(1, 413, true));
          while (true) {
            peer.readFrame();
          }
        })) {
      server.settings.put(Http2Server.INITIAL_WINDOW_SIZE, 0);
      WireDriver driver = open(server, 1, Map.of("body", "b".repeat(1000), "expect", "413"));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        assertThat(OneCall.on(transport, 20)).isEqualTo(Outcome.ok(413));
        await().untilAsserted(() -> assertThat(server.resets).containsExactly(1));
      }
    }
  }

  @Test
  void noRequestFailsBecauseConnectionsEnd() throws Exception {
    List<String> answered = new CopyOnWriteArrayList<>();
    try (Http2Server server =
        new Http2Server(peer -> {
          for (int i = 0; i < 10; i++) {
            Request request = peer.next();
            if (i == 6) {
              peer.send(goaway(request.stream(), 0));
            }
            if (i <= 6) {
              answered.add(request.field(":path"));
              peer.answer(request.stream(), 200, request.field(":path"));
            }
          }
        })) {
      WireDriver driver = open(server, 5, Map.of());
      Map<Integer, Outcome> ended = run(driver, 2, 200);
      assertThat(labels(ended)).containsExactly("ok 200");
      assertThat(ended).hasSize(200);
      assertThat(answered).hasSize(200).doesNotHaveDuplicates();
      assertThat(driver.notes()).singleElement().asString().contains("requests, which were sent");
    }
  }

  @ParameterizedTest
  @CsvSource({"7, REFUSED_STREAM", "2, INTERNAL_ERROR", "11, ENHANCE_YOUR_CALM"})
  void aResetIsAFailureByItsName(int code, String name) throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (true) {
            int stream = peer.next().stream();
            peer.send(stream % 4 == 1 ? reset(stream, code) : answer(stream));
          }
        })) {
      assertThat(run(open(server, 1, Map.of()), 1, 4).values().stream().map(Outcome::label))
          .containsExactly(
              "stream reset: " + name,
              Outcome.ok(200).label(),
              "stream reset: " + name,
              Outcome.ok(200).label());
      assertThat(server.requests).as("nothing is repeated").hasSize(4);
    }
  }

  @Test
  void theEndOfTheStreamIsTheEndOfTheAnswer() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (true) {
            Request request = peer.next();
            int stream = request.stream();
            switch (request.field(":path")) {
              case "/n0" -> peer.send(head(stream, 103, false), head(stream, 200, true));
              case "/n1" ->
                  peer.send(
                      head(stream, 200, false, "content-length", "5"), data(stream, "four", true));
              case "/n2" ->
                  peer.send(
                      head(stream, 200, false), data(stream, "", false), data(stream, "x", true));
              case "/n3" -> peer.send(head(stream, 204, false), data(stream, "", true));
              default -> peer.send(head(stream, 204, false), data(stream, "x", true));
            }
          }
        })) {
      assertThat(
              run(open(server, 1, Map.of()), 1, 5).values().stream()
                  .map(each -> each.isOk() ? "ok " + each.status() : each.label()))
          .containsExactly(
              "ok 200",
              "a body of another length than announced",
              "ok 200",
              "ok 204",
              "data in an answer without a body");
    }
  }

  /// The head is the whole answer, but the stream goes on.
  @ParameterizedTest
  @CsvSource({
    "GET, 204, reset, stream reset: INTERNAL_ERROR",
    "GET, 304, reset, stream reset: INTERNAL_ERROR",
    "GET, 101, reset, stream reset: INTERNAL_ERROR",
    "HEAD, 302, reset, stream reset: INTERNAL_ERROR",
    "GET, 204, close, connection closed in mid-answer",
    "GET, 204, nothing, timed out",
  })
  void anAnswerThatIsWholeButDoesNotEndIsKept(String method, int status, String end, String label)
      throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          int stream = peer.next().stream();
          peer.send(head(stream, status, false, "location", "/b", "x-a", "kept"));
          if (end.equals("reset")) {
            peer.send(reset(stream, 2));
          }
          while (!end.equals("close")) {
            peer.readFrame();
          }
        })) {
      WireDriver driver =
          open(
              server,
              Map.of("http", "2", "streams", 2L, "follow-redirects", true),
              Map.of("method", method, "expect", "101,2xx,3xx"));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        assertThat(OneCall.on(transport, end.equals("nothing") ? 2 : 50).label()).isEqualTo(label);
        transport.cancel(0);
        assertThat(driver.failureFiles()).containsOnlyKeys(label);
        assertThat(Files.readString(folder.resolve(driver.failureFiles().get(label))))
            .endsWith("HTTP/2 " + status + "\r\nlocation: /b\r\nx-a: kept\r\n\r\n");
      }
    }
  }

  @Test
  void aRequestIsCancelledWhileItsBodyWaits() throws Exception {
    try (Http2Server server =
        new Http2Server(peer -> {
          while (peer.resets().isEmpty()) {
            peer.readFrame();
          }
          peer.send(Http2Server.window(1_000));
          Http2Server.echo(peer);
        })) {
      server.settings.put(Http2Server.INITIAL_WINDOW_SIZE, 0);
      WireDriver driver = open(server, 2, Map.of("body", "b".repeat(1000)));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        assertThat(OneCall.on(transport, 2)).isEqualTo(Outcome.TIMED_OUT);
        transport.cancel(0);
        assertThat(OneCall.on(transport, 50)).isEqualTo(Outcome.ok(200));
      }
      assertThat(server.resets).containsExactly(1);
      assertThat(server.requests)
          .singleElement()
          .satisfies(each -> {
            assertThat(each.stream()).isEqualTo(3);
            assertThat(each.body()).isEqualTo("b".repeat(1000));
          });
      assertThat(server.connections).as("one of them is the probe").hasValue(2);
    }
  }

  @Test
  void aFileThatBecomesShorterIsTheFailureOfItsRequests() throws Exception {
    Path file = Files.writeString(folder.resolve("body"), "0123456789abcde\n".repeat(1 << 18));
    try (Http2Server server =
        new Http2Server(peer -> {
          peer.awaitHead(1);
          peer.awaitHead(3);
          Files.writeString(file, "short");
          peer.send(Http2Server.window(1 << 20));
          while (true) {
            peer.readFrame();
          }
        })) {
      server.settings.put(Http2Server.INITIAL_WINDOW_SIZE, 0);
      assertThat(run(open(server, 2, Map.of("body", "@" + file)), 1, 2).values())
          .extracting(Outcome::label)
          .containsExactly(
              "the file to send has become shorter", "the file to send has become shorter");
      await().untilAsserted(() -> assertThat(server.resets).containsExactlyInAnyOrder(1, 3));
    }
  }

  @Test
  void redirectsAreFollowedOnOneConnectionAndToOtherOrigins() throws Exception {
    try (Http2Server other = new Http2Server(Http2Server::echo);
        Http2Server server =
            new Http2Server(peer -> {
              while (true) {
                Request request = peer.next();
                String to =
                    switch (request.field(":path")) {
                      case "/n0" -> "/there";
                      case "/n1" -> other.url("/elsewhere");
                      default -> "";
                    };
                peer.send(
                    to.isEmpty()
                        ? answer(request.stream())
                        : head(request.stream(), 302, true, "location", to));
              }
            })) {
      WireDriver driver =
          open(
              server,
              Map.of("http", "2", "streams", 2L, "follow-redirects", true),
              Map.of("header", List.of("Authorization: secret")));
      assertThat(labels(run(driver, 1, 3))).containsExactly("ok 200");
      assertThat(server.requests.stream().map(each -> each.field(":path")))
          .containsExactlyInAnyOrder("/n0", "/there", "/n1", "/n2");
      Request elsewhere = other.requests.getFirst();
      assertThat(elsewhere.fields())
          .contains(":path=/elsewhere", ":authority=127.0.0.1:" + other.port())
          .noneMatch(each -> each.contains("secret"));
    }
  }

  @Test
  void theServersMaximumBoundsTheStreams() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      server.settings.put(Http2Server.MAX_CONCURRENT_STREAMS, 3);
      WireDriver driver = open(server, 8, Map.of());
      assertThat(driver.pipelining()).isEqualTo(3);
      assertThat(driver.describe()).endsWith(", HTTP/2 with 3 streams on a connection");
      assertThat(driver.notes())
          .containsExactly(
              "The server allows 3 streams on a connection, fewer than the 8 of --streams.");
      assertThat(labels(run(driver, 1, 20))).containsExactly("ok 200");
    }
  }

  @Test
  void theGeneratorWarmsItselfUp() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      WireDriver driver = open(server, 3, Map.of("body", "x".repeat(10_000) + "{seq}"));
      try (WireTransport transport =
          WireTransport.toItself(driver, 6, dev.takt.load.wire.TransportKind.AUTO)) {
        assertThat(labels(run(transport, 6, 500))).containsExactly("ok 200");
      }
      assertThat(server.requests).isEmpty();
    }
  }

  /// Over a connection, with its windows, acknowledgements and ids.
  @Test
  void aRequestAllocatesNothing() throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo)) {
      WireDriver driver =
          open(server, 2, Map.of("body", "{seq}", "header", List.of("X-Nr: {seq}")));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        int[] ended = {0};
        AsyncDriver.Completions completions = (slot, outcome, nanos) -> ended[0]++;
        long bytes =
            Allocation.of(
                1000,
                () -> {
                  for (int n = 0; n < 1000; n++) {
                    int before = ended[0];
                    transport.send(n % 2, 0, n, completions);
                    while (ended[0] == before) {
                      transport.poll(System.nanoTime() + 100_000_000, completions);
                    }
                  }
                });
        assertThat(bytes).as("of a thousand requests").isLessThan(1000);
      }
    }
  }

  @Test
  void aServerWithoutHttp2IsNamed() throws Exception {
    try (RedirectServer server = new RedirectServer()) {
      assertThatThrownBy(() ->
              HttpDriver.open(Requests.of(server.url("/"), Map.of("http", "2"), Map.of(), folder)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("cannot connect to http://127.0.0.1:")
          .hasMessageEndingWith(
              "; without TLS a server has to expect HTTP/2 (h2c); --http 1.1 uses HTTP/1.1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | 1 | http: expected 1.1, 2 or auto, found \"3\"",
        "2 | 0 | streams: expected 1 to 10,000, found 0",
        "1.1 | 5 | streams: is for HTTP/2, which needs http: 2 or auto (--http 2); HTTP/1.1"
            + " carries one request at a time",
      })
  void wrongPropertiesAreNamed(String version, long streams, String problem) {
    List<PropertyProblem> problems =
        new HttpDriverProvider()
            .check(
                Requests.of(
                    "http://h/", Map.of("http", version, "streams", streams), Map.of(), folder));
    assertThat(problems.stream().map(each -> each.property() + ": " + each.message()))
        .containsExactly(Objects.requireNonNull(problem));
  }
}
