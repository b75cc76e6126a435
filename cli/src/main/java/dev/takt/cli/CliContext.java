package dev.takt.cli;

import dev.takt.cli.output.Ansi;
import dev.takt.runs.RunDirectory;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// All that a command knows of the world around it; tests make their own.
///
/// @param in for logs that are piped in
/// @param out for results
/// @param err for progress and problems
/// @param terminal what is known of the terminal
/// @param directory where new run directories go
/// @param interrupts tells of Ctrl-C and its like
public record CliContext(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminal terminal,
    Path directory,
    Interrupts interrupts) {

  /// What is known of the terminal.
  ///
  /// @param isOut whether results go to one
  /// @param isErr whether progress goes to one that can be redrawn
  /// @param width in columns
  /// @param colour whether colour is wanted there
  public record Terminal(boolean isOut, boolean isErr, int width, boolean colour) {

    /// No terminal at all.
    public static final Terminal NONE = new Terminal(false, false, 80, false);

    private static final int DEFAULT_WIDTH = 80;

    /// As the launcher tells in `TAKT_TTY` and `TAKT_COLUMNS`; started without it, as the JVM does.
    static Terminal ofProcess() {
      String told = System.getenv("TAKT_TTY");
      boolean any = told == null && isConsole();
      boolean isDumb = "dumb".equals(System.getenv("TERM"));
      String noColour = System.getenv("NO_COLOR");
      return new Terminal(
          told == null ? any : told.contains("out"),
          (told == null ? any : told.contains("err")) && !isDumb,
          width(System.getenv("TAKT_COLUMNS")),
          !isDumb && (noColour == null || noColour.isEmpty()));
    }

    @SuppressWarnings("SystemConsoleNull") // it still can be, where its provider cannot be loaded
    private static boolean isConsole() {
      Console console = System.console();
      return console != null && console.isTerminal();
    }

    private static int width(@Nullable String columns) {
      try {
        return columns == null ? DEFAULT_WIDTH : Math.max(1, Integer.parseInt(columns));
      } catch (NumberFormatException e) {
        return DEFAULT_WIDTH;
      }
    }
  }

  /// Whether somebody can press a key: standard input is a terminal.
  boolean isInTerminal() {
    String told = System.getenv("TAKT_TTY");
    return in == System.in && (told == null ? Terminal.isConsole() : told.contains("in"));
  }

  /// For results.
  Ansi paint() {
    return new Ansi(terminal.isOut() && terminal.colour());
  }

  /// Where a run's files go.
  ///
  /// @param out as it was asked for, or null for a new directory under `takt-runs`
  /// @param name what a new one is named after
  /// @throws IOException with a message for people, if it is no path
  Path runPath(@Nullable String out, String name) throws IOException {
    try {
      return out != null
          ? directory.resolve(out)
          : RunDirectory.defaultPath(directory.resolve("takt-runs"), Instant.now(), name);
    } catch (InvalidPathException e) {
      throw new IOException("cannot make run directory " + out + ": " + e.getReason(), e);
    }
  }

  /// Tells of signals that ask to stop.
  @FunctionalInterface
  public interface Interrupts {

    /// Calls the action at each such signal until it is closed.
    Registration onInterrupt(Runnable action);

    /// Ends the telling.
    interface Registration extends AutoCloseable {
      @Override
      void close();
    }
  }
}
