package dev.takt.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The examples of counters, compiled and run as they stand.
@Timeout(120)
@Timing
class ExamplesTest {

  private static final Pattern ROW = Pattern.compile("  (.+?) +([0-9.]+) ns, (\\S+) cycles, .*");

  @Test
  void unpredictableBranchesTakeLonger() throws Exception {
    Map<String, Double> nanos = run("BranchMisses");
    assertThat(time(nanos, "branch, random order"))
        .isGreaterThan(1.5 * time(nanos, "branch, sorted"));
    assertThat(time(nanos, "conditional move, random order"))
        .isLessThan(time(nanos, "branch, random order"));
  }

  @Test
  void scatteredNodesTakeLonger() throws Exception {
    Map<String, Double> nanos = run("ListIteration");
    assertThat(time(nanos, "linked list, nodes scattered"))
        .isGreaterThan(3 * time(nanos, "array list"))
        .isGreaterThan(2 * time(nanos, "linked list, nodes in order"));
  }

  private static double time(Map<String, Double> nanos, String row) {
    return Objects.requireNonNull(nanos.get(row), row);
  }

  /// @return the time of an element, by row
  private static Map<String, Double> run(String example) throws Exception {
    RunResult result =
        Launcher.shared()
            .run(
                Command.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Path.of("..", "examples", example + ".java").toString()),
                Duration.ofSeconds(100));
    assertThat(result.isSuccess()).as(result.stderr().text()).isTrue();
    String text = result.stdout().text();
    Map<String, Double> nanos = new LinkedHashMap<>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      nanos.put(row.group(1), Double.valueOf(row.group(2)));
      assertThat(row.group(3)).isNotEqualTo("0.000");
      assertThat(row.group(3).equals("?")).isEqualTo(text.contains("cycles not available: "));
    }
    return nanos;
  }
}
