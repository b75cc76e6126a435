package dev.takt.explain.blame;

import java.util.List;

/// Threads of a JVM that serve no operations, by the names that HotSpot and Takt give them. The
/// kernel knows the first 15 characters only.
final class ServingThreads {

  private static final List<String> OTHERS =
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

  /// Whether a thread of that name can serve operations.
  static boolean isOne(String name) {
    for (String other : OTHERS) {
      if (name.startsWith(other)) {
        return false;
      }
    }
    return true;
  }
}
