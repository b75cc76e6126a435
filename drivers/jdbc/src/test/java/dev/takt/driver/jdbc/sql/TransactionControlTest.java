package dev.takt.driver.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which statements begin or end a transaction, in the words of several databases.
class TransactionControlTest {

  private static boolean isFound(String sql) {
    return SqlStatement.hasTransactionControl(sql, SqlDialect.MYSQL)
        && SqlStatement.hasTransactionControl(sql, SqlDialect.OTHER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN",
        "begin immediate",
        "BEGIN CONCURRENT",
        "BEGIN DISTRIBUTED TRAN",
        "START TRANSACTION WITH CONSISTENT SNAPSHOT",
        "start transaction isolation level serializable",
        "COMMIT WITH (DELAYED_DURABILITY = ON)",
        "commit and chain",
        "END",
        "end;",
        "END TRANSACTION",
        "END WORK AND NO CHAIN",
        "select 1; /* x */ end",
        "SET autocommit = 0",
        "set autocommit off",
        "SET SESSION autocommit=0",
        "SET @@autocommit = 0",
        "SET @@session.autocommit = 0",
        "SET sql_safe_updates = 1, autocommit = 0",
        "SET IMPLICIT_TRANSACTIONS ON",
        "select 1; set xact_abort, implicit_transactions on",
      })
  void transactions(String sql) {
    assertThat(isFound(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROLLBACK TO SAVEPOINT x",
        "select case when 1 = 1 then 2 end",
        "create trigger t before insert on x for each row begin update y set z = 1; end",
        "begin update y set z = 1; end",
        "declare i int; begin update y set z = 1; end;",
        "update settings set autocommit = 0",
        "set x = 'autocommit = 0'",
        "select autocommit from settings",
        "set transaction isolation level serializable",
      })
  void otherStatements(String sql) {
    assertThat(SqlStatement.hasTransactionControl(sql, SqlDialect.MYSQL)).isFalse();
    assertThat(SqlStatement.hasTransactionControl(sql, SqlDialect.OTHER)).isFalse();
  }
}
