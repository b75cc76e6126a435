package dev.takt.driver.exec;

import dev.takt.load.driver.DriverException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds programs as the start of a process will, so that a missing one is told before the run and
/// not by each of its operations.
final class Programs {

  private static final String DEFAULT_PATH = "/bin:/usr/bin";

  private Programs() {}

  /// @param program a path, or a name to be looked for in `searchPath`
  /// @param directory where the process starts, from where a path that is not absolute counts
  /// @param searchPath the PATH of this process; null if it has none
  /// @throws DriverException if there is no such program, or it may not be executed
  static void require(String program, @Nullable Path directory, @Nullable String searchPath)
      throws DriverException {
    try {
      requireThere(program, directory, searchPath);
    } catch (InvalidPathException e) {
      throw new DriverException(
          "\"" + program + "\" cannot be the name of a program here: " + e.getReason(), e);
    }
  }

  private static void requireThere(
      String program, @Nullable Path directory, @Nullable String searchPath)
      throws DriverException {
    if (program.indexOf('/') >= 0) {
      requireExecutable(directory == null ? Path.of(program) : directory.resolve(program));
      return;
    }
    String path = searchPath == null ? DEFAULT_PATH : searchPath;
    Path unusable = null;
    for (String folder : path.split(":", -1)) {
      Path candidate = candidate(folder.isEmpty() ? "." : folder, program);
      if (candidate == null) {
        continue;
      }
      if (Files.isRegularFile(candidate)) {
        if (Files.isExecutable(candidate)) {
          return;
        }
        unusable = candidate;
      }
    }
    if (unusable != null) {
      requireExecutable(unusable);
    }
    throw new DriverException(
        "cannot find the program \"" + program + "\" in the PATH, which is " + path);
  }

  /// @return null if the folder's name is no text in this locale
  private static @Nullable Path candidate(String folder, String program) {
    Path name = Path.of(program);
    try {
      return Path.of(folder).resolve(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static void requireExecutable(Path file) throws DriverException {
    if (!Files.exists(file)) {
      throw new DriverException("there is no program " + file);
    }
    if (!Files.isRegularFile(file)) {
      throw new DriverException(file + " is not a program but a directory or the like");
    }
    if (!Files.isExecutable(file)) {
      throw new DriverException(file + " may not be executed: see its permissions (chmod +x)");
    }
  }
}
