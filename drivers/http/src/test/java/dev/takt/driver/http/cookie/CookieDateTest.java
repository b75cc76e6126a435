package dev.takt.driver.http.cookie;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Dates of cookies: RFC 6265, section 5.1.1.
class CookieDateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT     | 1994-11-06T08:49:37Z", // RFC 1123
        "Sunday, 06-Nov-94 08:49:37 GMT    | 1994-11-06T08:49:37Z", // RFC 850
        "Sun Nov  6 08:49:37 1994          | 1994-11-06T08:49:37Z", // asctime
        "06-Nov-70 08:49:37                | 1970-11-06T08:49:37Z",
        "06-Nov-69 08:49:37                | 2069-11-06T08:49:37Z",
        "06-Nov-00 08:49:37                | 2000-11-06T08:49:37Z",
        "Sat, 6 november 1994 8:9:7 +0200  | 1994-11-06T08:09:07Z", // zones are ignored
        "1994 Nov 6th 08:49:37             | 1994-11-06T08:49:37Z",
        "6th Nov 1994 08:49:37.123         | 1994-11-06T08:49:37Z",
        "08:49:37 6 Nov 1994 09:00:00      | 1994-11-06T08:49:37Z",
      })
  void partsAreFoundInAnyOrder(String text, String expected) {
    Long seconds = CookieDate.epochSeconds(text);
    assertThat(seconds == null ? null : Instant.ofEpochSecond(seconds).toString())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "never",
        "06 Nov 1994",
        "06 Nov 08:49:37",
        "Nov 1994 08:49:37",
        "06 1994 08:49:37",
        "06 Nov 1600 08:49:37",
        "31 Feb 1994 08:49:37",
        "00 Nov 1994 08:49:37",
        "06 Nov 1994 24:00:00",
        "06 Nov 1994 08:60:00",
        "06 Nov 1994 08:49:60",
        "06 Nov 19941 08:49:37",
        "06 ovJ 1994 08:49:37",
      })
  void whatIsNoDateIsIgnored(String text) {
    assertThat(CookieDate.epochSeconds(text)).isNull();
  }

  @Test
  void aHugeTextIsNoDate() {
    assertThat(CookieDate.epochSeconds("1 ".repeat(100_000))).isNull();
  }
}
