package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagsTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "read-rt", "größe", "a=b", "#", "x.y_z/1", "漢字"})
  void whatReadersCanReadIsATag(String tag) {
    assertThat(Tags.isValid(tag)).isTrue();
    assertThat(Tags.requireValid(tag)).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "foo bar",
        "foo,bar",
        "line\nbreak",
        "a\r",
        "\ta",
        "a\0",
        "a\u007f",
        "a\u2028b",
        "a\u00a0b",
        "a\u0085b"
      })
  void whatNoReaderCouldReadIsNone(String tag) {
    assertThat(Tags.isValid(tag)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tags.requireValid(tag))
        .withMessageContaining("\"" + tag + "\"");
  }
}
