package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What a rate mode may say. Where there is no schedule there is no response time, and nothing may
/// look like one.
class ModesTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"table", "json", "ycsb"})
  void throughputHasNoTraceOfResponseTime(String format) throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=sim:delay=1ms",
            "--mode=throughput",
            "--workers=2",
            "--duration=1200ms",
            "--format=" + format);

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().toLowerCase(Locale.ROOT))
        .contains("read")
        .doesNotContain("response", "intended-", "lateness");
    assertThat(run.err().toLowerCase(Locale.ROOT)).doesNotContain("response", "lateness");
    assertThat(Files.readString(run.directory().runJson())).doesNotContain("\"response\" : {");
    assertThat(tags(run)).contains("read-st").noneMatch(tag -> !tag.endsWith("-st"));
  }

  private static List<String> tags(Ran run) throws Exception {
    try (var lines = Files.lines(run.directory().latencyLog())) {
      return lines
          .filter(line -> line.startsWith("Tag="))
          .map(line -> line.substring("Tag=".length(), line.indexOf(',')))
          .distinct()
          .toList();
    }
  }

  @Test
  void throttleHasServiceTimeAsItsHeadlineAndAllThree() throws Exception {
    assertThat(throttled("table").out()).containsPattern("\nservice  .*\nread +100 ");

    JsonNode json = throttled("json").json();
    assertThat(json.at("/headline").asString()).contains("service time p50 ");
    JsonNode operation = json.at("/operations/0");
    for (String measure : List.of("response", "service", "wait")) {
      assertThat(operation.at("/" + measure + "/count").asInt()).isEqualTo(100);
    }
  }

  @Test
  void fixedHasResponseTimeAsItsHeadline() throws Exception {
    Ran run = run("fixed", "table");
    assertThat(run.out()).containsPattern("\nresponse  .*\nread +100 ");
  }

  private Ran throttled(String format) throws Exception {
    return run("throttle", format);
  }

  private Ran run(String mode, String format) throws Exception {
    return Takt.measure(
        directory,
        "--target=sim:delay=1ms",
        "--mode=" + mode,
        "--rate=500/s",
        "--count=100",
        "--workers=4",
        "--self-warmup=off",
        "--format=" + format);
  }
}
