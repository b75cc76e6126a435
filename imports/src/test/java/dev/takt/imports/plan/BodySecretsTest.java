package dev.takt.imports.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodySecretsTest {

  private static final int CHARS = 1 << 18;

  /// Each needs a time that grows with the square of its length, or a deep stack, if it is searched
  /// badly.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-- ",
        "<![CDATA[",
        "<? ",
        "<a ",
        "<a b=\"'",
        "<token>",
        "</token>",
        "<token></token>",
        "a",
        "{\"token\":",
        "[{\"token\":[1,"
      })
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void hostileBodyIsSearchedQuickly(String part) {
    String body = (part.startsWith("a") ? "<a " : "") + part.repeat(CHARS / part.length()) + " =";
    String replaced = new BodySecrets(new Credentials()).body(body, "");
    assertThat(replaced.length()).isGreaterThan(CHARS / 10);
  }
}
