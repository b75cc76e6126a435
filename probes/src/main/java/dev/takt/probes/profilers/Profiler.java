package dev.takt.probes.profilers;

import dev.takt.explain.profile.CallTree;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.RecordingProfile;
import dev.takt.probes.profilers.program.KnownProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A profiler that is scored.
public enum Profiler {
  /// `takt profile`: CPU-time samples of JFR, read by Takt.
  TAKT("takt", "jfr-cpu", true, "takt profile: JFR's CPU-time samples, and what they do not know"),
  /// CPU-time samples of JFR, each counted for the method on top.
  JFR_CPU("jfr-cpu", "jfr-cpu", true, "JFR's CPU-time samples (JDK 25), as other tools read them"),
  /// Execution samples of JFR.
  JFR_EXECUTION("jfr-execution", "jfr-execution", true, "JFR's execution samples"),
  /// Execution samples of JFR with the debug information that a JVM has by default.
  JFR_EXECUTION_POLLS(
      "jfr-execution-polls", "jfr-execution", false, "the same without -XX:+DebugNonSafepoints"),
  /// Dumps of all threads.
  THREAD_DUMPS("thread-dumps", "dumps", true, "dumps of all threads, at safepoints"),
  /// async-profiler with perf events.
  ASYNC_CPU("async-cpu", "async:cpu", true, "async-profiler, event cpu"),
  /// async-profiler with a timer for the process.
  ASYNC_ITIMER("async-itimer", "async:itimer", true, "async-profiler, event itimer"),
  /// async-profiler with a timer for each thread.
  ASYNC_CTIMER("async-ctimer", "async:ctimer", true, "async-profiler, event ctimer");

  /// All profilers sample so often, by the clock that they use.
  static final long PERIOD_NANOS = 10_000_000;

  private final String label;
  private final String recorder;
  private final boolean hasDebugInformation;
  private final String description;

  Profiler(String label, String recorder, boolean hasDebugInformation, String description) {
    this.label = label;
    this.recorder = recorder;
    this.hasDebugInformation = hasDebugInformation;
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

  /// Whether it is a mode of async-profiler.
  public boolean isAsync() {
    return recorder.startsWith("async:");
  }

  /// Profilers with the same recording can share a run of the program.
  Recording recording() {
    return new Recording(recorder, hasDebugInformation);
  }

  /// How the program records.
  ///
  /// @param recorder its name for the program
  /// @param hasDebugInformation whether the JVM knows the frames of all instructions
  record Recording(String recorder, boolean hasDebugInformation) {

    /// No recording.
    static final Recording NONE = new Recording("none", true);
  }

  /// Reads what was recorded.
  ///
  /// @throws IOException with a message for people
  Samples read(Path file) throws IOException {
    return switch (this) {
      case TAKT -> byTakt(file);
      case JFR_CPU, JFR_EXECUTION, JFR_EXECUTION_POLLS -> Samples.ofFlight(file, PERIOD_NANOS);
      case THREAD_DUMPS, ASYNC_CPU, ASYNC_ITIMER, ASYNC_CTIMER ->
          Samples.ofCollapsed(file, PERIOD_NANOS);
    };
  }

  private static Samples byTakt(Path file) throws IOException {
    Profile profile = RecordingProfile.read(file, KnownProgram.BURNER::equals);
    List<Stack> stacks = new ArrayList<>();
    List<String> path = new ArrayList<>();
    profile.tree().visit((node, depth) -> add(node, depth, path, stacks));
    var total = profile.balance().total();
    return new Samples(stacks, total.biased(), total.lost().count(), total.failed().count());
  }

  private static void add(CallTree node, int depth, List<String> path, List<Stack> stacks) {
    while (path.size() >= Math.max(depth, 1)) {
      path.removeLast();
    }
    if (depth > 0) {
      path.add(node.frame());
      if (node.self().samples() > 0) {
        stacks.add(new Stack(path, node.self().nanos(), node.self().samples()));
      }
    }
  }
}
