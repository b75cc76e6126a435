package dev.takt.driver.http.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.http2.Request;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which lines of requests are encoded once.
class RequestTextTest {

  private final RequestText text = new RequestText();

  /// Whether all lines of a request with these are written at once.
  private boolean isKnown(String lines) {
    List<String> calls = new ArrayList<>();
    Request out =
        (Request)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Request.class},
                (_, method, _) -> {
                  calls.add(method.getName());
                  return null;
                });
    String request = "GET / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n";
    text.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)), false, out);
    return calls.contains("fields");
  }

  @Test
  void linesWithCookiesAreNotKept() {
    for (int user = 0; user < 10; user++) {
      assertThat(isKnown("A: b\r\nCookie: sid=" + user + "\r\n")).isFalse();
    }
    assertThat(isKnown("A: b\r\n")).as("there is still room").isTrue();
  }

  @Test
  void aFewListsOfLinesAreKept() {
    for (int i = 0; i < 8; i++) {
      assertThat(isKnown("A: " + i + "\r\n")).isTrue();
    }
    assertThat(isKnown("A: 9\r\n")).isFalse();
    assertThat(isKnown("A: 7\r\n")).isTrue();
  }
}
