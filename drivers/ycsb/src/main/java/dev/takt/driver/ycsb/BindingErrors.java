package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingExit;
import dev.takt.load.driver.DriverException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Formats exceptions of a binding, or of loading it, as messages that a user can act on.
///
/// @param type the binding's class
/// @param path the path that was searched for it
/// @param log its output
record BindingErrors(String type, BindingPath path, BindingLog log) {

  /// The message for an exception.
  ///
  /// @param doing the failed action: `loaded`, `created`, `started`
  DriverException toException(String doing, Throwable thrown) {
    return new DriverException(
        "the binding " + type + " cannot be " + doing + ": " + reason(thrown) + lastOutput(),
        thrown);
  }

  private String reason(Throwable thrown) {
    String missing = missingClass(thrown);
    if (missing != null) {
      return "it needs the class "
          + missing
          + ", which is not in "
          + path.describe()
          + "; add the jar that contains it";
    }
    return switch (thrown) {
      case BindingExit exit -> "it called System.exit(" + exit.status() + ")";
      case UnsupportedClassVersionError e -> "it requires a newer Java: " + e.getMessage();
      default -> describe(thrown) + location(thrown);
    };
  }

  /// The frame of the binding in which it was thrown.
  private String location(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String own = StackFrames.ofBinding(t.getStackTrace(), type);
      if (own != null) {
        return ", at " + own;
      }
    }
    return "";
  }

  /// Writes an exception and its stack trace to the binding's log.
  void logFailure(Throwable thrown) {
    StringWriter text = new StringWriter();
    text.append("an operation failed: ")
        .append(describe(thrown))
        .append(location(thrown))
        .append('\n');
    thrown.printStackTrace(new PrintWriter(text, true));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    log.write(bytes, 0, bytes.length);
  }

  /// The binding's last line of output, which often explains more than the exception.
  private String lastOutput() {
    String last = log.lastLine();
    return last.isEmpty() ? "" : " (it printed: " + last + ")";
  }

  /// The name of the missing class, if that is the cause; else null.
  static @Nullable String missingClass(@Nullable Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof NoClassDefFoundError || t instanceof ClassNotFoundException) {
        String name = t.getMessage();
        // "Could not initialize class X" is about a class that was found.
        return name == null || name.contains(" ") ? null : name.replace('/', '.');
      }
    }
    return null;
  }

  /// The first message in the chain of causes, with the class of its exception.
  private static String describe(Throwable thrown) {
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
