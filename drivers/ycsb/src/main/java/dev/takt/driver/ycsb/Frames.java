package dev.takt.driver.ycsb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds, in the methods that a thread is in, the one that a binding's author knows.
final class Frames {

  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /// Who calls the binding.
  private static final String CALLER = "dev.takt.";

  private Frames() {}

  /// The innermost method of the binding's own class, or else the one by which its caller came to
  /// others that are not the JDK's: that of a superclass.
  ///
  /// @param type the binding's class
  /// @return such as `org.example.Store.init (Store.java:17)`; null if there is none
  static @Nullable String own(StackTraceElement[] frames, String type) {
    StackTraceElement entry = null;
    for (StackTraceElement frame : frames) {
      String name = frame.getClassName();
      if (name.startsWith(CALLER)) {
        break;
      }
      if (name.equals(type) || name.startsWith(type + "$")) {
        return text(frame);
      }
      if (JDK.stream().noneMatch(name::startsWith)) {
        entry = frame;
      }
    }
    return entry == null ? null : text(entry);
  }

  /// The innermost method of the thread, whosever it is.
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
