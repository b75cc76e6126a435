package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlTextTest {

  @Test
  void aPlaceholderBecomesAParameter() {
    SqlText text = parse("select * from item where id = {uniform:7..7} and v > {uniform:8..8}");

    assertThat(text.withMarks()).isEqualTo("select * from item where id = ? and v > ?");
    assertThat(text.withValues(0)).isEqualTo("select * from item where id = 7 and v > 8");
  }

  @Test
  void aLiteralWithAPlaceholderBecomesOneParameterOfText() {
    SqlText text = parse("insert into t values ('it''s {uniform:3..3}', 'as it is')");

    assertThat(text.withMarks()).isEqualTo("insert into t values (?, 'as it is')");
    assertThat(text.withValues(0)).isEqualTo("insert into t values ('it''s 3', 'as it is')");
    assertThat(text.parameters().getFirst().isLiteral()).isTrue();
  }

  @Test
  void bracesInJsonStayAndOnlyThePlaceholderIsReplaced() {
    SqlText text = parse("select '{\"id\": {uniform:5..5}}'::jsonb");

    assertThat(text.withMarks()).isEqualTo("select ?::jsonb");
    assertThat(text.withValues(0)).isEqualTo("select '{\"id\": 5}'::jsonb");
  }

  @Test
  void otherBracesCommentsAndQuotedNamesAreLeftAlone() {
    for (String sql :
        new String[] {
          "select '{1,2}'::int[]",
          "select {ts '2026-01-01 00:00:00'}",
          "select 1 -- don't {uniform:1..2}\n, 2",
          "select /* {uniform:1..2} it's */ 1",
          "select \"a{uniform:1..2}\" from t",
          "select data ?? 'key' from t"
        }) {
      assertThat(parse(sql).withMarks()).isEqualTo(sql);
    }
  }

  @Test
  void aBareQuestionMarkIsRefused() {
    assertThatThrownBy(() -> parse("select ?")).hasMessageContaining("write a placeholder");
  }

  @Test
  void twoPlaceholdersOfOneStatementAreIndependent() {
    SqlText text = parse("select {uniform:1..1000000}, {uniform:1..1000000}");

    assertThat(text.withValues(1)).doesNotMatch("select (\\d+), \\1");
    assertThat(text.withValues(1)).isEqualTo(text.withValues(1)).isNotEqualTo(text.withValues(2));
  }

  private static SqlText parse(String sql) {
    return SqlText.parse(sql, new Placeholders(42, 0));
  }
}
