package dev.takt.probes.profilers;

/// Something that may keep escape analysis from working.
public enum EscapeCase {
  /// Nothing.
  NOTHING("nothing", "nothing observes the JVM"),
  /// It is off.
  OFF("off", "-XX:-DoEscapeAnalysis: what a loop allocates without it"),
  /// As after instrumentation.
  INSTRUMENTED("instrumented", "constructors instrumented to count allocations"),
  /// A JVMTI agent that can access local variables.
  DEBUGGER("debugger", "the debugger's agent (JVMTI, with access to local variables)"),
  /// A flight recording as profilers start it.
  JFR_PROFILE("jfr-profile", "a flight recording with the settings profile"),
  /// async-profiler's CPU profile.
  ASYNC_CTIMER("async-ctimer", "async-profiler, event ctimer"),
  /// async-profiler's allocation profile.
  ASYNC_ALLOC("async-alloc", "async-profiler, event alloc"),
  /// Takt's watch.
  TAKT_WATCH("takt-watch", "takt watch, with its agent"),
  /// Takt's deep watch.
  TAKT_DEEP("takt-deep", "takt watch --watch deep, with its agent"),
  /// Takt's profile.
  TAKT_PROFILE("takt-profile", "takt profile");

  private final String label;
  private final String description;

  EscapeCase(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /// The name for users.
  public String label() {
    return label;
  }

  /// What it is.
  public String description() {
    return description;
  }

  /// Whether it needs async-profiler.
  public boolean isAsync() {
    return this == ASYNC_CTIMER || this == ASYNC_ALLOC;
  }

  /// What the program records with.
  String recorder() {
    return switch (this) {
      case ASYNC_CTIMER -> "async:ctimer";
      case ASYNC_ALLOC -> "async:alloc";
      default -> "none";
    };
  }
}
