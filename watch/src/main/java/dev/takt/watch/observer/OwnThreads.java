package dev.takt.watch.observer;

/// Threads that a JVM has because it is watched: the agent's, and the JVM's own that answers to
/// Takt. Where those wait, it is Takt's doing and nobody's stall.
public final class OwnThreads {

  private static final String METER = "takt-hiccup-";
  private static final String AGENT = "takt-agent-";
  private static final String ATTACHED = "Attach Listener";

  private OwnThreads() {}

  /// Whether a thread of a target is such a one.
  ///
  /// @param name the thread's, perhaps only its first 15 letters, which are all that Linux keeps
  public static boolean isOne(String name) {
    return name.startsWith(METER) || name.startsWith(AGENT) || name.equals(ATTACHED);
  }
}
