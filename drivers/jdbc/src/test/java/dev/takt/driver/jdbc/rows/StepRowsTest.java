package dev.takt.driver.jdbc.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.journey.Answer.Value;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/// What is kept of results.
class StepRowsTest {

  private static StepRows read(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:rows");
        Statement statement = connection.createStatement()) {
      StepRows rows = new StepRows(true);
      rows.readAll(statement, statement.execute(sql));
      return rows;
    }
  }

  private static int kept(StepRows rows) {
    return ((Value.Rows) rows.value()).rows().size();
  }

  @Test
  void allRowsUpToTheLimit() throws Exception {
    StepRows rows = read("select x from system_range(1, 10000)");
    assertThat(rows.isOverLimit()).isFalse();
    assertThat(rows.rows()).isEqualTo(10_000);
    assertThat(kept(rows)).isEqualTo(10_000);
  }

  @Test
  void noMoreThanTellThatTheLimitIsPassed() throws Exception {
    StepRows rows = read("select x from system_range(1, 100000)");
    assertThat(rows.isOverLimit()).isTrue();
    assertThat(rows.rows()).isEqualTo(10_001);
    assertThat(kept(rows)).isEqualTo(10_001);
  }
}
