package dev.takt.driver.http.cookie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    return sent(path, HOST);
  }

  private String sent(String path, CookieJar.Host to) {
    ByteBuffer out = ByteBuffer.allocate(1 << 20);
    byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
    jar.put(bytes, bytes.length, to, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void cookiesAreSentInTheirOrderAndReplacedByName() {
    assertThat(sent("/")).isEmpty();
    set("a=1; Path=/; HttpOnly; SameSite=Lax");
    set("b = \"2=3\" ;path=/");
    set("a=4;Path=/"); // which keeps the age of the first
    assertThat(sent("/")).isEqualTo("Cookie: a=4; b=\"2=3\"\r\n");
    set("a=;Path=/");
    assertThat(sent("/")).isEqualTo("Cookie: a=; b=\"2=3\"\r\n");
  }

  /// Where redirects lead: cookies of a host go to no other, those of a domain to all its hosts,
  /// and secure ones only over encrypted connections.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shop.example.com  | false | Cookie: host=1; domain=2",
        "SHOP.example.com  | false | Cookie: host=1; domain=2",
        "shop.example.com  | true  | Cookie: host=1; domain=2; safe=3",
        "pay.example.com   | false | Cookie: domain=2",
        "example.com       | false | Cookie: domain=2",
        "shop.example.org  | false | ''",
        "ashop.example.com | false | Cookie: domain=2",
        "127.0.0.1         | true  | ''",
      })
  void cookiesGoToTheHostsTheyAreFor(String host, boolean isSecure, String sent) {
    set("host=1; Path=/");
    set("domain=2; Path=/; Domain=example.com");
    jar.set("safe=3; Path=/; Secure", "/", new CookieJar.Host("shop.example.com", true));
    assertThat(sent("/", new CookieJar.Host(host, isSecure)).strip()).isEqualTo(sent);
  }

  /// A host cannot replace the cookies of another one.
  @Test
  void cookiesOfTwoHostsStayApart() {
    set("a=1; Path=/");
    jar.set("a=2; Path=/", "/", new CookieJar.Host("other.example.com", false));
    assertThat(sent("/")).isEqualTo("Cookie: a=1\r\n");
  }

  /// Section 5.4: longer paths first, among these the older ones.
  @Test
  void cookiesOfLongerPathsComeFirst() {
    set("a=1; Path=/");
    set("b=2; Path=/a/b");
    set("c=3; Path=/a");
    set("d=4; Path=/a/b");
    set("a=5; Path=/a");
    set("b=6; Path=/a/b");
    assertThat(sent("/a/b/c")).isEqualTo("Cookie: b=6; d=4; c=3; a=5; a=1\r\n");
    assertThat(sent("/a")).isEqualTo("Cookie: c=3; a=5; a=1\r\n");
  }

  /// A cookie of a domain is another one than that of the host alone (section 5.3, step 11).
  @Test
  void aCookieOfADomainDoesNotReplaceThatOfTheHost() {
    set("a=1; Path=/");
    set("a=2; Path=/; Domain=example.com");
    set("a=3; Path=/; Domain=.EXAMPLE.com");
    assertThat(sent("/")).isEqualTo("Cookie: a=1; a=3\r\n");
    set("a=4; Path=/; Domain="); // ignored
    assertThat(sent("/")).isEqualTo("Cookie: a=4; a=3\r\n");
    set("a=; Path=/; Domain=example.com; Max-Age=0");
    assertThat(sent("/")).isEqualTo("Cookie: a=4\r\n");
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
        "a=1; Domain=com; Path=/               | / | false", // a whole registry
        "a=1; Domain=other.com; Domain=example.com; Path=/ | / | true", // the last one counts
        "a=1; Path=/x; Path=/                  | / | true",
        "a=1; Path=/; Secure                   | / | false", // over HTTP
        "a=1; Path=/; Max-Age=100              | / | true",
        "a=1; Path=/; Max-Age=0                | / | false",
        "a=1; Path=/; Max-Age=-1               | / | false",
        "a=1; Path=/; Max-Age=soon             | / | true", // ignored
        "a=1; Path=/; Max-Age=0; Max-Age=+5    | / | false", // no digit
        "a=1; Path=/; Max-Age=99999999999999999999 | / | true",
        "a=1; Path=/; Max-Age=-99999999999999999999 | / | false",
        "a=1; Path=/; Expires=Thursday, 01-Jan-70 00:00:01 GMT | / | false",
        "a=1; Path=/; Expires=Thursday, 01-Jan-69 00:00:01 GMT | / | true", // 2069
        "a=1; Path=/; Expires=Sat Jan  1 00:00:00 2000 | / | false", // asctime
        "a=1; Path=/; Expires=Sat, 1 January 2000 0:0:0 +0100 | / | false",
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

  /// Such as those of a folded field, which would be a line of the request.
  @Test
  void aCookieWithAControlCharacterIsIgnored() {
    for (String control : List.of("\r\n ", "\r", "\n", "\0", "\177")) {
      set("a=1" + control + "X: y; Path=/");
      set("a" + control + "=1; Path=/");
      set("a=1; Path=/; X=" + control + "y");
    }
    assertThat(sent("/")).isEmpty();
    set("a=1\ty; Path=/");
    assertThat(sent("/")).isEqualTo("Cookie: a=1\ty\r\n");
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

  /// As many bytes as a server accepts in a request, however long the paths are.
  @Test
  void theBytesOfAllCookiesAreBounded() {
    for (int i = 0; i < 40; i++) {
      set("c" + i + "=" + "x".repeat(2000) + "; Path=/");
      set("p" + i + "=1; Path=/" + "p".repeat(4000) + i);
    }
    assertThat(sent("/").length()).isBetween(4000, CookieJar.MAX_TOTAL_BYTES);
    assertThat(sent("/")).contains("c39=").doesNotContain("c0=");
    set("big=1; Path=/" + "x".repeat(1 << 20));
    assertThat(sent("/" + "x".repeat(1 << 20))).doesNotContain("big");
  }

  @Test
  void aHostThatIsAnAddressHasNoDomains() {
    CookieJar.Host address = new CookieJar.Host("127.0.0.1", true);
    jar.set("a=1; Domain=0.0.1; Path=/", "/", address);
    jar.set("b=1; Domain=127.0.0.1; Path=/; Secure", "/", address);
    assertThat(sent("/", address)).isEqualTo("Cookie: b=1\r\n");
  }

  @Test
  void sendingCookiesAllocatesNothing() {
    byte[] path = "/carts/7".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer out = ByteBuffer.allocate(1 << 16);
    set("a=1; Path=/");
    set("sid=0123456789; Path=/carts; Max-Age=1000");
    Runnable hundred =
        () -> {
          out.clear();
          for (int i = 0; i < 100; i++) {
            jar.put(path, path.length, HOST, out);
          }
        };
    assertThat(Allocation.of(1, hundred)).isZero();
    assertThat(out.position()).isEqualTo(100 * "Cookie: sid=0123456789; a=1\r\n".length());
  }
}
