package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparesTest {

  private final Spares spares = new Spares(100);

  @Test
  void nobodyIsSpareAtFirst() {
    assertThat(spares.at(Long.MIN_VALUE)).isFalse();
    assertThat(spares.at(0)).isFalse();
    assertThat(spares.at(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void somebodyIsSpareFromTheFirstWhoComesToTheLastWhoGoes() {
    spares.comes(1_000);
    spares.comes(1_500);
    spares.goes(2_000);

    assertThat(spares.at(999)).isFalse();
    assertThat(spares.at(1_000)).isTrue();
    assertThat(spares.at(1_000_000)).as("one is left").isTrue();

    spares.goes(3_000);

    assertThat(spares.at(2_999)).isTrue();
    assertThat(spares.at(3_000)).isFalse();
  }

  @Test
  void aShortChangeOfShiftsIsNoGap() {
    spares.comes(1_000);
    spares.goes(2_000);
    spares.comes(2_100);

    assertThat(spares.at(1_500)).isTrue();
    assertThat(spares.at(2_050)).isTrue();
  }

  @Test
  void whatIsLongPastIsForgotten() {
    spares.comes(-5_000);
    spares.goes(-2_000);
    assertThat(spares.at(-3_000)).isTrue();

    spares.comes(-1_899);

    assertThat(spares.at(-3_000)).isFalse();
    assertThat(spares.at(-1_899)).isTrue();
  }
}
