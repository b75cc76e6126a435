package dev.takt.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HiccupOptionsTest {

  private static HiccupOptions options(String text) {
    HiccupOptions.Parsed parsed = HiccupOptions.parse(text, "target");
    assertThat(parsed.problems()).isEmpty();
    return Objects.requireNonNull(parsed.options());
  }

  @Test
  void noOptionsGiveDefaults() {
    HiccupOptions usual = options("");

    assertThat(usual).isEqualTo(options(" , ,"));
    assertThat(HiccupOptions.parse((String) null, "target").options()).isEqualTo(usual);
    assertThat(usual.settings().resolutionNanos()).isEqualTo(1_000_000);
    assertThat(usual.log().intervalNanos()).isEqualTo(5_000_000_000L);
    assertThat(usual.log().file()).isEqualTo("hiccups.%date.%pid.hdr");
    assertThat(usual.log().side()).isEqualTo("target");
    assertThat(usual.control().wanted()).isFalse();
  }

  @Test
  void everyOptionIsParsed() {
    HiccupOptions all =
        options(
            "file=a.hdr, resolution=0.5ms,start-delay=30s,interval=1s,run-time=2m,allocate,"
                + "times-from=jvm,control=true,control-min-heap=512,control-jvm-args=-Xmx9m -Xint,"
                + "side=x,journal=j,threshold=2ms,with-process=7,with-lock=l,verbose=false");

    assertThat(all.log().file()).isEqualTo("a.hdr");
    assertThat(all.settings().resolutionNanos()).isEqualTo(500_000);
    assertThat(all.settings().thresholdNanos()).isEqualTo(2_000_000);
    assertThat(all.settings().allocating()).isTrue();
    assertThat(all.startDelayNanos()).isEqualTo(30_000_000_000L);
    assertThat(all.log().intervalNanos()).isEqualTo(1_000_000_000L);
    assertThat(all.end().runNanos()).isEqualTo(120_000_000_000L);
    assertThat(all.log().timesFromJvmStart()).isTrue();
    assertThat(all.control().wanted()).isTrue();
    assertThat(all.control().minHeapBytes()).isEqualTo(512L << 20);
    assertThat(all.control().jvmArgs()).containsExactly("-Xmx9m", "-Xint");
    assertThat(all.log().side()).isEqualTo("x");
    assertThat(all.journal()).isEqualTo("j");
    assertThat(all.end().withProcess()).isEqualTo(7);
    assertThat(all.end().withLock()).isEqualTo("l");
    assertThat(all.verbose()).isFalse();
  }

  @Test
  void allOptionsAreInTheHelp() {
    for (String each :
        HiccupOptions.parse("no-such", "target")
            .problems()
            .get(0)
            .replaceAll(".*there are ", "")
            .split(", ", -1)) {
      if (!each.equals("help")) {
        assertThat(HiccupOptions.TEXT).contains("  " + each);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resolution=-1ms",
        "resolution=1",
        "resolution=",
        "interval=99999999999999h",
        "threshold=0",
        "with-process=me",
        "control-min-heap=1g",
        "times-from=never",
        "file=",
        "side=,",
        "-r 1"
      })
  void invalidValueMakesAllOptionsInvalid(String text) {
    HiccupOptions.Parsed parsed = HiccupOptions.parse(text, "target");

    assertThat(parsed.options()).isNull();
    assertThat(parsed.problems()).hasSize(1).allMatch(each -> each.contains("nothing is measured"));
  }

  @Test
  void stopCanNameALog() {
    assertThat(HiccupOptions.parse("stop", "target").stop()).isEmpty();
    assertThat(HiccupOptions.parse("stop=a/b.hdr", "target").stop()).isEqualTo("a/b.hdr");
    assertThat(HiccupOptions.parse("control", "target").stop()).isNull();
  }

  @Test
  void standaloneOptionsMayContainCommas() {
    HiccupOptions.Parsed parsed =
        HiccupOptions.parse(List.of("file=with,comma.hdr", "until-input-ends"), "host");

    assertThat(Objects.requireNonNull(parsed.options()).log().file()).isEqualTo("with,comma.hdr");
    assertThat(Objects.requireNonNull(parsed.options()).end().withInput()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "5ns, 5", "1.5us, 1500", "2µs, 2000", "1h, 3600000000000"})
  void timeWithUnitIsParsed(String text, long nanos) {
    assertThat(DurationParser.parseNanos(text)).isEqualTo(nanos);
  }

  @Test
  void timeWithoutUnitIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> DurationParser.parseNanos("5"));
  }

  @Test
  void filePatternIsExpanded() {
    Path filled = FilePattern.expand("a.%pid.%date.%host.hdr");

    assertThat(filled.getFileName().toString())
        .startsWith("a." + ProcessHandle.current().pid() + ".")
        .matches("a\\.\\d+\\.\\d{6}\\.\\d{4}\\.[A-Za-z0-9._-]+\\.hdr");
    assertThat(filled).isAbsolute();
  }
}
