package dev.takt.watch.observer;

/// Recognises the threads that a JVM has only because it is watched: the agent's, and the JVM's
/// `Attach Listener`. Their waits are no stalls of the application.
public final class OwnThreads {

  private static final String METER = "takt-hiccup-";
  private static final String AGENT = "takt-agent-";
  private static final String ATTACHED = "Attach Listener";

  private OwnThreads() {}

  /// Whether a thread of a target exists only because of Takt.
  ///
  /// @param name the thread's name, possibly truncated to the 15 characters that Linux keeps
  public static boolean isOne(String name) {
    return name.startsWith(METER) || name.startsWith(AGENT) || name.equals(ATTACHED);
  }
}
