package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

  @Test
  void areSplitAtBlanks() {
    assertThat(Words.of(" SET  k\tv ")).isEqualTo(List.of("SET", "k", "v"));
  }

  @Test
  void areKeptTogetherByQuotes() {
    assertThat(Words.of("SET k \"a b\\n\\x41\\\\\\\"c\" 'd\\'e\\n' \"\" ''"))
        .isEqualTo(List.of("SET", "k", "a b\nA\\\"c", "d'e\\n", "", ""));
  }

  @Test
  void quotesWithinAWordBeginAQuotedPart() {
    assertThat(Words.of("SET k\"a b\"")).isEqualTo(List.of("SET", "ka b"));
  }

  @Test
  void placeholdersAreKeptTogether() {
    assertThat(Words.of("GET user:{ uniform:1..9} {uniform:1.. 9} {{x y}"))
        .isEqualTo(List.of("GET", "user:{", "uniform:1..9}", "{uniform:1.. 9}", "{{x", "y}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'SET k \"a';column 7: a \" is not closed",
        "SET k \"a\"b;column 9: a blank must follow",
        "SET k \"\\x8a\";00 to 7F",
        "SET k \"\\x4\";00 to 7F",
        "'  ';found nothing",
        "'\"\" x';found nothing",
      })
  void whatIsWrongIsToldWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> Words.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
