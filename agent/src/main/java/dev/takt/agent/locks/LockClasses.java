package dev.takt.agent.locks;

import java.lang.instrument.ClassFileTransformer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Instruments the JDK's lock classes. This is the version for JVMs without the class-file API,
/// which does nothing. The version for JDK 24 and later has the same name, in the multi-release
/// jar.
final class LockClasses {

  private LockClasses() {}

  /// Returns the transformer; null if this JVM does not support it.
  ///
  /// @param failures receives failures of the transformation, one sentence each
  static @Nullable ClassFileTransformer transformer(List<String> failures) {
    return null;
  }
}
