package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.runs.Environment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests as they go to the wire, and what is said of those that cannot.
final class HttpRequestTest {

  private static final String DEFAULTS =
      "User-Agent: takt/" + Environment.Takt.current().version() + "\r\nAccept: */*\r\n";

  private static String encoded(String target, Map<String, Object> properties, long n) {
    try {
      ByteBuffer out = ByteBuffer.allocate(4096);
      HttpDriver.open(Requests.of(target, properties)).newCodec().encode(0, n, out);
      return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
    } catch (DriverException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPlainGet() {
    assertThat(encoded("http://127.0.0.1:8080", Map.of(), 0))
        .isEqualTo("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n" + DEFAULTS + "\r\n");
  }

  @Test
  void theDefaultPortIsNotNamed() {
    assertThat(encoded("http://127.0.0.1/a?b=c", Map.of(), 0))
        .isEqualTo("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n" + DEFAULTS + "\r\n");
  }

  @Test
  void aNumericIpv6Host() {
    assertThat(encoded("http://[::1]:81/", Map.of(), 0)).contains("Host: [::1]:81\r\n");
  }

  @Test
  void everythingCanBeGenerated() {
    assertThat(
            encoded(
                "http://127.0.0.1/",
                Map.of(
                    "path", "/items/{seq}",
                    "header", List.of("X-Id: {seq}", "Host: shop"),
                    "body", "{\"id\": {seq}}"),
                123))
        .isEqualTo(
            "POST /items/123 HTTP/1.1\r\n"
                + DEFAULTS
                + "X-Id: 123\r\nHost: shop\r\nContent-Length: 11\r\n\r\n{\"id\": 123}");
  }

  @ParameterizedTest
  @CsvSource({"POST,true", "PUT,true", "PATCH,true", "GET,false", "DELETE,false", "HEAD,false"})
  void requestWithoutABodySaysSoWhereTheMethodHasOne(String method, boolean said) {
    String request = encoded("http://127.0.0.1/", Map.of("method", method), 0);
    assertThat(request.endsWith("\r\nContent-Length: 0\r\n\r\n")).isEqualTo(said);
    assertThat(request.contains("Content-Length")).isEqualTo(said);
  }

  @Test
  void defaultHeadersGiveWayToTheUsers() {
    List<String> headers = List.of("user-agent: me", " ACCEPT : text/html", "HOST: shop");
    assertThat(encoded("http://127.0.0.1/", Map.of("header", headers), 0))
        .isEqualTo("GET / HTTP/1.1\r\nuser-agent: me\r\nACCEPT: text/html\r\nHOST: shop\r\n\r\n");
  }

  @Test
  void defaultHeaderWithoutAValueIsLeftOut() {
    List<String> headers = List.of("User-Agent:", "accept: ", "X-Empty:");
    assertThat(encoded("http://127.0.0.1/", Map.of("header", headers), 0))
        .isEqualTo("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Empty:\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {" Host: a", "Host : a", "\tHOST\t:\ta", "host:a"})
  void givenHostReplacesTheTargetsHoweverItIsWritten(String line) {
    String request = encoded("http://127.0.0.1/", Map.of("header", List.of(line)), 0);
    assertThat(request)
        .doesNotContain("127.0.0.1")
        .contains(line.strip().substring(0, 4) + ": a\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5",
        " Content-Length: 5",
        "content-length : 5",
        "\tTransfer-Encoding\t: chunked",
        "Content-Length:",
        "Content Length: 5",
        " : x",
        "",
        "X: a\r\nContent-Length: 5",
        "X: a\u0000"
      })
  void headerThatWouldChangeTheFramingIsRefused(String line) {
    Map<String, Object> wrong = Map.of("header", List.of(line));
    assertThat(new HttpDriverProvider().check(Requests.of("http://a/", wrong)))
        .extracting(PropertyProblem::property)
        .containsExactly("header");
  }

  @Test
  void theLengthOfABodyIsInBytes() {
    assertThat(encoded("http://127.0.0.1/", Map.of("method", "PUT", "body", "größe"), 0))
        .startsWith("PUT / ")
        .contains("Content-Length: 7\r\n");
    assertThat(encoded("http://127.0.0.1/", Map.of("body", ""), 0))
        .contains("Content-Length: 0\r\n");
  }

  @Test
  void aRequestThatDoesNotFitSaysSo() throws DriverException {
    HttpDriver driver =
        HttpDriver.open(Requests.of("http://127.0.0.1/", Map.of("body", "x".repeat(1000))));
    assertThatThrownBy(() -> driver.newCodec().encode(0, 0, ByteBuffer.allocate(100)))
        .isInstanceOf(BufferOverflowException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "http:///x,target",
    "http://,target",
    "http://a:0/,target",
    "http://a:99999/,target",
    "http://user:secret@a/,target",
    "http://a b/,target",
    "http://a/{uniform:9..1},path",
    "http://a/x y,path",
  })
  void whatIsWrongWithATargetIsSaid(String target, String property) {
    assertThat(new HttpDriverProvider().check(Requests.of(target, Map.of())))
        .extracting(PropertyProblem::property)
        .containsExactly(property);
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    Map<String, Object> wrong =
        Map.of(
            "method", "GE T",
            "path", "items",
            "header", List.of("no colon"),
            "body", "{nobody}",
            "expect", "2x");
    assertThat(new HttpDriverProvider().check(Requests.of("http://a/", wrong)))
        .extracting(PropertyProblem::property)
        .containsExactlyInAnyOrder("method", "path", "header", "body", "expect");
  }

  @Test
  void anUnknownHostIsNamed() {
    assertThatThrownBy(() -> HttpDriver.open(Requests.of("http://no-such-host.invalid/", Map.of())))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void whatMayBeSentTwice() throws DriverException {
    assertThat(HttpDriver.open(Requests.of("http://127.0.0.1/", Map.of())).isRepeatable(0))
        .isTrue();
    assertThat(
            HttpDriver.open(Requests.of("http://127.0.0.1/", Map.of("method", "POST")))
                .isRepeatable(0))
        .isFalse();
  }
}
