package dev.takt.driver.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.workload.Generators;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparedSqlTest {

  private static final Generators GENERATORS =
      new Generators(Map.of("number", "uniform:8..8"), Generators.NONE.traces());

  @Test
  void aPlaceholderBecomesAParameter() throws SQLException {
    String sql = "select * from item where id = {uniform:7..7} and v > {number}";

    assertThat(parse(sql).text()).isEqualTo("select * from item where id = ? and v > ?");
    assertThat(parse(sql).parameters()).hasSize(2).allMatch(p -> p instanceof SqlParameter.Value);
    assertThat(written(sql)).isEqualTo("select * from item where id = 7 and v > 8");
  }

  @Test
  void aLiteralWithPlaceholdersBecomesOneParameterOfText() {
    PreparedSql sql =
        parse("insert into t values ('it''s {uniform:3..3}-{number}', 'as it is', {number})");

    assertThat(sql.text()).isEqualTo("insert into t values (?, 'as it is', ?)");
    assertThat(sql.parameters().getFirst())
        .isInstanceOfSatisfying(
            SqlParameter.Literal.class,
            literal -> assertThat(literal.content().text(42, 0)).isEqualTo("it's 3-8"));
  }

  /// Neither are values of the environment a part of the statement, which errors show.
  @Test
  void valuesOfTheEnvironmentAreBoundOrQuoted() throws SQLException {
    Generators hostile =
        new Generators(Map.of(), Generators.NONE.traces(), Map.of("TOKEN", "x' or '1'='1"));
    String sql = "select 'a {env.TOKEN}' from t where k = {env.TOKEN}";
    PreparedSql prepared = PreparedSql.parse(sql, hostile, SqlDialect.OTHER);

    assertThat(prepared.text()).isEqualTo("select ? from t where k = ?");
    assertThat(prepared.toString()).doesNotContain("or '1'");
    assertThat(prepared.parameters().getLast().show(42, 0, new byte[0][]))
        .isEqualTo("x' or '1'='1");
    assertThat(UnpreparedSql.parse(sql, hostile, SqlDialect.OTHER).text(42, 0))
        .isEqualTo("select 'a x'' or ''1''=''1' from t where k = 'x'' or ''1''=''1'");
    assertThatThrownBy(() -> PreparedSql.parse("select {env.NONE}", hostile, SqlDialect.OTHER))
        .hasMessageContaining("the environment variable NONE is not set");
  }

  @Test
  void jsonIsWrittenAsItIs() {
    PreparedSql sql = parse("select '{\"id\": {uniform:5..5}}'::jsonb");

    assertThat(sql.text()).isEqualTo("select ?::jsonb");
    assertThat(sql.parameters().getFirst())
        .isInstanceOfSatisfying(
            SqlParameter.Literal.class,
            literal -> assertThat(literal.content().text(42, 0)).isEqualTo("{\"id\": 5}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select '{1,2}'::int[]",
        "select 1 -- isn't this ? a comment\n, 2",
        "select /* it's one ? */ 1",
        "select \"what's ?\" from t",
        "select '?' from t",
        "select data ?? 'key' from t",
        "select $1 \\ 2"
      })
  void whatIsNotAPlaceholderStays(String sql) {
    assertThat(parse(sql).text()).isEqualTo(sql);
    assertThat(parse(sql).parameters()).isEmpty();
  }

  @Test
  void aDoubledBraceIsABrace() {
    assertThat(parse("select {{fn now()}").text()).isEqualTo("select {fn now()}");
  }

  @Test
  void saysWhatCannotBeBound() {
    assertThatThrownBy(() -> parse("select ?")).hasMessageContaining("write a placeholder");
    assertThatThrownBy(() -> parse("select * from \"t{seq}\"")).hasMessageContaining("prepared");
    assertThatThrownBy(() -> parse("select {nothing}")).hasMessageContaining("column 8");
  }

  @Test
  void unpreparedValuesAreWrittenIntoTheTextAnywhere() throws SQLException {
    assertThat(written("select '{number}' from \"t{number}\"")).isEqualTo("select '8' from \"t8\"");
  }

  private static PreparedSql parse(String sql) {
    return PreparedSql.parse(sql, GENERATORS, SqlDialect.OTHER);
  }

  private static String written(String sql) throws SQLException {
    return UnpreparedSql.parse(sql, GENERATORS, SqlDialect.OTHER).text(42, 0);
  }
}
