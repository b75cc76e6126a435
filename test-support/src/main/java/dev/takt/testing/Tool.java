package dev.takt.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A program that some machines have.
///
/// @param file its absolute path
public record Tool(Path file) {

  /// Where `.ci/run` installs what the system has no package of.
  private static final Path OWN = Path.of("..", "target", "tools", "bin");

  /// What came of a call.
  ///
  /// @param text of both outputs
  public record Called(int exitCode, String text) {}

  /// Skips the test where it is not installed.
  ///
  /// @param how to install it
  public static Tool required(String name, String how) {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    List<Path> found =
        Stream.concat(Stream.of(OWN), Stream.of(path.split(File.pathSeparator, -1)).map(Path::of))
            .map(each -> each.resolve(name).toAbsolutePath())
            .filter(Files::isExecutable)
            .toList();
    assumeTrue(!found.isEmpty(), name + " is not installed: " + how);
    return new Tool(found.get(0));
  }

  /// Waits for its end.
  public Called call(List<String> arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(arguments);
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Called(process.waitFor(), text);
  }
}
