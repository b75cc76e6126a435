package dev.takt.load.journey;

import java.io.Serial;

/// A file that is not CSV with a header and rows. The message begins with the file, and with line
/// and column where there are any.
public final class CsvException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  CsvException(String place, String message) {
    super(place + ": " + message);
  }
}
