package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The references of RFC 3986, section 5.4, and typical ones of servers.
final class UriReferenceTest {

  private static final UriReference BASE = new UriReference("http://a", "/b/c/d;p?q");

  @ParameterizedTest
  @CsvSource({
    "g,/b/c/g",
    "./g,/b/c/g",
    "g/,/b/c/g/",
    "/g,/g",
    "?y,/b/c/d;p?y",
    "g?y,/b/c/g?y",
    "#s,/b/c/d;p?q",
    "g#s,/b/c/g",
    "g?y#s,/b/c/g?y",
    ";x,/b/c/;x",
    "g;x,/b/c/g;x",
    "'',/b/c/d;p?q",
    ".,/b/c/",
    "./,/b/c/",
    "..,/b/",
    "../,/b/",
    "../g,/b/g",
    "../..,/",
    "../../g,/g",
    "../../../g,/g",
    "/./g,/g",
    "/../g,/g",
    "g.,/b/c/g.",
    ".g,/b/c/.g",
    "..g,/b/c/..g",
    "./../g,/b/g",
    "g/./h,/b/c/g/h",
    "g/../h,/b/c/h",
    "g;x=1/../y,/b/c/y",
    "g?y/../x,/b/c/g?y/../x",
    "'a b|c',/b/c/a%20b%7Cc",
    "\u00c3\u00bc,/b/c/%C3%BC",
    "/x%20y,/x%20y",
    "/a?b=http://c/d,/a?b=http://c/d"
  })
  void relativeReferenceKeepsTheOrigin(String text, String target) {
    assertThat(UriReference.resolve(BASE, text)).isEqualTo(new UriReference("http://a", target));
  }

  @ParameterizedTest
  @CsvSource({
    "http://x,http://x,/",
    "HTTPS://x:1/y/../z?q#f,https://x:1,/z?q",
    "http://x?q,http://x,/?q",
    "//x/y,http://x,/y",
    "http://user:secret@x/y,http://x,/y",
    "http://user@x@y/,http://y,/",
    "http://[::1]:80/,http://[::1]:80,/"
  })
  void absoluteReferenceNamesItsOrigin(String text, String origin, String target) {
    assertThat(UriReference.resolve(BASE, text)).isEqualTo(new UriReference(origin, target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://x/", "javascript:alert(1)", "mailto:a@b", "http:g", "file:///etc"})
  void otherSchemesAreRefused(String text) {
    assertThatThrownBy(() -> UriReference.resolve(BASE, text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
