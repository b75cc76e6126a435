package dev.takt.fleet.engine;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/// Why an agent could not join, in words for people.
final class Admission {

  private Admission() {}

  /// An answer of the coordinator that will not change: trying again is no use.
  static final class Refused extends IOException {

    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  /// @param at the coordinator's address as text
  static IOException failure(String at, Throwable cause) {
    Throwable root = root(cause);
    if (root instanceof Refused refused) {
      return refused;
    }
    if (root instanceof CertificateException || isAlert(root)) {
      return new Refused(
          "the coordinator at " + at + " has another fleet key. Copy its key file to this machine");
    }
    String message =
        switch (root) {
          case SocketTimeoutException e -> "no answer from " + at;
          case ConnectException e -> "no coordinator listens at " + at;
          case EOFException e -> "the connection to " + at + " was closed before an answer";
          default -> "cannot connect to " + at + ": " + root.getMessage();
        };
    return new IOException(message, cause);
  }

  private static boolean isAlert(Throwable root) {
    return root instanceof SSLException
        && root.getMessage() != null
        && root.getMessage().contains("alert");
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }
}
