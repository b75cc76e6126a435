package dev.takt.process.internal;

import dev.takt.process.linux.Errno;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out, after a start has failed, what could not be used: the system has one error number for
/// a missing program, a missing directory and a missing interpreter.
public final class StartDiagnosis {

  /// What could not be used.
  ///
  /// @param message for display
  /// @param path of the program, the directory or the file
  /// @param errno the error of the system
  public record Finding(String message, String path, int errno) {}

  private final String program;
  private final @Nullable Path directory;

  /// Of one start.
  ///
  /// @param program a path, or a name that is searched for in the PATH
  /// @param directory the working directory of the child; null for that of this process
  public StartDiagnosis(String program, @Nullable Path directory) {
    this.program = program;
    this.directory = directory;
  }

  /// A start that the system refused.
  public Finding ofSpawn(int errno) {
    try {
      return explained(errno);
    } catch (InvalidPathException _) {
      // The name cannot be encoded here.
      return exception(program, errno);
    }
  }

  private Finding explained(int errno) {
    if (directory != null && !Files.isDirectory(directory)) {
      boolean exists = Files.exists(directory);
      return exception(
          "the directory " + directory, directory.toString(), exists ? Errno.ENOTDIR : errno);
    }
    if (errno == Errno.EACCES && directory != null && !Files.isExecutable(directory)) {
      return exception("the directory " + directory, directory.toString(), errno);
    }
    return switch (errno) {
      case Errno.EAGAIN ->
          exception("no more processes are allowed (ulimit -u, or the control group)", errno);
      case Errno.ENOMEM -> exception("no memory for another process", errno);
      case Errno.EMFILE, Errno.ENFILE -> ofDescriptor(program, errno);
      case Errno.E2BIG -> exception("arguments and environment are too long", errno);
      case Errno.ENOENT, Errno.ENOTDIR, Errno.EACCES, Errno.ENOEXEC, Errno.ELOOP ->
          ofProgram(errno);
      default -> exception(program, errno);
    };
  }

  /// A descriptor of the child that could not be created.
  public Finding ofDescriptor(String path, int errno) {
    return errno == Errno.EMFILE
        ? exception("this process has all the descriptors that it may (ulimit -n)", errno)
        : exception(path, path, errno);
  }

  /// A file that was to be one of the child's descriptors.
  public Finding ofFile(int number, String path, int errno) {
    return errno == Errno.EMFILE
        ? ofDescriptor(path, errno)
        : exception(path + ", which is to be descriptor " + number, path, errno);
  }

  /// Why a start would fail, as far as the program's file shows: it is missing or not executable,
  /// or its interpreter is missing. Nothing is started.
  public Optional<String> expected() {
    try {
      Path file =
          program.indexOf('/') < 0
              ? inPath(program)
              : directory == null ? Path.of(program) : directory.resolve(program);
      if (file == null || !Files.exists(file)) {
        return message(ofProgram(Errno.ENOENT));
      }
      if (Files.isDirectory(file) || !Files.isExecutable(file)) {
        return message(ofProgramFile(file, Errno.EACCES));
      }
      ProgramFile read = Files.isRegularFile(file) ? ProgramFile.read(file) : null;
      String interpreter = read == null ? null : read.interpreter();
      boolean isMissing =
          interpreter != null && !interpreter.isEmpty() && !Files.exists(Path.of(interpreter));
      return isMissing ? message(ofProgramFile(file, Errno.ENOENT)) : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> message(Finding failure) {
    return Optional.of(failure.message());
  }

  private Finding ofProgram(int errno) {
    if (program.indexOf('/') < 0) {
      Path found = inPath(program);
      return found == null
          ? exception("no executable \"" + printable(program) + "\" in the PATH" + here(), errno)
          : ofProgramFile(found, errno);
    }
    return ofProgramFile(directory == null ? Path.of(program) : directory.resolve(program), errno);
  }

  private Finding ofProgramFile(Path file, int errno) {
    String name = file.toString();
    if (Files.isDirectory(file)) {
      return exception(printable(name) + " is a directory", name, errno);
    }
    ProgramFile program = Files.isRegularFile(file) ? ProgramFile.read(file) : null;
    if (errno == Errno.ENOEXEC) {
      String why = program == null ? "" : ", " + program.whyNoProgram();
      return exception(printable(name) + why, name, errno);
    }
    // The kernel's error is that of the interpreter if it got that far.
    boolean isItself = errno == Errno.EACCES && !Files.isExecutable(file);
    if (program == null || isItself) {
      return exception(printable(name) + (isItself ? " (chmod +x?)" : ""), name, errno);
    }
    String interpreter = program.interpreter();
    if (interpreter != null && !interpreter.isEmpty()) {
      return ofInterpreter(interpreter, name, errno);
    }
    String loader = program.loader();
    if (errno == Errno.ENOENT) {
      return loader == null
          ? exception("what is to load " + printable(name), name, errno)
          : exception("the loader " + loader + " of " + printable(name), loader, errno);
    }
    return exception(printable(name) + " (is its file system mounted noexec?)", name, errno);
  }

  private Finding ofInterpreter(String interpreter, String script, int errno) {
    String lines =
        interpreter.endsWith("\r") ? " (the script's lines end as on Windows, with \\r\\n)" : "";
    return exception(
        "the interpreter " + printable(interpreter) + " of " + printable(script) + lines,
        interpreter,
        errno);
  }

  /// Escapes invisible characters as in a Java string.
  private static String printable(String text) {
    StringBuilder result = new StringBuilder();
    text.codePoints().forEach(each -> append(each, result));
    return result.toString();
  }

  private static void append(int character, StringBuilder to) {
    boolean isInvisible =
        switch (Character.getType(character)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              true;
          case Character.SPACE_SEPARATOR -> character != ' ';
          default -> false;
        };
    switch (character) {
      case '\r' -> to.append("\\r");
      case '\n' -> to.append("\\n");
      case '\t' -> to.append("\\t");
      default -> {
        if (isInvisible) {
          to.append(String.format(Locale.ROOT, "\\u%04x", character));
        } else {
          to.appendCodePoint(character);
        }
      }
    }
  }

  private String here() {
    Path file = (directory == null ? Path.of("") : directory).resolve(program);
    return Files.isRegularFile(file) ? ", but ./" + printable(program) + " is here" : "";
  }

  private static @Nullable Path inPath(String program) {
    String path = System.getenv("PATH");
    return inPath(program, path == null ? "/bin:/usr/bin" : path);
  }

  /// The first file of this name in the folders of `path`.
  ///
  /// @throws InvalidPathException if the program's name cannot be encoded
  static @Nullable Path inPath(String program, String path) {
    Path name = Path.of(program);
    for (String folder : path.split(":", -1)) {
      try {
        Path candidate = Path.of(folder.isEmpty() ? "." : folder).resolve(name);
        if (Files.exists(candidate)) {
          return candidate;
        }
      } catch (InvalidPathException _) {
        // The name of the folder cannot be decoded in this locale.
      }
    }
    return null;
  }

  private Finding exception(String reason, int errno) {
    return exception(reason, program, errno);
  }

  private Finding exception(String reason, String path, int errno) {
    return new Finding(
        "cannot start " + printable(program) + ": " + reason + ": " + Errno.text(errno),
        path,
        errno);
  }
}
