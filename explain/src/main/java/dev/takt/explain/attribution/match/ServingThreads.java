package dev.takt.explain.attribution.match;

import dev.takt.record.ThreadRole;
import java.util.List;

/// Excludes the threads of a JVM that serve no operations, by their HotSpot names and Takt roles.
/// The kernel truncates names to 15 characters.
public final class ServingThreads {

  private static final List<String> NON_SERVING_PREFIXES =
      List.of(
          "C1 CompilerThre",
          "C2 CompilerThre",
          "GC Thread",
          "G1 ",
          "ZDriver",
          "ZWorker",
          "XWorker",
          "Shenandoah",
          "VM Thread",
          "VM Periodic",
          "Monitor Deflat",
          "Signal Dispatch",
          "Service Thread",
          "Reference Handl",
          "Finalizer",
          "Common-Cleaner",
          "Attach Listener",
          "JFR ");

  private ServingThreads() {}

  /// Whether a thread with this name can serve operations.
  public static boolean isServing(String name) {
    for (String other : NON_SERVING_PREFIXES) {
      if (name.startsWith(other)) {
        return false;
      }
    }
    return !ThreadRole.HICCUP_METER.isOf(name);
  }
}
