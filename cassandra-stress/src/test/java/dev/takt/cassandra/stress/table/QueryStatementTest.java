package dev.takt.cassandra.stress.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStatementTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select * from t where a = ? | select * from shop.t where a = ?
          SELECT cast(a as text), "from" FROM "T" | SELECT cast(a as text), "from" FROM shop."T"
          select * from other.t where a = ? | select * from other.t where a = ?
          select * from "Other" . t | select * from "Other" . t
          update t set a = 'from x' where b = ? | update shop.t set a = 'from x' where b = ?
          update ks.t set a = 1 | update ks.t set a = 1
          insert into t(a, b) values (?, ?) | insert into shop.t(a, b) values (?, ?)
          delete a from t where b = ? | delete a from shop.t where b = ?
          DELETE FROM t | DELETE FROM shop.t
          ALTER TABLE t WITH comment = 'from a' | ALTER TABLE shop.t WITH comment = 'from a'
          truncate t | truncate shop.t
          TRUNCATE TABLE t | TRUNCATE TABLE shop.t
          LIST ROLES | LIST ROLES
          select | select
          """)
  void tableGetsItsKeyspace(String cql, String expected) {
    assertThat(QueryStatement.parse(cql, "shop").text()).isEqualTo(expected);
  }

  @Test
  void commentsAreNoPartOfAStatement() {
    assertThat(QueryStatement.parse("/* from x */ select 1 -- from\n from t // t", "shop").text())
        .isEqualTo("/* from x */ select 1 -- from\n from shop.t // t");
  }

  @Test
  void conditionsWithValuesAreRead() {
    assertThat(
            QueryStatement.parse(
                "update t set a = ?, \"B\" = ? where k = ? and c = 5 if a = ? AND \"B\"=?", "shop"))
        .isEqualTo(
            new QueryStatement(
                "update shop.t set a = ?, \"B\" = ? where k = ? and c = 5 if a = ? AND \"B\"=?",
                "SELECT a, \"B\" FROM shop.t where k = ? and c = 5",
                3,
                2));
    assertThat(QueryStatement.parse("DELETE FROM x.t WHERE k = ? IF a = ?", "shop").reading())
        .isEqualTo("SELECT a FROM x.t WHERE k = ?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update t set a = ? where k = ? if exists",
        "update t set a = ? where k = ? if b > 5 and a != 'x ?'",
        "insert into t (a, k) values (?, ?) if not exists",
        "select a from t where a = ? and k = ?"
      })
  void conditionsWithoutValuesAreNotRead(String cql) {
    QueryStatement statement = QueryStatement.parse(cql, "shop");
    assertThat(statement.reading()).isNull();
    assertThat(statement.rowValues()).isEqualTo(2);
    assertThat(statement.conditions()).isZero();
  }

  @Test
  void markersWithNamesAreMarkers() {
    assertThat(QueryStatement.parse("select a from t where a = :x and b = {'c': 5}", "k"))
        .isEqualTo(
            new QueryStatement("select a from k.t where a = :x and b = {'c': 5}", null, 1, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a > ?", "a IN (?, ?)", "a = 1 AND b != ?", "a[?] = 5"})
  void conditionsThatCannotBeReadAreRefused(String condition) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> QueryStatement.parse("UPDATE t SET b = ? WHERE k = ? IF " + condition, "shop"))
        .withMessage("expected conditions such as IF c = ? AND d = ?, found IF " + condition);
  }
}
