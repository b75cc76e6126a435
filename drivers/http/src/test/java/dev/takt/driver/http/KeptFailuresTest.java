package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.wire.WireTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is kept of failed responses.
@Timeout(60)
final class KeptFailuresTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir private Path run;

  private HttpDriver driver(String target) {
    try {
      return HttpDriver.open(Requests.of(target, Map.of(), Map.of(), run));
    } catch (DriverException e) {
      throw new AssertionError(e);
    }
  }

  /// Feeds the response in pieces, as an event loop does.
  private static @Nullable Outcome answer(Codec codec, String text, int piece) {
    codec.encode(0, 0, ByteBuffer.allocate(4096));
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer in = ByteBuffer.allocate(bytes.length + 1);
    for (int from = 0; from < bytes.length; from += piece) {
      in.put(bytes, from, Math.min(piece, bytes.length - from)).flip();
      Outcome outcome = codec.decode(in);
      if (outcome != null) {
        return outcome;
      }
      in.compact();
    }
    return null;
  }

  private String kept(HttpDriver driver, String label) throws IOException {
    Map<String, String> files = driver.failureFiles();
    assertThat(files).containsOnlyKeys(label);
    Path file = run.resolve(files.get(label));
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.delete(file);
    return text;
  }

  @Test
  void answerIsKeptTheSameHoweverItIsCut() throws IOException {
    String head = "HTTP/1.1 404 Not Found\r\nServer: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    String text = head + "5\r\nhello\r\n6;a=b\r\n \u0000\u00ff\r\n\u0001\r\n0\r\n\r\n";
    for (int piece = 1; piece <= text.length(); piece++) {
      HttpDriver driver = driver("http://127.0.0.1:1/");
      Codec codec = driver.newSession().newCodec(0);
      answer(codec, OK, piece);
      answer(codec, text, piece);
      answer(codec, text.replace("hello", "again"), piece);
      assertThat(kept(driver, "status 404"))
          .as("in pieces of %d", piece)
          .isEqualTo(
              "takt: the first answer of the kind \"status 404\"\ntakt: body of 11 bytes\n\n"
                  + head
                  + "hello \u0000\u00ff\r\n\u0001");
    }
  }

  @Test
  void beginningOfALargeBodyIsKept() throws IOException {
    for (int piece : new int[] {1000, 20_000}) {
      HttpDriver driver = driver("http://127.0.0.1:1/");
      String text = "HTTP/1.1 500 X\r\nContent-Length: 10000\r\n\r\n" + "0123456789".repeat(1000);
      answer(driver.newSession().newCodec(0), text, piece);
      assertThat(kept(driver, "status 500"))
          .contains("takt: the first 4096 of 10000 bytes of the body\n")
          .endsWith("\r\n\r\n" + "0123456789".repeat(410).substring(0, 4096));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SSH-2.0-OpenSSH\\r\\nmore|not an HTTP/1.1 answer|no body|SSH-2.0-OpenSSH\\r\\nmore",
        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n2\\r\\nok\\r\\nxyz\\r\\n"
            + "|malformed chunk|the first 0 of 2 bytes of the body|xyz\\r\\n",
        "HTTP/1.1 200 OK\\r\\nContent-Length: 1, 2\\r\\n\\r\\nx"
            + "|differing values of Content-Length|no body|Content-Length: 1, 2\\r\\n\\r\\nx",
        "HTTP/1.1 302 F\\r\\nLocation: /login?token=s3cret\\r\\nContent-Length: 0\\r\\n\\r\\n"
            + "|status 302 to /login|no body|Location: /login?token=***\\r\\nContent-Length: 0\\r\\n\\r\\n"
      })
  void whatCouldNotBeReadIsKeptAsItCame(String text, String label, String says, String end)
      throws IOException {
    HttpDriver driver = driver("http://127.0.0.1:1/");
    answer(driver.newSession().newCodec(0), text.translateEscapes(), 1000);
    assertThat(kept(driver, label)).contains(says).endsWith(end.translateEscapes());
  }

  @ParameterizedTest
  @CsvSource({
    "'Set-Cookie: sid=secret; Path=/; HttpOnly','Set-Cookie: sid=***; Path=/; HttpOnly'",
    "'Set-Cookie: secret','Set-Cookie: ***'",
    "'set-cookie : sid=\\r\\n secret; Path=/','set-cookie : sid=***; Path=/'",
    "'Authorization: Basic secret','Authorization: ***'",
    "'Authentication-Info: nextnonce=secret','Authentication-Info: ***'",
    "'X-Csrf-Token: secret\\r\\n\\tsecret\\r\\nA: b','X-Csrf-Token: ***\\r\\nA: b'",
    "'X-Api-Key:secret','X-Api-Key: ***'",
    "'X-Session-Id: secret','X-Session-Id: ***'",
    "'X-Access-Key: secret','X-Access-Key: ***'",
    "'Location: /cb#access_token=secret&a=b','Location: /cb#access_token=***&a=b'",
    "'Location: /x;jsessionid=secret','Location: /x;jsessionid=***'",
    "'ETag:\\t\"a\"','ETag:\\t\"a\"'",
    "'WWW-Authenticate: Basic realm=\"shop\"','WWW-Authenticate: Basic realm=\"shop\"'",
    "'WWW-Authenticate: Digest realm=\"a\", nonce=\"secret\", opaque=secret',"
        + "'WWW-Authenticate: Digest realm=\"a\", nonce=***, opaque=***'",
    "'Proxy-Authenticate: Negotiate secretsecretsecretsecret==','Proxy-Authenticate: Negotiate ***'",
    "'Location: https://user:secret@h/x','Location: https://***@h/x'",
    "'Location: /cb?code=secret&a=b&session_id=secret#x','Location: /cb?code=***&a=b&session_id=***#x'",
    "'Content-Type: text/plain','Content-Type: text/plain'",
    "'no colon','no colon'"
  })
  void secretsOfHeadersAreMasked(String line, String masked) {
    String head = "HTTP/1.1 401 Who\r\n" + line.translateEscapes() + "\r\n\r\n";
    assertThat(FailureText.masked(head))
        .isEqualTo("HTTP/1.1 401 Who\r\n" + masked.translateEscapes() + "\r\n\r\n")
        .doesNotContain("secret");
  }

  private String keptOf(String answer, int polls, String label) throws Exception {
    try (RedirectServer server = new RedirectServer()) {
      server.answer("/", answer);
      HttpDriver driver = driver(server.url("/"));
      try (WireTransport transport = WireTransport.connect((WireDriver) driver, 1)) {
        assertThat(OneCall.on(transport, polls).label()).isEqualTo(label);
        transport.cancel(0);
      }
      return kept(driver, label);
    }
  }

  @Test
  void answerThatIsCutOffIsKept() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 20\r\n\r\nok";
    assertThat(keptOf(answer, 200, "connection closed in mid-answer"))
        .contains("takt: the first 0 of 2 bytes of the body")
        .endsWith("Content-Length: 20\r\n\r\n");
  }

  @Test
  void headThatIsCutOffIsKept() throws Exception {
    assertThat(keptOf("HTTP/1.1 503 No\r\nRetry-Af", 200, "connection closed in mid-answer"))
        .endsWith("HTTP/1.1 503 No\r\nRetry-Af");
  }

  @Test
  void secretsOfAHeadThatIsCutOffAreMasked() throws Exception {
    String answer = "HTTP/1.1 503 No\r\nA: b\r\nSet-Cookie: sid=secret";
    assertThat(keptOf(answer, 200, "connection closed in mid-answer"))
        .endsWith("A: b\r\nSet-Cookie: sid=***");
  }

  @Test
  void secretsAfterTheAnswerAreMasked() throws Exception {
    String next = "HTTP/1.1 200 OK\r\nAuthorization: secret\r\n\r\n";
    assertThat(keptOf(OK + next, 200, "bytes after the answer"))
        .endsWith("HTTP/1.1 200 OK\r\nAuthorization: ***\r\n\r\n");
  }

  @Test
  void bytesAfterTheAnswerAreKept() throws Exception {
    assertThat(keptOf(OK + "surplus", 200, "bytes after the answer"))
        .endsWith("Content-Length: 2\r\n\r\nsurplus");
  }

  @Test
  void answerThatDoesNotEndIsKept() throws Exception {
    String answer = "HTTP/1.1 500 X\r\nContent-Length: 20\r\n\r\npartial";
    assertThat(keptOf(answer, 3, "timed out")).endsWith("\r\n\r\npartial");
  }

  @Test
  void nothingIsKeptWhereNothingCame() throws Exception {
    try (RedirectServer server = new RedirectServer()) {
      server.answer("/", "");
      HttpDriver driver = driver(server.url("/"));
      try (WireTransport transport = WireTransport.connect((WireDriver) driver, 1)) {
        assertThat(OneCall.on(transport, 200).isOk()).isFalse();
      }
      assertThat(driver.failureFiles()).isEmpty();
    }
  }
}
