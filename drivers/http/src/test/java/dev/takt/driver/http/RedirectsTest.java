package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.wire.WireTransport;
import dev.takt.testing.Allocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Redirects that are followed.
@Timeout(60)
final class RedirectsTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private static DriverRequest following(String target, Map<String, Object> properties) {
    return Requests.of(target, Map.of("follow-redirects", true), properties, Path.of("unused"));
  }

  private static WireDriver driver(String target, Map<String, Object> properties) {
    try {
      return HttpDriver.open(following(target, properties));
    } catch (DriverException e) {
      throw new AssertionError(e);
    }
  }

  private static String to(int status, String location) {
    return "HTTP/1.1 " + status + " R\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n";
  }

  private final ByteBuffer out = ByteBuffer.allocate(4096);

  private String request(Codec codec) {
    out.clear();
    codec.encode(0, 7, out);
    return text();
  }

  private String next(Codec codec) {
    assertThat(codec.hasNext()).isTrue();
    out.clear();
    codec.encodeNext(out);
    assertThat(codec.hasNext()).isFalse();
    return text();
  }

  private String text() {
    return new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1);
  }

  private static @Nullable Outcome answer(Codec codec, String text) {
    return codec.decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static String label(@Nullable Outcome outcome) {
    return Objects.requireNonNull(outcome, "no outcome").label();
  }

  @Test
  void refusedConnectionOfARedirectNamesItsAddress() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    try (RedirectServer home = new RedirectServer()) {
      home.answer("/start", to(302, "http://127.0.0.1:" + port + "/there"));
      WireDriver driver = driver(home.url("/start"), Map.of());
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        assertThat(OneCall.on(transport, 200).label())
            .isEqualTo("connection refused: redirect to 127.0.0.1:" + port);
      }
    }
  }

  @Test
  void probableMistakesOfRequestsAreNamed() {
    assertThat(
            driver("http://127.0.0.1:1/404", Map.of("path", "/ok", "method", "post"))
                .advice(Map.of()))
        .containsExactly(
            "the target's path /404 is not requested: the operations have their own",
            "the method post is sent as it is, and is not POST: methods are case-sensitive");
    assertThat(driver("http://127.0.0.1:1/404", Map.of("method", "purge")).advice(Map.of()))
        .isEmpty();
    assertThat(driver("http://127.0.0.1:1/", Map.of("path", "/ok")).advice(Map.of())).isEmpty();
  }

  @Test
  void redirectIsFollowedWithinTheOperation() {
    Codec codec = driver("http://127.0.0.1:1/shop/a?b", Map.of()).newSession().newCodec(0);
    assertThat(request(codec)).startsWith("GET /shop/a?b HTTP/1.1\r\nHost: 127.0.0.1:1\r\n");
    assertThat(answer(codec, to(302, "/login#form"))).isNull();
    assertThat(next(codec)).startsWith("GET /login HTTP/1.1\r\nHost: 127.0.0.1:1\r\n");
    assertThat(codec.nextEndpoint()).isNull();
    assertThat(answer(codec, to(301, "../c/./d"))).isNull();
    assertThat(next(codec)).startsWith("GET /c/d HTTP/1.1\r\n");
    assertThat(answer(codec, OK)).isEqualTo(Outcome.ok(200));
    assertThat(codec.hasNext()).isFalse();
    assertThat(request(codec)).as("the next operation").startsWith("GET /shop/a?b ");
  }

  @ParameterizedTest
  @CsvSource({
    "301,POST,GET", "302,POST,GET", "303,POST,GET", "307,POST,POST", "308,POST,POST",
    "301,PUT,PUT", "302,DELETE,DELETE", "303,PUT,GET", "303,HEAD,HEAD", "301,HEAD,HEAD"
  })
  void methodChangesAsInBrowsers(int status, String method, String expected) {
    boolean hasBody = !method.equals("HEAD");
    Map<String, Object> properties =
        hasBody
            ? Map.of(
                "method",
                method,
                "body",
                "{seq}",
                "header",
                List.of("Content-Type: text/x", "A: b"))
            : Map.of("method", method);
    Codec codec = driver("http://127.0.0.1:1/", properties).newSession().newCodec(0);
    assertThat(request(codec)).startsWith(method + " / ");
    assertThat(answer(codec, to(status, "/x"))).isNull();
    String request = next(codec);
    assertThat(request).startsWith(expected + " /x HTTP/1.1\r\n");
    boolean keepsBody = hasBody && expected.equals(method);
    assertThat(request.endsWith("Content-Length: 1\r\n\r\n7")).isEqualTo(keepsBody);
    assertThat(request.contains("Content-Type: text/x\r\n")).isEqualTo(keepsBody);
    assertThat(request.contains("A: b\r\n")).isEqualTo(hasBody);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    assertThat(answer(codec, expected.equals("HEAD") ? head : OK)).isEqualTo(Outcome.ok(200));
  }

  @Test
  void methodThatHasChangedStaysSo() {
    Codec codec = driver("http://127.0.0.1:1/", Map.of("body", "x")).newSession().newCodec(0);
    request(codec);
    answer(codec, to(303, "/a"));
    next(codec);
    answer(codec, to(307, "/b"));
    assertThat(next(codec)).startsWith("GET /b ").doesNotContain("Content-Length");
  }

  @Test
  void loopEndsAfterTenRedirects() {
    Codec codec = driver("http://127.0.0.1:1/", Map.of()).newSession().newCodec(0);
    request(codec);
    for (int i = 0; i < 10; i++) {
      assertThat(answer(codec, to(302, "/"))).isNull();
      next(codec);
    }
    assertThat(answer(codec, to(302, "/"))).isEqualTo(Outcome.failed("too many redirects", 302));
    assertThat(codec.hasNext()).isFalse();
    request(codec);
    assertThat(answer(codec, OK)).isEqualTo(Outcome.ok(200));
  }

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1:1/,http://127.0.0.1:1/,redirect from https to http",
    "https://127.0.0.1:1/,http://127.0.0.2/x,redirect from https to http",
    "http://127.0.0.1:1/,ftp://127.0.0.1/,redirect to an invalid or non-http URL",
    "http://127.0.0.1:1/,http://,redirect to an invalid or non-http URL",
    "http://127.0.0.1:1/,http://127.0.0.1:99999/,redirect to an invalid or non-http URL",
  })
  void redirectThatIsNotFollowedFailsAndSaysWhy(String target, String location, String label) {
    Codec codec = driver(target, Map.of()).newSession().newCodec(0);
    for (int i = 0; i < 2; i++) {
      request(codec);
      assertThat(label(answer(codec, to(307, location)))).isEqualTo(label);
      assertThat(codec.hasNext()).isFalse();
    }
  }

  @Test
  void statusesThatNameNoPlaceAreNotFollowed() {
    Codec codec = driver("http://127.0.0.1:1/", Map.of()).newSession().newCodec(0);
    request(codec);
    assertThat(label(answer(codec, to(300, "/x")))).isEqualTo("status 300 to /x");
    request(codec);
    assertThat(label(answer(codec, "HTTP/1.1 302 R\r\nContent-Length: 0\r\n\r\n")))
        .isEqualTo("status 302");
    request(codec);
    assertThat(label(answer(codec, "HTTP/1.1 304 R\r\n\r\n"))).isEqualTo("status 304");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:1/x,false",
    "HTTP://127.0.0.1:1/x,false",
    "//127.0.0.1:1/x,false",
    "http://user:other@127.0.0.1:1/x,false",
    "http://127.0.0.1:2/x,true",
    "http://127.0.0.2:1/x,true",
    "http://localhost:1/x,true",
    "https://127.0.0.1:1/x,true",
  })
  void credentialsAreNotSentToOtherOrigins(String location, boolean isOther) {
    List<String> headers =
        List.of(
            "authorization: Bearer secret",
            "Cookie: a=secret",
            "Proxy-Authorization: secret",
            "X-Api-Key: secret",
            "X-Auth: secret",
            "X-Auth-Key: secret",
            "X-Session-Id: secret",
            "Author: me",
            "Host: shop",
            "Accept-Language: de");
    Codec codec = driver("http://127.0.0.1:1/", Map.of("header", headers)).newSession().newCodec(0);
    request(codec);
    for (int i = 0; i < 2; i++) {
      assertThat(answer(codec, to(307, location))).isNull();
      String request = next(codec);
      assertThat(codec.nextEndpoint() != null).isEqualTo(isOther);
      assertThat(request.contains("secret")).isEqualTo(!isOther);
      assertThat(request.contains("Host: shop")).isEqualTo(!isOther);
      assertThat(request.split("(?i)\r\nhost: ", -1)).hasSize(2);
      assertThat(request)
          .startsWith("GET /x HTTP/1.1\r\n")
          .contains("Accept-Language: de\r\n", "Author: me\r\n")
          .endsWith("\r\n\r\n");
      assertThat(answer(codec, to(307, "http://127.0.0.1:1/back")))
          .satisfies(end -> {
            if (location.startsWith("https")) {
              assertThat(label(end)).isEqualTo("redirect from https to http");
            } else {
              assertThat(end).isNull();
              assertThat(next(codec)).contains("Bearer secret");
            }
          });
      request(codec);
    }
  }

  @Test
  void passwordOfTheTargetIsNotSentToOtherOrigins() {
    Codec codec = driver("http://user:secret@127.0.0.1:1/", Map.of()).newSession().newCodec(0);
    assertThat(request(codec)).contains("Authorization: Basic ");
    assertThat(answer(codec, to(302, "/x"))).isNull();
    assertThat(next(codec)).contains("Authorization: Basic ");
    assertThat(answer(codec, to(302, "http://127.0.0.1:2/x"))).isNull();
    assertThat(next(codec)).doesNotContain("Authorization");
  }

  @Test
  void bodyOfAFileIsSentAgainWhereTheMethodStays(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "from a file");
    Codec codec =
        driver("http://127.0.0.1:1/", Map.of("body", "@" + file)).newSession().newCodec(0);
    assertThat(request(codec)).startsWith("POST / ").endsWith("Content-Length: 11\r\n\r\n");
    assertThat(codec.attachment()).isNotNull();
    assertThat(answer(codec, to(307, "/x"))).isNull();
    assertThat(next(codec)).startsWith("POST /x ").endsWith("Content-Length: 11\r\n\r\n");
    assertThat(codec.attachment()).isNotNull();
    assertThat(answer(codec, to(303, "/y"))).isNull();
    assertThat(next(codec)).startsWith("GET /y ").doesNotContain("Content-Length");
    assertThat(codec.attachment()).isNull();
  }

  @Test
  void targetOfASocketIsLocalhost() {
    Codec codec = driver("http+unix://%2Ftmp%2Fx.sock/", Map.of()).newSession().newCodec(0);
    request(codec);
    assertThat(answer(codec, to(302, "http://localhost/x"))).isNull();
    assertThat(next(codec)).startsWith("GET /x HTTP/1.1\r\nHost: localhost\r\n");
    assertThat(codec.nextEndpoint()).isNull();
  }

  @Test
  void otherOriginsAreBounded() {
    Codec codec = driver("http://127.0.0.1:1/", Map.of()).newSession().newCodec(0);
    for (int i = 0; i < RedirectOrigins.MAX_OTHERS; i++) {
      request(codec);
      assertThat(answer(codec, to(302, "http://127.0.1." + i + "/"))).isNull();
    }
    request(codec);
    assertThat(label(answer(codec, to(302, "http://127.0.2.1/"))))
        .isEqualTo("redirects to more than 16 other origins");
    request(codec);
    assertThat(answer(codec, to(302, "http://127.0.1.3/y"))).isNull();
  }

  @Test
  void followedRedirectAllocatesNothing() throws ReflectiveOperationException {
    Codec codec = driver("http://127.0.0.1:1/", Map.of()).newSession().newCodec(0);
    ByteBuffer first = ByteBuffer.wrap(to(302, "/a?b=c").getBytes(StandardCharsets.US_ASCII));
    ByteBuffer second =
        ByteBuffer.wrap(to(302, "http://127.0.0.1:2/b").getBytes(StandardCharsets.US_ASCII));
    ByteBuffer last = ByteBuffer.wrap(OK.getBytes(StandardCharsets.US_ASCII));
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = Allocation.bytes();
      for (int i = 0; i < 2000; i++) {
        codec.encode(0, i, out.clear());
        codec.decode(first.rewind());
        codec.encodeNext(out.clear());
        codec.decode(second.rewind());
        codec.encodeNext(out.clear());
        codec.decode(last.rewind());
      }
      least = Math.min(least, Allocation.bytes() - before);
    }
    assertThat(least / 2000).isZero();
  }

  /// Over real connections: to the same server, over a new connection, and to another server.
  @Test
  void redirectsLeadOverConnectionsAndServers() throws Exception {
    try (RedirectServer other = new RedirectServer();
        RedirectServer home = new RedirectServer()) {
      home.answer("/start", to(302, "/fresh"));
      home.answer(
          "/fresh",
          "HTTP/1.1 302 R\r\nConnection: close\r\nLocation: /until-close\r\nContent-Length: 0\r\n\r\n");
      home.answer(
          "/until-close", "HTTP/1.0 302 R\r\nLocation: " + other.url("/there") + "\r\n\r\nbye");
      other.answer("/there", to(307, home.url("/end")));
      home.answer("/end", OK);
      WireDriver driver = driver(home.url("/start"), Map.of("header", List.of("Cookie: a=b")));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        for (int i = 0; i < 3; i++) {
          assertThat(OneCall.on(transport, 200)).isEqualTo(Outcome.ok(200));
        }
      }
      assertThat(home.paths())
          .startsWith("/start", "/fresh", "/until-close", "/end", "/start", "/fresh");
      assertThat(other.paths()).containsExactly("/there", "/there", "/there");
      assertThat(other.connections()).isEqualTo(1);
      assertThat(other.heads()).noneMatch(head -> head.contains("Cookie"));
      assertThat(home.heads()).allMatch(head -> head.contains("Cookie: a=b"));
    }
  }

  @Test
  void redirectToAnUnknownHostFailsAndLeavesTheTargetUsable() throws Exception {
    try (RedirectServer home = new RedirectServer()) {
      home.answer("/", to(302, "http://no-such-host.invalid/"));
      WireDriver driver = driver(home.url("/"), Map.of());
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        for (int i = 0; i < 3; i++) {
          assertThat(OneCall.on(transport, 200).label())
              .isEqualTo("redirect to an unknown host: no-such-host.invalid");
        }
      }
      assertThat(home.connections()).isEqualTo(1);
    }
  }

  @Test
  void fileIsSentAgainThoughTheRedirectCameBeforeItsEnd(@TempDir Path folder) throws Exception {
    int size = 8_000_000;
    Path file = Files.write(folder.resolve("body"), new byte[size]);
    String early =
        "HTTP/1.1 307 R\r\nConnection: close\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n";
    try (BodyServer server = new BodyServer("/end", early)) {
      WireDriver driver = driver(server.url("/start"), Map.of("body", "@" + file));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        for (int i = 0; i < 30; i++) {
          assertThat(OneCall.on(transport, 200)).isEqualTo(Outcome.ok(200));
        }
      }
      assertThat(server.bodies()).hasSize(30).containsOnly(size);
    }
  }

  @ParameterizedTest
  @CsvSource({"cacert, there is no file missing.pem", "cert, is for targets over TLS"})
  void onlyAuthoritiesAreForRedirectsToHttps(String option, String problem) {
    DriverRequest request =
        Requests.of(
            "http://127.0.0.1:1/",
            Map.of("follow-redirects", true, option, "missing.pem"),
            Map.of(),
            Path.of("unused"));
    assertThat(new HttpDriverProvider().check(request))
        .singleElement()
        .satisfies(each ->
            assertThat(each.property() + ": " + each.message())
                .startsWith(option + ": " + problem));
  }
}
