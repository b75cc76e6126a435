package dev.takt.probes.profilers;

import dev.takt.explain.profile.CallTree;
import dev.takt.explain.profile.CpuTimeCoverage;
import dev.takt.explain.profile.JvmThreads;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.RecordingProfile;
import dev.takt.explain.profile.ThreadCpuCoverage;
import dev.takt.probes.profilers.program.KnownProgram;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  ASYNC_CTIMER("async-ctimer", "async:ctimer", true, "async-profiler, event ctimer"),
  /// Linux' perf.
  PERF("perf", "perf", true, "Linux' perf, event cpu-clock, with the JVM's map of compiled code"),
  /// `takt profile` with samples of async-profiler, for JDKs before 25.
  TAKT_ASYNC("takt-async", "async:ctimer", true, "takt profile of samples of async-profiler");

  /// All profilers sample so often, by the clock that they use.
  static final long PERIOD_NANOS = 10_000_000;

  private static final int JFR_CPU_JDK = 25;

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

  /// Why it cannot record in a JVM; empty if it can.
  ///
  /// @param feature the version of the JDK
  Optional<String> obstacle(int feature) throws InterruptedException {
    if (this == PERF) {
      return Perf.obstacle();
    }
    return recorder.equals("jfr-cpu") && feature < JFR_CPU_JDK
        ? Optional.of(
            "not available: JFR has CPU-time samples from JDK "
                + JFR_CPU_JDK
                + " on; this is JDK "
                + feature)
        : Optional.empty();
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

    /// Whether perf records, and not the program.
    boolean isByPerf() {
      return recorder.equals(PERF.recorder);
    }
  }

  /// Reads what was recorded.
  ///
  /// @throws IOException with a message for people
  ///
  /// @param kernel the times of all threads, which Takt reads beside the recording; null if it
  ///   cannot
  Samples read(Path file, @Nullable ProcessTime kernel) throws IOException {
    return switch (this) {
      case TAKT, TAKT_ASYNC -> byTakt(file, kernel);
      case PERF -> Perf.read(file);
      case THREAD_DUMPS -> Samples.ofCollapsed(file, PERIOD_NANOS);
      default -> Samples.ofFlight(file, PERIOD_NANOS);
    };
  }

  private static Samples byTakt(Path file, @Nullable ProcessTime kernel) throws IOException {
    Profile profile = RecordingProfile.read(file, kernel, KnownProgram.burners(file));
    List<Stack> stacks = new ArrayList<>();
    List<String> path = new ArrayList<>();
    profile.tree().visit((node, depth) -> add(node, depth, path, stacks));
    long biased = 0;
    long lost = 0;
    long failed = 0;
    for (ThreadCpuCoverage each : profile.balance().threads()) {
      biased += each.biased();
      lost += each.lost().count();
      failed += each.failed().count();
    }
    CpuTimeCoverage whole = RecordingProfile.read(file, kernel, _ -> true).balance();
    Long unrecorded = whole.unrecordedNanos();
    long sampledJvm =
        whole.threads().stream()
            .filter(each -> JvmThreads.Kind.of(each.name()).isPresent())
            .mapToLong(ThreadCpuCoverage::accountedNanos)
            .sum();
    Long jvm = whole.jvmNanos();
    return new Samples(
        stacks,
        unrecorded == null ? 0 : Math.max(0, unrecorded),
        sampledJvm + (jvm == null ? 0 : jvm),
        biased,
        lost,
        failed);
  }

  private static void add(CallTree node, int depth, List<String> path, List<Stack> stacks) {
    while (path.size() >= Math.max(depth, 1)) {
      path.removeLast();
    }
    if (depth > 0) {
      path.add(node.frame());
      if (node.self().samples() > 0) {
        stacks.add(new Stack(path, Stack.NO_LINE, node.self().sum(), node.self().samples()));
      }
    }
  }
}
