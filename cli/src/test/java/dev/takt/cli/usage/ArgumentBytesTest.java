package dev.takt.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArgumentBytesTest {

  private static final String ADVICE = "start takt with its launcher, or with LC_ALL=C.UTF-8";

  /// The problem of these arguments, given the command line's bytes, written in ISO-8859-1.
  private static @Nullable String problem(List<String> arguments, String... words) {
    return ArgumentBytes.problem(
        arguments,
        Arrays.stream(words).map(each -> each.getBytes(StandardCharsets.ISO_8859_1)).toList());
  }

  @Test
  void whatWasReadAsItIsIsFine() {
    assertThat(ArgumentBytes.problem(List.of("run", "--rate", "5/s"))).isNull();
    assertThat(problem(List.of("log", "rü", "\uFFFD"), "java", "log", "rÃ¼", "\u00ef\u00bf\u00bd"))
        .isNull();
  }

  @Test
  void argumentsThatAreNoUtf8AreNamed() {
    assertThat(problem(List.of("run", "--body", "r\uFFFD"), "java", "run", "--body", "r\u00fc"))
        .isEqualTo("the value of --body, 'r\\xfc', is not UTF-8");
    assertThat(problem(List.of("log", "\uFFFD\uFFFD"), "java", "log", "\u00c3\u0001"))
        .isEqualTo("argument 2, '\\xc3\\u0001', is not UTF-8");
  }

  @Test
  void whatTheLocaleMadeAnotherTextOfIsNamed() {
    assertThat(problem(List.of("log", "r\uFFFD\uFFFD"), "java", "log", "r\u00c3\u00bc"))
        .isEqualTo("argument 2, 'rü', cannot be read in this locale; " + ADVICE);
    assertThat(problem(List.of("log", "rÃ¼"), "java", "log", "r\u00c3\u00bc"))
        .isEqualTo("argument 2, 'rü', cannot be read in this locale; " + ADVICE);
  }

  @Test
  void passwordsAreNotShown() {
    assertThat(problem(List.of("http://u:p\uFFFD@h/"), "java", "http://u:p\u00fc@h/"))
        .isEqualTo("argument 1, 'http://***@h/', is not UTF-8");
  }

  @Test
  void withoutTheWordsReplacedCharactersAreNamed() {
    for (String[] words : new String[][] {{}, {"some", "other", "program"}}) {
      assertThat(problem(List.of("log", "r\uFFFD"), words))
          .isEqualTo("argument 2, 'r\uFFFD', is not text in this locale; " + ADVICE);
      assertThat(problem(List.of("log", "rü"), words)).isNull();
    }
  }
}
