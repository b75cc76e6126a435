package dev.takt.cli.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SustainableRateTest {

  private static final List<String> OF_RUN =
      List.of("--target=cql://a", "--mode=throughput", "--count=1000", "--connections=8");

  private static List<String> arguments(double seconds, String... flags) {
    List<String> given = List.of(flags);
    List<String> all = new ArrayList<>(OF_RUN);
    all.addAll(given);
    return new SustainableRate(8, 1234.5678, seconds).arguments(all, given);
  }

  @Test
  void runsOfTheSearchHaveAScheduleAndALength() {
    assertThat(arguments(12))
        .containsExactly(
            "--target=cql://a",
            "--connections=8",
            "--mode=fixed",
            "--rate=1234.568/s",
            "--duration=12s");
    assertThat(arguments(0.2)).contains("--duration=5s");
    assertThat(arguments(600)).contains("--duration=30s");
  }

  @Test
  void lengthThatTheUserHasGivenIsKept() {
    assertThat(arguments(12, "--duration", "3s", "--watch"))
        .containsExactly(
            "--target=cql://a",
            "--connections=8",
            "--duration",
            "3s",
            "--watch",
            "--mode=fixed",
            "--rate=1234.568/s");
    assertThat(arguments(12, "--count=7"))
        .contains("--count=7")
        .doesNotContain("--count=1000")
        .noneMatch(each -> each.startsWith("--duration"));
  }

  @Test
  void runWithoutAResultIsNotBetter() {
    SustainableRate best = new SustainableRate(8, 10, 1);
    assertThat(best.orBetter(16, Optional.empty())).isEqualTo(best);
    assertThat(SustainableRate.NONE.isNone()).isTrue();
    assertThat(best.lowest()).isEqualTo(1);
    assertThat(best.highest()).isEqualTo(20);
  }
}
