package dev.takt.driver.exec;

import dev.takt.load.driver.DriverException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Looks up programs as the start of a process does, so that a missing program is reported before
/// the run instead of by each operation.
final class ProgramLookup {

  private static final String DEFAULT_PATH = "/bin:/usr/bin";

  private ProgramLookup() {}

  /// @param program a path, or a name to be searched in `searchPath`
  /// @param directory the working directory, to which relative paths are resolved
  /// @param searchPath the PATH of this process; null if it has none
  /// @throws DriverException if the program does not exist or is not executable
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
    throw new DriverException("cannot find the program \"" + program + "\" in the PATH");
  }

  /// @return null if the folder's name cannot be encoded in this locale
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
      throw new DriverException(file + " is not a program but a directory or special file");
    }
    if (!Files.isExecutable(file)) {
      throw new DriverException(file + " is not executable: check its permissions (chmod +x)");
    }
  }
}
