package dev.takt.agent.locks;

import java.lang.instrument.ClassFileTransformer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Instruments the JDK's classes of locks. This is what JVMs see that are older than the API of
/// class files: it does nothing. The one for JDK 24 and later has the same name.
final class LockClasses {

  private LockClasses() {}

  /// What instruments them; null if this JVM cannot.
  ///
  /// @param failures takes what went wrong, a sentence each
  static @Nullable ClassFileTransformer transformer(List<String> failures) {
    return null;
  }
}
