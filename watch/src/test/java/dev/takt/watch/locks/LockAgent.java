package dev.takt.watch.locks;

import dev.takt.agent.locks.LockInstrument;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/// An agent that only installs the lock instrumentation.
public final class LockAgent {

  static @Nullable LockInstrument instrument;

  private LockAgent() {}

  /// Called by the JVM.
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrument = LockInstrument.install(instrumentation);
  }
}
