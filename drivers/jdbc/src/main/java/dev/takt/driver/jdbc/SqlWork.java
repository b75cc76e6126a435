package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.sql.PreparedSql;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statements of a plan.
record SqlWork(List<SqlOperation> operations) implements JdbcWork {

  @Override
  public void prepare(Preparation preparation) throws DriverException {
    for (SqlOperation operation : operations) {
      if (operation.sql() instanceof PreparedSql prepared) {
        preparation.check(prepared.text());
      }
    }
  }

  @Override
  public Statements statements(int seconds) {
    return new Kept(operations, seconds);
  }

  private static final class Kept implements Statements {

    private final List<SqlOperation> operations;
    private final int seconds;
    private final @Nullable Statement[] statements;

    Kept(List<SqlOperation> operations, int seconds) {
      this.operations = operations;
      this.seconds = seconds;
      this.statements = new @Nullable Statement[operations.size()];
    }

    @Override
    public Outcome execute(Connection live, int operation, long n) throws SQLException {
      return operations.get(operation).execute(statement(live, operation), n);
    }

    @Override
    public void forget() {
      Arrays.fill(statements, null);
    }

    private Statement statement(Connection live, int operation) throws SQLException {
      Statement statement = statements[operation];
      if (statement == null) {
        statement = operations.get(operation).sql().prepare(live);
        if (seconds > 0) {
          statement.setQueryTimeout(seconds);
        }
        statements[operation] = statement;
      }
      return statement;
    }
  }
}
