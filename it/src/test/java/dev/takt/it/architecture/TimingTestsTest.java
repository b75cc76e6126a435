package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Modules without tests tagged `timing` say so, to save the start of a JVM. None of these tests
/// may be left out because of that.
class TimingTestsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern TIMING = Pattern.compile("@Tag\\(\"timing\"\\)|@Timing\\b");

  @Test
  void areSkippedExactlyWhereThereAreNone() throws IOException {
    Map<Path, Boolean> skipped = new TreeMap<>();
    Map<Path, Boolean> missing = new TreeMap<>();
    try (Stream<Path> poms = Files.find(ROOT, 3, (path, _) -> path.endsWith("pom.xml"))) {
      for (Path pom : (Iterable<Path>) poms::iterator) {
        Path tests = pom.resolveSibling("src/test/java");
        if (Files.isDirectory(tests) && !pom.startsWith(ROOT.resolve("bench"))) {
          skipped.put(pom, Files.readString(pom).contains("<test.timing.skip>true<"));
          missing.put(pom, !hasTimingTests(tests));
        }
      }
    }
    assertThat(skipped).hasSizeGreaterThan(20).isEqualTo(missing);
  }

  private static boolean hasTimingTests(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(each -> each.toString().endsWith(".java"))
          .anyMatch(each -> TIMING.matcher(read(each)).find());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
