package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The compiler silently ignores the name of a method that does not exist.
class CompilerOptionsTest {

  private static final Pattern COMMAND = Pattern.compile("-XX:CompileCommand=(?:dont)?inline,(.*)");

  @ParameterizedTest
  @ValueSource(strings = {"explain.options", "explore.options"})
  void eachMethodThatIsNamedIsThere(String file) throws Exception {
    List<String> named = named(file);

    assertThat(named).isNotEmpty();
    for (String each : named) {
      String[] parts = each.split("::", -1);
      assertThat(Class.forName(parts[0]).getDeclaredMethods())
          .extracting(Method::getName)
          .contains(parts[1]);
    }
  }

  private static List<String> named(String file) throws IOException {
    return Files.readAllLines(Path.of("src/main/dist", file)).stream()
        .map(COMMAND::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .toList();
  }
}
