package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cookies of a user, by the rules of RFC 6265.
class CookieJarTest {

  private static final CookieJar.Host HOST = new CookieJar.Host("shop.example.com", false);

  private final CookieJar jar = new CookieJar();

  private void set(String header) {
    jar.set(header, "/a/b/c", HOST);
  }

  private String sent(String path) {
    ByteBuffer out = ByteBuffer.allocate(1 << 20);
    jar.put(path, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void cookiesAreSentInTheirOrderAndReplacedByName() {
    assertThat(sent("/")).isEmpty();
    set("a=1; Path=/; HttpOnly; SameSite=Lax");
    set("b = \"2=3\" ;path=/");
    set("a=4;Path=/");
    assertThat(sent("/")).isEqualTo("Cookie: b=\"2=3\"; a=4\r\n");
    set("a=;Path=/");
    assertThat(sent("/")).isEqualTo("Cookie: b=\"2=3\"; a=\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=1                      | /a/b   | true", // the default path
        "a=1                      | /a/b/x | true",
        "a=1                      | /a/bx  | false",
        "a=1                      | /      | false",
        "a=1; Path=/a             | /a     | true",
        "a=1; Path=/a             | /a/x   | true",
        "a=1; Path=/a             | /ab    | false",
        "a=1; Path=/a/            | /a     | false",
        "a=1; Path=x              | /a/b   | true", // as if there were none
        "a=1; Domain=shop.example.com; Path=/  | / | true",
        "a=1; Domain=.Example.com; Path=/      | / | true",
        "a=1; Domain=other.com; Path=/         | / | false",
        "a=1; Domain=op.example.com; Path=/    | / | false",
        "a=1; Path=/; Secure                   | / | false", // over HTTP
        "a=1; Path=/; Max-Age=100              | / | true",
        "a=1; Path=/; Max-Age=0                | / | false",
        "a=1; Path=/; Max-Age=-1               | / | false",
        "a=1; Path=/; Max-Age=soon             | / | true", // ignored
        "a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT | / | false",
        "a=1; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT | / | false",
        "a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT | / | true",
        "a=1; Path=/; Expires=never            | / | true", // ignored
        "a=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT | / | true",
        "a                                     | /a/b | false",
        "=1                                    | /a/b | false",
      })
  void attributesDecideWhetherACookieIsSent(String header, String path, boolean isSent) {
    set(header);
    assertThat(sent(path)).isEqualTo(isSent ? "Cookie: a=1\r\n" : "");
  }

  @Test
  void anExpiredCookieRemovesAnother() {
    set("a=1; Path=/");
    set("a=1; Path=/; Max-Age=0");
    assertThat(sent("/")).isEmpty();
  }

  @Test
  void aBombOfCookiesIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      set("c" + i + "=" + i + "; Path=/");
    }
    set("big=" + "x".repeat(1 << 20) + "; Path=/");
    String sent = sent("/");
    assertThat(sent.split("; ", -1)).hasSize(CookieJar.MAX_COOKIES);
    assertThat(sent).startsWith("Cookie: c9950=9950; ").endsWith("; c9999=9999\r\n");
  }

  @Test
  void aHostThatIsAnAddressHasNoDomains() {
    CookieJar.Host address = new CookieJar.Host("127.0.0.1", true);
    jar.set("a=1; Domain=0.0.1; Path=/", "/", address);
    jar.set("b=1; Domain=127.0.0.1; Path=/; Secure", "/", address);
    assertThat(sent("/")).isEqualTo("Cookie: b=1\r\n");
  }
}
