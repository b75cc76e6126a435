package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.workload.Generators;
import dev.takt.runs.model.Environment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The bytes of requests, and the messages for invalid ones.
final class HttpRequestTest {

  private static final String DEFAULTS =
      "User-Agent: takt/" + Environment.Takt.current().version() + "\r\nAccept: */*\r\n";

  private static String encoded(String target, Map<String, Object> properties, long n) {
    try {
      ByteBuffer out = ByteBuffer.allocate(4096);
      HttpDriver.open(Requests.of(target, properties)).newSession().newCodec(0).encode(0, n, out);
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
  void requestWithoutABodySaysSoWhereTheMethodHasOne(String method, boolean isStated) {
    String request = encoded("http://127.0.0.1/", Map.of("method", method), 0);
    assertThat(request.endsWith("\r\nContent-Length: 0\r\n\r\n")).isEqualTo(isStated);
    assertThat(request.contains("Content-Length")).isEqualTo(isStated);
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
    assertThatThrownBy(() -> driver.newSession().newCodec(0).encode(0, 0, ByteBuffer.allocate(100)))
        .isInstanceOf(BufferOverflowException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "http:///x,target",
    "http://,target",
    "http://a:0/,target",
    "http://a:99999/,target",
    "http://user:sec/ret@a/,target",
    "http://us:er:secret%zz@a/,target",
    "http://us%3Aer:secret@a/,target",
    "http://[::1/,target",
    "http://[::g]/,target",
    "http://a:b/,target",
    "http+unix://,target",
    "http+unix:///version,target",
    "http://a b/,target",
    "http://a/{uniform:9..1},path",
    "http://a/x y,path",
  })
  void whatIsWrongWithATargetIsSaid(String target, String property) {
    assertThat(new HttpDriverProvider().check(Requests.of(target, Map.of())))
        .extracting(PropertyProblem::property)
        .containsExactly(property);
  }

  @ParameterizedTest
  @CsvSource({
    "http://a:80x/,port",
    "http://a:0/,port",
    "http://a b/,host",
    "http:///x,host",
    "http://[::g]/,host",
    "http://a/x y,path",
    "http+unix:///version,socket",
  })
  void refusalNamesThePartThatIsWrong(String target, String part) {
    assertThat(new HttpDriverProvider().check(Requests.of(target, Map.of())))
        .singleElement()
        .extracting(PropertyProblem::message)
        .asString()
        .contains(part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://u:sec/ret@h",
        "http://u:secret%zz@h",
        "http://u:sec?ret@h",
        "http://u%3A:secret@h",
        "http://u:secret@h:x"
      })
  void refusalDoesNotShowThePassword(String target) {
    assertThat(new HttpDriverProvider().check(Requests.of(target, Map.of())))
        .singleElement()
        .extracting(PropertyProblem::message)
        .asString()
        .doesNotContain("sec");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:1?x=1,/?x=1",
    "http://127.0.0.1:1?next=/foo,/?next=/foo",
    "http://127.0.0.1:1/a?next=http://b/c,/a?next=http://b/c",
    "http://127.0.0.1:1/a#frag,/a",
    "http://127.0.0.1:1#frag,/",
    "http://127.0.0.1:1/?x=1#frag?y,/?x=1",
    "http://127.0.0.1:1/%23?x=%2F,/%23?x=%2F",
    "HTTP://127.0.0.1:1/A,/A",
    "http://127.0.0.1:/A,/A",
    "http://127.0.0.1:1/ü/€?ü=😀,/%C3%BC/%E2%82%AC?%C3%BC=%F0%9F%98%80",
    "http://127.0.0.1:1/{seq}?x={seq}#{seq},/7?x=7",
    "http://127.0.0.1:1?x={seq}/ü,/?x=7/%C3%BC",
    "http+unix://%2Frun%2Fdocker.sock/version?x=1,/version?x=1",
    "http+unix://%2Frun%2Fdocker.sock,/",
  })
  void pathAndQueryOfTheTargetAreRequested(String target, String path) {
    assertThat(encoded(target, Map.of(), 7)).startsWith("GET " + path + " HTTP/1.1\r\n");
    assertThat(new HttpDriverProvider().accepts(target)).isTrue();
  }

  @Test
  void pathThatIsSaidApartIsTreatedLikeThatOfTheTarget() {
    assertThat(encoded("http://127.0.0.1/x", Map.of("path", "/ü?{seq}#top"), 7))
        .startsWith("GET /%C3%BC?7 HTTP/1.1\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "http://my_service:81/,my_service:81,my_service",
    "http://bücher.example/,xn--bcher-kva.example,xn--bcher-kva.example",
    "HTTPS://Shop:443/,Shop,Shop",
    "http://[fe80::1%25lo]:81/,[fe80::1]:81,fe80::1%lo",
    "http://[fe80::1%lo]/,[fe80::1],fe80::1%lo",
    "http://u:p@shop./,shop.,shop.",
    "http+unix://%2Frun%2Fdocker.sock/version,localhost,localhost",
  })
  void hostIsUnderstood(String target, String header, String host) {
    Origin origin = Origin.parse(target);
    assertThat(origin.authority()).isEqualTo(header);
    assertThat(origin.host()).isEqualTo(host);
  }

  @ParameterizedTest
  @CsvSource({
    "user:password@,dXNlcjpwYXNzd29yZA==",
    "user@,dXNlcjo=",
    ":password@,OnBhc3N3b3Jk",
    "us%40er:p%3A%2F+%C3%BC@,dXNAZXI6cDovK8O8",
    "user:ü@,dXNlcjrDvA==",
    "user:p@ss@,dXNlcjpwQHNz",
  })
  void userAndPasswordBecomeBasicAuthentication(String access, String encoded) {
    assertThat(encoded("http://" + access + "127.0.0.1/", Map.of(), 0))
        .contains("\r\nAuthorization: Basic " + encoded + "\r\n");
  }

  @Test
  void headerThatIsGivenGoesBeforeTheTargetsUser() {
    Map<String, Object> given = Map.of("header", List.of("authorization: Bearer x"));
    assertThat(encoded("http://user:secret@127.0.0.1/", given, 0))
        .contains("authorization: Bearer x\r\n")
        .doesNotContain("Basic");
    assertThat(encoded("http://@127.0.0.1/", Map.of(), 0)).doesNotContain("Authorization");
  }

  @Test
  void descriptionShowsNoPassword() throws DriverException {
    assertThat(
            HttpDriver.open(Requests.of("http://user:secret@127.0.0.1:8/x", Map.of())).describe())
        .isEqualTo("http://127.0.0.1:8");
    assertThat(Origin.parse("http://user:secret@h/").toString()).doesNotContain("secret");
    assertThat(Origin.parse("http+unix://%2Frun%2Fdocker.sock/version"))
        .hasToString("http+unix://%2Frun%2Fdocker.sock");
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

  private static String withEnvironment(Map<String, Object> properties, String value) {
    Generators generators =
        new Generators(Map.of(), Generators.NONE.traces(), Map.of("VALUE", value));
    DriverRequest request =
        Requests.of("http://127.0.0.1/", Map.of(), properties, Path.of("unused"), generators);
    List<PropertyProblem> problems = new HttpDriverProvider().check(request);
    if (!problems.isEmpty()) {
      return problems.getFirst().message();
    }
    try {
      ByteBuffer out = ByteBuffer.allocate(4096);
      HttpDriver.open(request).newSession().newCodec(0).encode(0, 0, out);
      return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
    } catch (DriverException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void valuesOfTheEnvironmentAreEscapedForTheirPlace() {
    assertThat(
            withEnvironment(
                Map.of(
                    "path", "/a?b={env.VALUE}",
                    "header", List.of("X-Key: {env.VALUE}"),
                    "body", "{\"a\": \"{env.VALUE}\"}"),
                "x\"& {seq}"))
        .startsWith("POST /a?b=x%22%26%20%7Bseq%7D HTTP/1.1\r\n")
        .contains("\r\nX-Key: x\"& {seq}\r\n")
        .endsWith("\r\n\r\n{\"a\": \"x\\\"& {seq}\"}");
  }

  @Test
  void lineBreakOfTheEnvironmentCannotBeInAHeader() {
    assertThat(withEnvironment(Map.of("header", List.of("X-Key: {env.VALUE}")), "a\r\nB: c"))
        .isEqualTo(
            "column 8: placeholder {env.VALUE}: a value for a header has a control character");
  }
}
