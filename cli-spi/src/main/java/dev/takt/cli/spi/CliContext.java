package dev.takt.cli.spi;

import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.RunDirectory;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A command's environment: streams, terminal, directory and signals. Tests create their own.
///
/// @param in logs that are piped in
/// @param out results
/// @param err progress and problems
/// @param terminal properties of the terminal
/// @param environment variables by name
/// @param directory where new run directories are created
/// @param interrupts reports Ctrl-C and similar signals
public record CliContext(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminal terminal,
    Map<String, String> environment,
    Path directory,
    Interrupts interrupts) {

  private static final String NAME = "takt";

  private static final Pattern LABELLED = Pattern.compile("(\\w+ )?\\w+ \\S+");

  /// A copy with another stream for results.
  public CliContext withOut(PrintStream other) {
    return new CliContext(in, other, err, terminal, environment, directory, interrupts);
  }

  /// The properties of the terminal.
  ///
  /// @param isOut whether results go to a terminal
  /// @param isErr whether progress goes to a terminal that can redraw lines
  /// @param width in columns
  /// @param colour whether to print colours there
  public record Terminal(boolean isOut, boolean isErr, int width, boolean colour) {

    /// Without a terminal.
    public static final Terminal NONE = new Terminal(false, false, TextStyle.DEFAULT_WIDTH, false);

    private static final int MIN_TEXT_WIDTH = 40;
    private static final int MAX_TEXT_WIDTH = 120;

    /// The width of text: that of the terminal, but at least 40 columns, and at most 120, beyond
    /// which lines are hard to read.
    public int textWidth() {
      return Math.clamp(width, MIN_TEXT_WIDTH, MAX_TEXT_WIDTH);
    }

    /// The terminal as the launcher describes it in `TAKT_TTY` and `TAKT_COLUMNS`. Without the
    /// launcher, as the JVM reports it.
    public static Terminal ofProcess() {
      String tty = System.getenv("TAKT_TTY");
      boolean any = tty == null && isConsole();
      boolean isDumb = "dumb".equals(System.getenv("TERM"));
      String noColour = System.getenv("NO_COLOR");
      return new Terminal(
          tty == null ? any : tty.contains("out"),
          (tty == null ? any : tty.contains("err")) && !isDumb,
          width(System.getenv("TAKT_COLUMNS")),
          !isDumb && (noColour == null || noColour.isEmpty()));
    }

    @SuppressWarnings("SystemConsoleNull") // null where its provider cannot be loaded
    private static boolean isConsole() {
      Console console = System.console();
      return console != null && console.isTerminal();
    }

    private static int width(@Nullable String columns) {
      try {
        return columns == null ? TextStyle.DEFAULT_WIDTH : Math.max(1, Integer.parseInt(columns));
      } catch (NumberFormatException e) {
        return TextStyle.DEFAULT_WIDTH;
      }
    }
  }

  /// Whether a user can press keys: standard input is a terminal.
  public boolean isInTerminal() {
    String tty = System.getenv("TAKT_TTY");
    return in == System.in && (tty == null ? Terminal.isConsole() : tty.contains("in"));
  }

  /// The style of the results: as wide as the terminal, but at most 120 columns.
  public TextStyle paint() {
    return new TextStyle(terminal.isOut() && terminal.colour(), terminal.textWidth());
  }

  /// A command as the user can type it here: with `./takt` if that is how this one was started.
  ///
  /// @param command such as `takt explain RUN`
  public String typed(String command) {
    return environment.getOrDefault("TAKT_LAUNCHER", NAME) + command.substring(NAME.length());
  }

  /// Prints a message on standard error, at once, wrapped to the width of the terminal.
  public void message(@Nullable Object text) {
    message(NAME, String.valueOf(text));
  }

  /// Prints a message of a command. A label with a path or an address stays on one line, so that it
  /// can be copied.
  ///
  /// @param command such as `takt log cat`
  public void message(String command, String text) {
    int width = LABELLED.matcher(text).matches() ? Integer.MAX_VALUE : terminal.textWidth();
    List<String> lines = text.lines().toList();
    err.println(Prose.hanging(command + ": ", lines.isEmpty() ? "" : lines.getFirst(), width));
    lines.stream().skip(1).map(each -> Prose.wrapped(each, width)).forEach(err::println);
    err.flush();
  }

  /// Suggests the next command, on one line, so that it can be copied.
  public void next(String command) {
    err.println("takt: next: " + command);
    err.flush();
  }

  /// The directory for a run's files.
  ///
  /// @param out the requested directory, or null for a new one under `takt-runs`
  /// @param name used in the name of a new directory
  /// @throws IOException if `out` is not a path; the message is for the user
  public Path runPath(@Nullable String out, String name) throws IOException {
    try {
      return out != null
          ? directory.resolve(out)
          : RunDirectory.defaultPath(directory.resolve("takt-runs"), Instant.now(), name);
    } catch (InvalidPathException e) {
      throw new IOException("cannot make run directory " + out + ": " + e.getReason(), e);
    }
  }

  /// Reports signals that request a stop.
  @FunctionalInterface
  public interface Interrupts {

    /// Calls the action at each such signal until the registration is closed.
    Registration onInterrupt(Runnable action);

    /// Ends the calls.
    interface Registration extends AutoCloseable {
      @Override
      void close();
    }
  }
}
