package dev.takt.watch.observer;

import dev.takt.record.ThreadRole;

/// Recognises the threads that a JVM has only because it is watched: the agent's, and the JVM's
/// `Attach Listener`. Their waits are no stalls of the application.
public final class AgentThreads {

  private static final String ATTACH_LISTENER = "Attach Listener";

  private AgentThreads() {}

  /// Whether a thread of a target exists only because of Takt.
  ///
  /// @param name the thread's name, possibly truncated to the 15 characters that Linux keeps
  public static boolean contains(String name) {
    return ThreadRole.HICCUP_METER.isOf(name)
        || ThreadRole.AGENT.isOf(name)
        || name.equals(ATTACH_LISTENER);
  }
}
