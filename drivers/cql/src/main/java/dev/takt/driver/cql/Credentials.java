package dev.takt.driver.cql;

import java.nio.charset.StandardCharsets;

/// A user and a password, for Cassandra's PasswordAuthenticator.
record Credentials(String user, String password) {

  /// The token of SASL PLAIN (RFC 4616).
  byte[] token() {
    return ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8);
  }

  /// Without the password.
  @Override
  public String toString() {
    return user;
  }
}
