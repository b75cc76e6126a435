package dev.takt.driver.jdbc.jars;

import dev.takt.runs.text.EnglishText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Explains in one line why a driver class cannot be loaded, and what to do about it.
public final class LoadFailure {

  private static final Pattern CLASS_FILE_VERSION = Pattern.compile("class file version (\\d+)");
  private static final String NOT_INITIALIZED = "Could not initialize class ";

  /// The class file version of Java N is N plus this offset.
  private static final int VERSION_OFFSET = 44;

  private LoadFailure() {}

  /// @param driver what could not be loaded or used; begins the line
  public static String text(String driver, Throwable failure) {
    return driver + " " + firstLine(reason(failure));
  }

  private static String reason(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage();
    return switch (failure) {
      case ExceptionInInitializerError e when e.getCause() != null ->
          e.getCause() instanceof LinkageError inner
              ? reason(inner)
              : "cannot be initialized: " + named(e.getCause());
      case UnsupportedClassVersionError _ -> builtForNewerJava(message);
      case NoClassDefFoundError _ when message.startsWith(NOT_INITIALIZED) ->
          "cannot be used: its class "
              + message.substring(NOT_INITIALIZED.length())
              + " failed to initialize";
      case NoClassDefFoundError _ -> needs(message);
      case ClassNotFoundException _ -> needs(message);
      case UnsatisfiedLinkError _ -> "cannot load its native library: " + message;
      case LinkageError _ -> "cannot be loaded, its jar may be damaged: " + named(failure);
      default -> "fails: " + named(failure);
    };
  }

  private static String builtForNewerJava(String message) {
    Matcher version = CLASS_FILE_VERSION.matcher(message);
    String built =
        version.find()
            ? "Java " + (Integer.parseInt(version.group(1)) - VERSION_OFFSET)
            : "a newer Java";
    return EnglishText.format(
        "is built for %s, and this is Java %d: use a driver for it, or a newer JDK",
        built, Runtime.version().feature());
  }

  private static String needs(String className) {
    return "needs the class "
        + className.replace('/', '.')
        + ", which is in none of the jars: add the jar that has it with another --driver-jar";
  }

  private static String named(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : failure.getClass().getSimpleName() + ": " + message.strip();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse(text);
  }
}
