package dev.takt.driver.ycsb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the stack frame that the author of a binding recognises.
final class StackFrames {

  private static final List<String> JDK_PREFIXES =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /// The package of the code that calls the binding.
  private static final String CALLER_PREFIX = "dev.takt.";

  private StackFrames() {}

  /// The innermost frame of the binding's own class. If there is none, the outermost frame below
  /// Takt's that is not of the JDK, which is that of a superclass.
  ///
  /// @param type the binding's class
  /// @return such as `org.example.Store.init (Store.java:17)`; null if there is none
  static @Nullable String ofBinding(StackTraceElement[] frames, String type) {
    StackTraceElement entry = null;
    for (StackTraceElement frame : frames) {
      String name = frame.getClassName();
      if (name.startsWith(CALLER_PREFIX)) {
        break;
      }
      if (name.equals(type) || name.startsWith(type + "$")) {
        return text(frame);
      }
      if (JDK_PREFIXES.stream().noneMatch(name::startsWith)) {
        entry = frame;
      }
    }
    return entry == null ? null : text(entry);
  }

  /// The innermost method of the thread, of any class.
  static @Nullable String innermost(StackTraceElement[] frames) {
    return frames.length == 0 ? null : method(frames[0]);
  }

  private static String method(StackTraceElement frame) {
    return frame.getClassName() + "." + frame.getMethodName();
  }

  private static String text(StackTraceElement frame) {
    String file = frame.getFileName();
    String place = file == null ? "" : " (" + file + ":" + frame.getLineNumber() + ")";
    return method(frame) + place;
  }
}
