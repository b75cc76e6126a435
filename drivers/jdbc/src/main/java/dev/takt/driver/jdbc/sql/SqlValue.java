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

  /// Whether it is a number wherever it stands.
  default boolean isNumeric() {
    return false;
  }

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

    @Override
    public boolean isNumeric() {
      return generator.isNumeric();
    }
  }

  /// The value of an environment variable.
  ///
  /// @param name such as `env.TOKEN`
  record OfEnvironment(String name, String value) implements SqlValue {

    @Override
    public String text(long seed, long n, byte[][] user) {
      return value;
    }

    /// Without the value, which can be a secret.
    @Override
    public String toString() {
      return name;
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
