package dev.takt.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileGlobTest {

  @TempDir private Path root;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectories(root.resolve("a/b"));
    Files.createDirectories(root.resolve("c.hdr"));
    for (String each : List.of("x.hdr", "y.hdr", "y.txt", "a/x.hdr", "a/b/x.hdr", "c.hdr/x.hdr")) {
      Files.createFile(root.resolve(each));
    }
  }

  private List<String> matching(String glob) throws IOException {
    return FileGlob.matching(root, glob).stream()
        .map(each -> root.relativize(each).toString())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.hdr|x.hdr y.hdr",
        "[xy].hdr|x.hdr y.hdr",
        "y.{hdr,txt}|y.hdr y.txt",
        "*/x.hdr|a/x.hdr c.hdr/x.hdr",
        "a/*/x.hdr|a/b/x.hdr",
        "**.hdr|a/b/x.hdr a/x.hdr c.hdr/x.hdr x.hdr y.hdr",
        "none/*.hdr|''",
        "*.none|''"
      })
  void filesThatMatchAreSorted(String glob, String expected) throws IOException {
    assertThat(String.join(" ", matching(glob))).isEqualTo(expected);
  }

  @Test
  void linkToAFolderItIsInMatchesNothing() throws IOException {
    Files.createSymbolicLink(root.resolve("a/loop"), root);
    Files.createSymbolicLink(root.resolve("dangling.hdr"), Path.of("nowhere"));

    assertThat(matching("*/x.hdr")).containsExactly("a/x.hdr", "c.hdr/x.hdr");
    assertThat(matching("**/x.hdr")).contains("a/b/x.hdr");
  }

  @Test
  void folderThatCannotBeReadMatchesNothing() throws IOException {
    Path closed = root.resolve("a/b");
    assertThat(closed.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(closed), "permissions count for this user");

    assertThat(matching("a/**")).containsExactly("a/x.hdr");
    assertThatThrownBy(() -> matching("a/b/*")).isInstanceOf(IOException.class);
  }

  @Test
  void patternThatIsNotClosedIsRefused() {
    assertThatThrownBy(() -> matching("[x")).isInstanceOf(PatternSyntaxException.class);
    assertThat(FileGlob.isGlob("[x")).isTrue();
    assertThat(FileGlob.isGlob("x.hdr")).isFalse();
  }
}
