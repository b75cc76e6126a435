package dev.takt.cli.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The directory for the explorer's indexes of large logs: in the user's cache, according to the
/// XDG base directory specification.
final class IndexDirectory {

  private static final String CACHE = "XDG_CACHE_HOME";
  private static final Path OWN = Path.of("takt", "indexes");

  private IndexDirectory() {}

  /// The directory of the user who started this process; null if there is none.
  static @Nullable Path ofProcess() {
    return of(System.getenv(), System.getProperty("user.home"));
  }

  /// @param home null or empty if the user has none
  static @Nullable Path of(Map<String, String> environment, @Nullable String home) {
    Path cache = absolute(environment.get(CACHE));
    if (cache != null) {
      return cache.resolve(OWN);
    }
    Path own = absolute(home);
    return own == null ? null : own.resolve(".cache").resolve(OWN);
  }

  /// The specification says to ignore relative paths. A root is ignored too: it is the home of
  /// users who have none.
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
