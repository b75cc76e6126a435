package dev.takt.driver.cql.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The first error in a server's log. What follows it there is the server's shutdown.
final class LoggedError {

  private static final String LEVEL = " ERROR ";
  private static final String CLASS_OF_EXCEPTION = "^[\\w.$]+Exception: ";

  private LoggedError() {}

  /// The message of the exception that was logged with the first error.
  static Optional<String> find(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .dropWhile(line -> !line.contains(LEVEL))
              .limit(2)
              .toList();
      return lines.size() < 2
          ? Optional.empty()
          : Optional.of(lines.get(1).replaceFirst(CLASS_OF_EXCEPTION, "").replaceAll(" +", " "));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
