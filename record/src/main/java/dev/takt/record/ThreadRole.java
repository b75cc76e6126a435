package dev.takt.record;

/// What a thread of Takt is for, by which attribution recognises it in recordings. Its name begins
/// with the prefix of its role.
public enum ThreadRole {
  /// An event loop of the generator. It handles many operations.
  EVENT_LOOP("takt-loop-"),
  /// A worker of the generator. It executes one operation of a blocking driver at a time.
  WORKER("takt-worker-"),
  /// A part of a hiccup meter. It serves no operation.
  HICCUP_METER("takt-hiccup-"),
  /// A thread that the agent has in a target beside its hiccup meter.
  AGENT("takt-agent-");

  private final String prefix;

  ThreadRole(String prefix) {
    this.prefix = prefix;
  }

  /// The name of a thread with this role.
  ///
  /// @param which distinguishes it from the others
  public String threadName(Object which) {
    return prefix + which;
  }

  /// Whether a thread has this role.
  ///
  /// @param name its name, possibly truncated to the 15 characters that Linux keeps
  public boolean isOf(String name) {
    return name.startsWith(prefix);
  }
}
