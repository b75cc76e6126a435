package dev.takt.explain.attribution.match;

import java.util.List;

/// Excludes the threads of a JVM that serve no operations, by their HotSpot and Takt names. The
/// kernel truncates names to 15 characters.
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
          "JFR ",
          "takt-hiccup");

  private ServingThreads() {}

  /// Whether a thread with this name can serve operations.
  public static boolean isServing(String name) {
    for (String other : NON_SERVING_PREFIXES) {
      if (name.startsWith(other)) {
        return false;
      }
    }
    return true;
  }
}
