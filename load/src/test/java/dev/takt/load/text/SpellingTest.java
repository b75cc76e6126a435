package dev.takt.load.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

  @ParameterizedTest
  @CsvSource({
    "rate, rate, 0",
    "raet, rate, 1",
    "rte, rate, 1",
    "ratee, rate, 1",
    "rare, rate, 1",
    "'', rate, 4",
    "rate, '', 4",
    "kitten, sitting, 3",
    "duration, saturation, 3"
  })
  void distanceCountsSlips(String a, String b, int slips) {
    assertThat(Spelling.distance(a, b)).isEqualTo(slips);
    assertThat(Spelling.distance(b, a)).isEqualTo(slips);
  }

  @Test
  void onlyWhatIsNearIsMeant() {
    List<String> candidates = List.of("rate", "mode", "connections", "count");

    assertThat(Spelling.nearest("raet", candidates)).contains("rate");
    assertThat(Spelling.nearest("conections", candidates)).contains("connections");
    assertThat(Spelling.nearest("verbose", candidates)).isEmpty();
  }
}
