package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The compiler passes over the name of a method that is not there, without a word.
class ExploreOptionsTest {

  private static final String COMMAND = "-XX:CompileCommand=dontinline,";

  @Test
  void eachMethodThatIsNamedIsThere() throws Exception {
    List<String> named = named();

    assertThat(named).isNotEmpty();
    for (String each : named) {
      String[] parts = each.split("::", -1);
      assertThat(Class.forName(parts[0]).getDeclaredMethods())
          .extracting(Method::getName)
          .contains(parts[1]);
    }
  }

  private static List<String> named() throws IOException {
    return Files.readAllLines(Path.of("src/main/dist/explore.options")).stream()
        .filter(line -> line.startsWith(COMMAND))
        .map(line -> line.substring(COMMAND.length()))
        .toList();
  }
}
