package dev.takt.driver.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

  private static final String ALPHABET = "a '\"\\";
  private static final int LONGEST = 6;

  /// Prints the words of each text with a byte 1 behind each, then a byte 2; a byte 3 for an error.
  private static final String ORACLE =
      """
      while IFS= read -r -d '' text; do
        if eval "set -- $text" 2>/dev/null; then
          for word in "$@"; do printf '%s\\1' "$word"; done
          printf '\\2'
        else
          printf '\\3\\2'
        fi
      done
      """;

  @TempDir private Path folder;

  @Test
  void wordsEqualThoseOfAShell() {
    assertThat(CommandLine.parse("git --version")).containsExactly("git", "--version");
    assertThat(CommandLine.parse("  a\tb\nc  ")).containsExactly("a", "b", "c");
    assertThat(CommandLine.parse("sh -c 'echo \"$HOME\" | wc; exit 3'"))
        .containsExactly("sh", "-c", "echo \"$HOME\" | wc; exit 3");
    assertThat(CommandLine.parse("a'b c'\"d e\"\\ f ''")).containsExactly("ab cd e f", "");
    assertThat(CommandLine.parse("a \"\\\"\\\\\\$\\`\\n\" \\| *?[~#"))
        .containsExactly("a", "\"\\$`\\n", "|", "*?[~#");
  }

  /// All short texts of these characters, against a real shell.
  @Test
  void allShortTextsAreSplitLikeAShell() throws Exception {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0; texts.get(from).length() < LONGEST; from++) {
      for (int c = 0; c < ALPHABET.length(); c++) {
        texts.add(texts.get(from) + ALPHABET.charAt(c));
      }
    }
    // A shell keeps a trailing backslash.
    texts.removeIf(text -> text.matches("(.*[^\\\\])?(\\\\\\\\)*\\\\"));
    assertThat(texts).hasSizeGreaterThan(10_000);
    List<String> expected = shell(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(parsed(texts.get(i))).as(texts.get(i)).isEqualTo(expected.get(i));
    }
  }

  private List<String> shell(List<String> texts) throws Exception {
    Path in = folder.resolve("in");
    Path out = folder.resolve("out");
    Files.writeString(in, texts.stream().map(text -> text + "\0").collect(Collectors.joining()));
    Process bash =
        new ProcessBuilder("bash", "-c", ORACLE)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .start();
    assertThat(bash.waitFor()).isZero();
    return List.of(Files.readString(out, StandardCharsets.UTF_8).split("\u0002", 0)).stream()
        // No command at all, and one without a name, are errors here.
        .map(words -> words.isEmpty() || words.startsWith("\u0001") ? "\u0003" : words)
        .toList();
  }

  private static String parsed(String text) {
    try {
      return CommandLine.parse(text).stream()
          .map(word -> word + "\u0001")
          .collect(Collectors.joining());
    } catch (IllegalArgumentException _) {
      return "\u0003";
    }
  }

  @Test
  void quotedTextSurvivesARoundTrip() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 2000; round++) {
      List<String> words = new ArrayList<>(List.of("program"));
      for (int i = random.nextInt(4); i >= 0; i--) {
        words.add(
            random
                .ints(random.nextInt(12), 1, 0x10ffff)
                .mapToObj(c -> Character.toString(random.nextBoolean() ? c : c % 127 + 1))
                .collect(Collectors.joining()));
      }
      String single =
          words.stream()
              .map(word -> "'" + word.replace("'", "'\\''") + "'")
              .collect(Collectors.joining(" "));
      String twice =
          words.stream()
              .map(word -> '"' + word.replaceAll("([\\\\\"$`])", "\\\\$1") + '"')
              .collect(Collectors.joining("\t"));
      assertThat(CommandLine.parse(single)).isEqualTo(words);
      assertThat(CommandLine.parse(twice)).isEqualTo(words);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '^',
      textBlock =
          """
          ^^               ! expected a command
          ^   ^            ! expected a command
          '' a             ! program's name is empty
          git 'abc         ! column 5 of the command, at «'abc»: a ' is not closed
          git "a\\"        ! column 5 of the command, at «"a\\"»: a " is not closed
          git a\\          ! column 6 of the command, at «\\»: nothing follows
          git log | head   ! column 9 of the command, at «| head»: no shell interprets |
          a > b            ! column 3
          a&&b             ! column 2
          echo $HOME       ! column 6
          echo "$HOME"     ! column 7
          echo `id`        ! column 6
          """)
  void whatIsWrongIsShownWhereItIs(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommandLine.parse(text.replace("\\\\", "\\")))
        .withMessageContaining(message.replace("\\\\", "\\"));
  }

  @Test
  void zeroCharacterIsRejectedAnywhere() {
    for (String text : List.of("a \0", "a '\0'", "a \"\0\"", "a \\\0")) {
      assertThatIllegalArgumentException().isThrownBy(() -> CommandLine.parse(text));
    }
  }
}
