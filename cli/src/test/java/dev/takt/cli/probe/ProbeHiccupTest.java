package dev.takt.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.testing.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ProbeHiccupTest {

  @TempDir Path folder;

  private World probe(int code, String line) {
    World world = new World(folder);
    List<String> args = new ArrayList<>(List.of("probe", "hiccup"));
    args.addAll(List.of(line.split(" ", -1)));
    assertThat(world.run(args.toArray(String[]::new))).as(world.err()).isEqualTo(code);
    return world;
  }

  /// HdrHistogram's count under a tag.
  private long count(String tag) throws Exception {
    long count = 0;
    try (HistogramLogReader reader = new HistogramLogReader(folder.resolve("h.hdr").toFile())) {
      while (reader.hasNext()) {
        Histogram next = (Histogram) reader.nextIntervalHistogram();
        if (next != null && tag.equals(next.getTag())) {
          count += next.getTotalCount();
        }
      }
    }
    return count;
  }

  private List<String> files() throws Exception {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  @Timing
  @Test
  void printsWritesAndPlotsMeasuredHiccups() throws Exception {
    World world = probe(0, "--for 600ms --interval 200ms -o h.hdr --plot h.svg --format json");

    long raw = count("host:hiccup-raw");
    assertThat(raw).isBetween(50L, 601L);
    assertThat(count("host:hiccup-corrected")).isGreaterThanOrEqualTo(raw);
    assertThat(world.out()).containsPattern("\"host:hiccup-raw\",\\s*\"count\"\\s*:\\s*" + raw);
    assertThat(files()).containsExactly("h.hdr", "h.svg");
  }

  @Timing
  @Test
  void measuresAnotherJvmAndTheMachineBesideIt() throws Exception {
    Process target =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jshell").toString(), "-s")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Thread.sleep(1000);
      World world =
          probe(0, "--for 600ms --interval 100ms --control -o h.hdr --pid " + target.pid());

      assertThat(count("host:hiccup-raw")).isPositive();
      assertThat(count("target:hiccup-raw")).isPositive();
      assertThat(world.out()).contains("target:hiccup-corrected", "host:hiccup-raw");
    } finally {
      target.destroyForcibly();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --for soon              | 2 | --for: duration "soon" is not understood
          --resolution 2h         | 2 | --resolution: expected a minute at most
          --interval 0s           | 2 | --interval: expected more than 0
          --control               | 2 | --control: only with --pid
          --pid me                | 2 | --pid: expected the number of a process, found 'me'
          --pid 999999999         | 1 | there is no process 999999999
          --plot x.pdf            | 2 | --plot: a picture is .svg or .png
          """)
  void invalidUsageIsReportedAndWritesNoFile(String line, int code, String message)
      throws Exception {
    assertThat(probe(code, line + " -o h.hdr").err()).contains(message);
    assertThat(files()).isEmpty();
  }

  @Test
  void theHelpHasExamples() {
    assertThat(probe(0, "--help").out()).contains("takt probe hiccup --pid 4711");
  }
}
