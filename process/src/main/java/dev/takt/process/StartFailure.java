package dev.takt.process;

import dev.takt.process.linux.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds out, after a start has failed, what it was that could not be used: the system has one
/// number for a missing program, a missing directory and a missing interpreter.
final class StartFailure {

  private static final int LONGEST_INTERPRETER_LINE = 256;

  private StartFailure() {}

  /// A start that the system refused.
  static StartException ofSpawn(Command command, int errno) {
    try {
      return explained(command, errno);
    } catch (InvalidPathException _) {
      // The name cannot even be written here.
      return exception(command, command.program(), errno);
    }
  }

  private static StartException explained(Command command, int errno) {
    Path directory = command.directory();
    if (directory != null && !Files.isDirectory(directory)) {
      boolean exists = Files.exists(directory);
      return exception(
          command,
          "the directory " + directory,
          directory.toString(),
          exists ? Errno.ENOTDIR : errno);
    }
    if (errno == Errno.EACCES && directory != null && !Files.isExecutable(directory)) {
      return exception(command, "the directory " + directory, directory.toString(), errno);
    }
    return switch (errno) {
      case Errno.EAGAIN ->
          exception(
              command, "no more processes are allowed (ulimit -u, or the control group)", errno);
      case Errno.ENOMEM -> exception(command, "no memory for another process", errno);
      case Errno.EMFILE, Errno.ENFILE -> ofDescriptor(command, command.program(), errno);
      case Errno.E2BIG -> exception(command, "arguments and environment are too long", errno);
      case Errno.ENOENT, Errno.ENOTDIR, Errno.EACCES -> ofProgram(command, errno);
      default -> exception(command, command.program(), errno);
    };
  }

  /// A descriptor of the child that could not be had.
  static StartException ofDescriptor(Command command, String path, int errno) {
    return errno == Errno.EMFILE
        ? exception(command, "this process has all the descriptors that it may (ulimit -n)", errno)
        : exception(command, path, path, errno);
  }

  /// A file that was to be one of the child's descriptors.
  static StartException ofFile(Command command, int number, String path, int errno) {
    return errno == Errno.EMFILE
        ? ofDescriptor(command, path, errno)
        : exception(command, path + ", which is to be descriptor " + number, path, errno);
  }

  private static StartException ofProgram(Command command, int errno) {
    String program = command.program();
    if (program.indexOf('/') < 0) {
      Path found = inPath(program);
      return found == null
          ? exception(command, "no executable \"" + program + "\" in the PATH", errno)
          : ofProgramFile(command, found, errno);
    }
    Path directory = command.directory();
    return ofProgramFile(
        command, directory == null ? Path.of(program) : directory.resolve(program), errno);
  }

  private static StartException ofProgramFile(Command command, Path file, int errno) {
    String name = file.toString();
    if (Files.isDirectory(file)) {
      return exception(command, name + " is a directory", name, errno);
    }
    if (errno == Errno.ENOENT && Files.exists(file)) {
      String interpreter = interpreterOf(file);
      return interpreter == null
          ? exception(command, "what is to load " + name, name, errno)
          : exception(
              command, "the interpreter " + interpreter + " of " + name, interpreter, errno);
    }
    return exception(command, name, name, errno);
  }

  private static @Nullable Path inPath(String program) {
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "/bin:/usr/bin" : path).split(":", -1)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, program);
      if (Files.exists(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  private static @Nullable String interpreterOf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String begin = new String(in.readNBytes(LONGEST_INTERPRETER_LINE), StandardCharsets.UTF_8);
      if (!begin.startsWith("#!")) {
        return null;
      }
      String line = begin.substring(2).lines().findFirst().orElse("").strip();
      String name = line.split("\\s", 2)[0];
      return name.isEmpty() ? null : name;
    } catch (IOException _) {
      return null;
    }
  }

  private static StartException exception(Command command, String reason, int errno) {
    return exception(command, reason, command.program(), errno);
  }

  private static StartException exception(Command command, String reason, String path, int errno) {
    return new StartException(
        "cannot start " + command.program() + ": " + reason + ": " + Errno.text(errno),
        path,
        errno);
  }
}
