package dev.takt.driver.jdbc.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStateTest {

  @ParameterizedTest
  @CsvSource({
    "57014, sql 57014 query canceled",
    "23505, sql 23505 unique violation",
    "23999, sql 23999 constraint violation",
    "ZZ999, sql ZZ999",
    ", sql error"
  })
  void hasALabel(String state, String label) {
    assertThat(SqlState.label(state)).isEqualTo(label);
  }

  @ParameterizedTest
  @CsvSource({"08006, true", "57P01, true", "57014, false", "23505, false", "XX000, false"})
  void tellsWhetherTheConnectionIsLost(String state, boolean lost) {
    assertThat(SqlState.meansConnectionLost(state)).isEqualTo(lost);
  }
}
