package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Sources, help texts and documents use the field's terms. These words and forms of names were a
/// dialect: a reader could not search for them.
class WordsTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern WORDS =
      Pattern.compile(
          "(?i:\\b(told|tells?|dear|dearer|whoever|somebody|nobody|in place of)\\b)"
              + "|\\b(MOST|LONGEST|LEAST|SHORTEST|USUAL)_|PATIENCE");

  @Test
  void mainSourcesAndDocumentsUseTheFieldsTerms() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT, 16)) {
      for (Path each : (Iterable<Path>) files.filter(WordsTest::isChecked)::iterator) {
        find(each, found);
      }
    }
    assertThat(found).isEmpty();
  }

  private static void find(Path file, List<String> found) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      if (WORDS.matcher(lines.get(i)).find()) {
        found.add(ROOT.relativize(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
      }
    }
  }

  private static boolean isChecked(Path file) {
    String name = ROOT.relativize(file).toString().replace('\\', '/');
    boolean isMain =
        name.matches("(.+/)?src/main/.+\\.(java|js|css|html|options|json)")
            || name.matches("report/web/src/.+\\.ts");
    boolean isDocument =
        name.matches("([A-Z]+|[a-z]+/[A-Z]+|(docs|bench)/.+|drivers/[^/]+/[A-Z]+)\\.md");
    return (isMain || isDocument) && !name.contains("/target/") && !name.contains("node_modules/");
  }
}
