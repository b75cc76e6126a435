package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Arguments, variables and file names are bytes, and a JVM decodes them in its locale: these tests
/// run JVMs with other locales.
class BytesOfTheSystemTest {

  /// Exports a variable that is not UTF-8, creates a directory and a file whose names are not, and
  /// executes the rest of its arguments.
  private static final String SCRIPT =
      """
      cd "$1"; shift
      mkdir -p $'d\\xfc' && printf in > $'d\\xfc/f\\xfe'
      export RAW=$'a\\xffb' UMLAUT=$'\\xc3\\xbc' LC_ALL=$1; shift
      exec "$@"
      """;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"POSIX", "C.UTF-8"})
  void allBytesArePassedOn(String locale) {
    assertThat(in(locale, Native.class).lines())
        .containsExactly(
            "all inherited: 61ff62 c3bc",
            "one set, one left out: 61ff62 c3bc",
            "argument: c3bce282acf09f9880",
            "set: c3bce282acf09f9880",
            "directory: 64fc",
            "input: 696e",
            "output: 6f7574");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POSIX", "C.UTF-8"})
  void plainLauncherPassesOnWhatIsInherited(String locale) {
    assertThat(in(locale, Plain.class).lines())
        .contains("all inherited: 61ff62 c3bc", "one set, one left out: 61ff62 c3bc");
  }

  @Test
  void plainLauncherRefusesWhatItWouldDamage() {
    assertThat(in("POSIX", Plain.class).lines().skip(2))
        .hasSize(5)
        .allMatch(line -> line.contains("cannot be passed on in this locale (US-ASCII)"));
    assertThat(in("C.UTF-8", Plain.class).lines().skip(2))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("argument: c3bce282acf09f9880"),
            line -> assertThat(line).isEqualTo("set: c3bce282acf09f9880"),
            line -> assertThat(line).contains("the file name", "cannot be passed on"),
            line -> assertThat(line).contains("the file name", "cannot be passed on"),
            line -> assertThat(line).contains("the file name", "cannot be passed on"));
  }

  @Test
  void halfASurrogatePairIsRefused() {
    String half = "a\uD83Db";
    for (ThrowingBuild each :
        List.<ThrowingBuild>of(
            () -> Command.of("true", half),
            () -> Command.builder("true").argument(half),
            () -> Command.builder("true").environment("A", half),
            () -> Command.builder("true").environment(half, "a"))) {
      assertThatThrownBy(each::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half a surrogate pair");
    }
    assertThat(Command.of("true", "a\uD83D\uDE00b").words()).hasSize(2);
  }

  private interface ThrowingBuild {
    Object build();
  }

  private String in(String locale, Class<?> main) {
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", SCRIPT, "bash", folder.toString(), locale));
    words.addAll(ForkedJvm.words(main));
    return ForkedJvm.run(words);
  }

  /// Starts children with the native launcher.
  static final class Native {
    private Native() {}

    public static void main(String[] args) throws Exception {
      report(Launcher.builder().build());
    }
  }

  /// Starts children with [ProcessBuilder].
  static final class Plain {
    private Plain() {}

    public static void main(String[] args) throws Exception {
      report(Launcher.builder().plain().build());
    }
  }

  /// Prints what children get, in hexadecimal digits.
  private static void report(Launcher launcher) throws Exception {
    String hex = " | od -An -v -tx1 | tr -d ' \\n'";
    String text = "ü€😀";
    String variables = "printf %s \"$RAW\"" + hex + "; printf ' '; printf %s \"$UMLAUT\"" + hex;
    Path inside = only(Path.of(""));
    try (launcher) {
      show(launcher, "all inherited", Command.builder("sh", "-c", variables));
      show(
          launcher,
          "one set, one left out",
          Command.builder("sh", "-c", variables + "; printf %s \"$HOME\"")
              .environment("SET", "a")
              .withoutEnvironment("HOME"));
      show(launcher, "argument", Command.builder("sh", "-c", "printf %s \"$1\"" + hex, "sh", text));
      show(
          launcher,
          "set",
          Command.builder("sh", "-c", "printf %s \"$SET\"" + hex).environment("SET", text));
      show(
          launcher,
          "directory",
          Command.builder("sh", "-c", "printf %s \"${PWD##*/}\"" + hex).directory(inside));
      Path file = only(inside);
      show(launcher, "input", Command.builder("sh", "-c", "cat" + hex).stdin(Redirect.from(file)));
      show(launcher, "output", Command.builder("sh", "-c", "printf out").stdout(Redirect.to(file)));
      if (launcher.isNative()) {
        System.out.println("output: " + HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
  }

  private static Path only(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return files.iterator().next();
    }
  }

  private static void show(Launcher launcher, String what, Command.Builder command)
      throws Exception {
    try {
      String shown = launcher.run(command.build(), TIMEOUT).stdout().text();
      if (!shown.isEmpty()) {
        System.out.println(what + ": " + shown);
      }
    } catch (StartException e) {
      System.out.println(e.getMessage());
    }
  }
}
