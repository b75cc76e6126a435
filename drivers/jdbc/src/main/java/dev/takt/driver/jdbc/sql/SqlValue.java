package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import java.nio.charset.StandardCharsets;

/// The value of a placeholder.
sealed interface SqlValue {

  /// The value as a text.
  ///
  /// @param n the number of the operation
  /// @param user the values of the user, see [PreparedSql#variables]
  String text(long seed, long n, byte[][] user);

  /// What a person is shown as its name; empty for none.
  String name();

  /// A generated value.
  record Generated(Generator generator) implements SqlValue {

    @Override
    public String text(long seed, long n, byte[][] user) {
      return generator.text(seed, n);
    }

    @Override
    public String name() {
      return "";
    }
  }

  /// A value of the user whose step it is.
  ///
  /// @param position in [PreparedSql#variables]
  record OfUser(String name, int position) implements SqlValue {

    @Override
    public String text(long seed, long n, byte[][] user) {
      return new String(user[position], StandardCharsets.UTF_8);
    }
  }
}
