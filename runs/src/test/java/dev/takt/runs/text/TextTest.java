package dev.takt.runs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

  private final Locale locale = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(locale);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR", "de-DE", "en-US"})
  void machineTextIsAsciiInAnyLocale(String tag) {
    Locale.setDefault(Locale.forLanguageTag(tag));

    assertThat(MachineText.format("http://%s:%d %.3f %+.1e %%%02X", "h", 19464, 1234.5, 0.25, 0xe9))
        .isEqualTo("http://h:19464 1234.500 +2.5e-01 %E9");
    assertThat(MachineText.format("%s, %s: 1,%d %%, %%d", 1, 2, 3)).isEqualTo("1, 2: 1,3 %, %d");
    assertThat(MachineText.format("%S", "title")).isEqualTo("TITLE");
  }

  @Test
  void xmlIsEscapedOnce() {
    assertThat(MachineText.xml("a<b> & \"c\" &amp; 'd'"))
        .isEqualTo("a&lt;b&gt; &amp; &quot;c&quot; &amp;amp; 'd'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR", "de-DE", "en-US"})
  void textForPeopleIsEnglishInAnyLocale(String tag) {
    Locale.setDefault(Locale.forLanguageTag(tag));

    assertThat(EnglishText.format("%,d values, %,.1f ms, %S", 1_000_000, 1234.56, "title"))
        .isEqualTo("1,000,000 values, 1,234.6 ms, TITLE");
  }

  @Test
  void groupedDigitsAreNoMachineText() {
    for (String format : new String[] {"%,d", "%-,12d", "%% %+,.1f"}) {
      assertThatIllegalArgumentException().as(format).isThrownBy(() -> raw(format));
    }
  }

  @SuppressWarnings("FormatStringAnnotation")
  private static String raw(String format) {
    return MachineText.format(format, 1000);
  }
}
