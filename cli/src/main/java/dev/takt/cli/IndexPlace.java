package dev.takt.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where what the explorer found in large logs is kept: in the user's cache, by the rules of the
/// XDG base directories.
final class IndexPlace {

  private static final String CACHE = "XDG_CACHE_HOME";
  private static final Path OWN = Path.of("takt", "indexes");

  private IndexPlace() {}

  /// That of the user who started this process; null if there is none.
  static @Nullable Path ofProcess() {
    return of(System.getenv(), System.getProperty("user.home"));
  }

  /// @param home null or empty if there is none
  static @Nullable Path of(Map<String, String> environment, @Nullable String home) {
    Path told = absolute(environment.get(CACHE));
    if (told != null) {
      return told.resolve(OWN);
    }
    Path own = absolute(home);
    return own == null ? null : own.resolve(".cache").resolve(OWN);
  }

  /// What is not absolute does not count, as the rules have it; nor does a root, the home of those
  /// who have none.
  private static @Nullable Path absolute(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      Path path = Path.of(text);
      return path.isAbsolute() && path.getNameCount() > 0 ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
