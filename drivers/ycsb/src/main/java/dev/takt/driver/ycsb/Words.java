package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingExit;
import dev.takt.load.driver.DriverException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Turns what a binding or the loading of it threw into what a person can act on.
///
/// @param type the binding's class
/// @param path where it was looked for
/// @param log what it printed
record Words(String type, BindingPath path, BindingLog log) {

  /// @param doing what was done: `loaded`, `started`
  DriverException of(String doing, Throwable thrown) {
    return new DriverException(
        "the binding " + type + " cannot be " + doing + ": " + reason(thrown) + printed(), thrown);
  }

  private String reason(Throwable thrown) {
    String missing = missingClass(thrown);
    if (missing != null) {
      return "it needs the class "
          + missing
          + ", which is not in "
          + path.describe()
          + "; add the jar that has it";
    }
    return switch (thrown) {
      case BindingExit exit -> "it called System.exit(" + exit.status() + ")";
      case UnsupportedClassVersionError e -> "it needs a newer Java: " + e.getMessage();
      default -> said(thrown) + at(thrown);
    };
  }

  /// Where in the binding it was thrown.
  private String at(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String own = Frames.own(t.getStackTrace(), type);
      if (own != null) {
        return ", at " + own;
      }
    }
    return "";
  }

  /// Keeps what was thrown, with where it came from, beside what the binding prints.
  void note(Throwable thrown) {
    StringWriter text = new StringWriter();
    text.append("an operation failed: ").append(said(thrown)).append(at(thrown)).append('\n');
    thrown.printStackTrace(new PrintWriter(text, true));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    log.write(bytes, 0, bytes.length);
  }

  /// What it printed last often says more than what it threw.
  private String printed() {
    String last = log.lastLine();
    return last.isEmpty() ? "" : " (it printed: " + last + ")";
  }

  /// The class that was not found, if that is what was wrong.
  static @Nullable String missingClass(@Nullable Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof NoClassDefFoundError || t instanceof ClassNotFoundException) {
        String name = t.getMessage();
        // "Could not initialize class X" is about a class that is there.
        return name == null || name.contains(" ") ? null : name.replace('/', '.');
      }
    }
    return null;
  }

  /// The first message on the way to the first cause, with the class of what was thrown there.
  private static String said(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message = t.getMessage();
      boolean only = t.getCause() != null && t.getCause().toString().equals(message);
      if (message != null && !message.isBlank() && !only) {
        return t.getClass().getSimpleName() + ": " + message.lines().findFirst().orElse("").strip();
      }
    }
    return thrown.getClass().getName();
  }
}
