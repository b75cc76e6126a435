package dev.takt.explain.profile;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The JVM's own threads of one kind. No sampler of the JVM covers them; the kernel counts their
/// CPU time.
///
/// @param kind what they do
/// @param count how many of them used CPU time
/// @param cpuNanos the CPU time that the kernel counted
public record JvmThreads(Kind kind, int count, long cpuNanos) {

  /// What threads of the JVM do, found out by their names.
  public enum Kind {
    /// They collect garbage.
    GC(
        "[GC]",
        "GC Thread#.*|G1 .*|[XZ](Driver|Director|Worker|Stat|Unmapper|Uncommitter).*"
            + "|Shenandoah.*|String.*Dedup.*"),
    /// They compile.
    JIT("[JIT]", "C[12] Compiler.*|JVMCI.*"),
    /// They do the other work of the JVM, such as safepoint operations and deoptimisation; with the
    /// serial collector also collections.
    VM(
        "[VM]",
        "VM (Thread|Periodic Ta.*|Operation.*)|JFR (Sampler|CPU|Async).*|Monitor Deflati.*"
            + "|Service Thread|Sweeper thread|Signal Dispatch");

    private final String label;
    private final Pattern names;

    Kind(String label, String names) {
      this.label = label;
      this.names = Pattern.compile(names);
    }

    /// For people.
    public String label() {
      return label;
    }

    /// The kind of a thread; empty for a thread that runs Java code.
    ///
    /// @param name possibly truncated by the kernel to 15 characters
    public static Optional<Kind> of(String name) {
      return Stream.of(values()).filter(each -> each.names.matcher(name).matches()).findFirst();
    }
  }

  /// The sum of two of one kind.
  JvmThreads plus(JvmThreads other) {
    return new JvmThreads(kind, count + other.count, cpuNanos + other.cpuNanos);
  }
}
