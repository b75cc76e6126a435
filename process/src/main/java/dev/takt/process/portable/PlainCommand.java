package dev.takt.process.portable;

import dev.takt.process.Command;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.child.StartFailure;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Translates a command for [ProcessBuilder].
final class PlainCommand {

  private static final int LAST_STANDARD_DESCRIPTOR = 2;

  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

  /// The charset that [ProcessBuilder] encodes with.
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

  private static final char UNREADABLE = '\uFFFD';

  /// The system's error in the messages of different JDK versions.
  private static final Pattern ERRNO = Pattern.compile("error(?:=|: )(\\d{1,9})");

  private final Command command;

  PlainCommand(Command command) {
    this.command = command;
  }

  /// @throws StartException if the start fails
  Process start() throws StartException {
    ProcessBuilder builder = builder();
    try {
      return builder.start();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private ProcessBuilder builder() throws StartException {
    if (command.leadsGroup()) {
      throw refusal("a process group of its own (leadGroup)");
    }
    if (command.endsWithParent()) {
      throw refusal("ending with this process (endWithParent)");
    }
    if (command.pipeBytes() > 0) {
      throw refusal("the capacity of its pipes (pipeBytes)");
    }
    for (String word : command.words()) {
      requireEncodable("the argument", word);
    }
    ProcessBuilder builder = new ProcessBuilder(command.words());
    Path directory = command.directory();
    if (directory != null) {
      builder.directory(file(directory));
    }
    if (!command.inheritsEnvironment()) {
      builder.environment().clear();
    }
    for (Map.Entry<String, @Nullable String> change : command.environmentChanges().entrySet()) {
      String name = requireEncodable("the variable", change.getKey());
      String value = change.getValue();
      if (value == null) {
        builder.environment().remove(name);
      } else {
        builder.environment().put(name, requireEncodable("the value of " + name, value));
      }
    }
    for (Map.Entry<Integer, Redirect> entry : command.descriptors().entrySet()) {
      redirect(builder, entry.getKey(), entry.getValue());
    }
    return builder;
  }

  private void redirect(ProcessBuilder builder, int number, Redirect redirect)
      throws StartException {
    if (number > LAST_STANDARD_DESCRIPTOR) {
      throw refusal("a descriptor above 2 (" + number + ")");
    }
    if (redirect instanceof Redirect.ToStdout) {
      builder.redirectErrorStream(true);
      return;
    }
    ProcessBuilder.Redirect target = target(number, redirect);
    switch (number) {
      case 0 -> builder.redirectInput(target);
      case 1 -> builder.redirectOutput(target);
      default -> builder.redirectError(target);
    }
  }

  private ProcessBuilder.Redirect target(int number, Redirect redirect) throws StartException {
    return switch (redirect) {
      case Redirect.Pipe _, Redirect.ToStdout _ -> ProcessBuilder.Redirect.PIPE;
      case Redirect.Discard _ ->
          number == 0
              ? ProcessBuilder.Redirect.from(new File(WINDOWS ? "NUL" : "/dev/null"))
              : ProcessBuilder.Redirect.DISCARD;
      case Redirect.From(Path file) -> ProcessBuilder.Redirect.from(file(file));
      case Redirect.To(Path file, boolean append) ->
          append
              ? ProcessBuilder.Redirect.appendTo(file(file))
              : ProcessBuilder.Redirect.to(file(file));
      case Redirect.Inherit(int descriptor) -> {
        if (descriptor >= 0 && descriptor != number) {
          throw refusal("descriptor " + descriptor + " of this process as " + number);
        }
        yield ProcessBuilder.Redirect.INHERIT;
      }
    };
  }

  private File file(Path path) throws StartException {
    return new File(requireEncodable("the file name", path.toString()));
  }

  /// [ProcessBuilder] would replace a character that the locale does not have with a question mark;
  /// the JDK has already put U+FFFD for bytes that were not text.
  private String requireEncodable(String what, String text) throws StartException {
    if (text.indexOf(UNREADABLE) < 0 && NAMES.newEncoder().canEncode(text)) {
      return text;
    }
    throw new StartException(
        "cannot start "
            + command.program()
            + ": "
            + what
            + " \""
            + text
            + "\" cannot be passed on in this locale ("
            + NAMES.name()
            + "): this launcher is plain, over ProcessBuilder",
        command.program(),
        0);
  }

  private StartException refusal(String what) {
    return new StartException(
        "cannot start "
            + command.program()
            + ": "
            + what
            + " is not available here: this launcher is plain, over ProcessBuilder",
        command.program(),
        0);
  }

  private StartException failure(IOException e) {
    String reason = reason(e);
    Path file = e.getCause() instanceof FileNotFoundException ? fileIn(reason) : null;
    if (file != null) {
      return new StartException(
          "cannot start " + command.program() + ": " + reason, file.toString(), 0);
    }
    Matcher matcher = ERRNO.matcher(reason);
    int errno = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    if (errno != 0 && !WINDOWS) {
      return StartFailure.ofSpawn(command, errno);
    }
    Path directory = command.directory();
    return new StartException(
        "cannot start " + command.program() + ": " + reason,
        directory != null && !Files.isDirectory(directory)
            ? directory.toString()
            : command.program(),
        errno);
  }

  private static String reason(IOException e) {
    Throwable cause = e.getCause();
    String text = cause == null ? e.getMessage() : cause.getMessage();
    return text == null ? e.toString() : text.strip();
  }

  /// The file at the beginning of a message, if it is one of the command's.
  private @Nullable Path fileIn(String reason) {
    for (Redirect redirect : command.descriptors().values()) {
      Path file =
          switch (redirect) {
            case Redirect.From(Path from) -> from;
            case Redirect.To(Path to, boolean _) -> to;
            default -> null;
          };
      if (file != null && reason.startsWith(new File(file.toString()).getPath() + " ")) {
        return file;
      }
    }
    return null;
  }
}
