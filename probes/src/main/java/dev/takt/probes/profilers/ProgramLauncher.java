package dev.takt.probes.profilers;

import dev.takt.probes.ForkedJvm;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.profilers.program.KnownProgram;
import dev.takt.process.Exit;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.watch.host.ThreadCpuTimeObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the program whose profile is known, in a JVM of its own. Thread-safe.
final class ProgramLauncher {

  private static final List<String> NOT_INLINED =
      List.of(
          "*::phase*", "Loops$Called::calledSum", "Loops$Setters::setter*", "Loops$Deep::deep*");

  private static final List<String> INLINED =
      List.of("Loops$Setters::straight", "Loops$Setters::divide");

  private final ProfilersSettings settings;
  private final int feature;
  private final List<KnownWorkload> workloads;
  private volatile @Nullable ForkedJvm child;
  private volatile boolean isStopped;

  /// @param feature the version of the JDK
  ProgramLauncher(ProfilersSettings settings, int feature) {
    this.settings = settings;
    this.feature = feature;
    this.workloads =
        settings.workloads().stream().filter(each -> each.minJdk() <= feature).toList();
  }

  /// Ends the program that runs.
  void stop() {
    isStopped = true;
    ForkedJvm running = child;
    if (running != null) {
      running.kill();
    }
  }

  /// Runs it to its end.
  ///
  /// @param folder for the recordings, a file of each workload
  /// @throws IOException with a message for people, if it fails
  Map<KnownWorkload, Measured> run(Profiler.Recording how, Path folder)
      throws IOException, InterruptedException {
    List<String> others = new ArrayList<>();
    Map<KnownWorkload, Measured> all = new EnumMap<>(KnownWorkload.class);
    try (ForkedJvm jvm = ForkedJvm.start(command(how, folder));
        Conversation conversation = new Conversation(jvm, how.isByPerf(), folder, all)) {
      child = jvm;
      if (isStopped) {
        jvm.kill();
      }
      for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
        if (!conversation.take(line.split(" ", -1))) {
          others.add(line);
        }
      }
      Exit exit = jvm.awaitExit();
      if (!isStopped && (!exit.isSuccess() || all.size() < workloads.size())) {
        throw new IOException(
            "the program with the known profile failed with "
                + exit.describe()
                + ": "
                + String.join("; ", others.subList(0, Math.min(5, others.size()))));
      }
    }
    return all;
  }

  /// What was measured of a workload.
  ///
  /// @param truth by the program itself
  /// @param kernel the times of all threads, as Takt reads them from outside; null if it cannot
  record Measured(Truth truth, @Nullable ProcessTime kernel) {}

  /// What the program prints, and the answers.
  private static final class Conversation implements AutoCloseable {
    private final ForkedJvm jvm;
    private final boolean isByPerf;
    private final Path folder;
    private final Map<KnownWorkload, Measured> all;
    private @Nullable ThreadCpuTimeObserver observer;
    private @Nullable ProcessTime kernel;
    private @Nullable Perf perf;

    Conversation(ForkedJvm jvm, boolean isByPerf, Path folder, Map<KnownWorkload, Measured> all) {
      this.jvm = jvm;
      this.isByPerf = isByPerf;
      this.folder = folder;
      this.all = all;
    }

    /// @return false if the line is none of the program's results
    boolean take(String[] words) throws IOException, InterruptedException {
      switch (words[0]) {
        case "begin" -> {
          observer = new ThreadCpuTimeObserver(Side.TARGET, jvm.pid(), folder);
          observer.start();
          if (isByPerf) {
            perf = Perf.start(jvm.pid(), folder.resolve("perf.data"));
          }
          jvm.answer();
        }
        case "end" -> {
          Perf recording = perf;
          if (recording != null) {
            recording.stop(folder.resolve(words[1]));
            recording.close();
            perf = null;
          }
          kernel = end(observer);
          observer = null;
          jvm.answer();
        }
        case "measured" -> {
          if (words.length != Truth.NUMBERS + 2) {
            return false;
          }
          all.put(
              KnownWorkload.of(words[1]).orElseThrow(), new Measured(Truth.of(words, 2), kernel));
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    @Override
    public void close() {
      if (perf != null) {
        perf.close();
      }
    }

    private static @Nullable ProcessTime end(@Nullable ThreadCpuTimeObserver observer) {
      try {
        return observer == null ? null : observer.end().processes().getFirst();
      } catch (IOException _) {
        return null; // No system but Linux has /proc.
      }
    }
  }

  private List<String> command(Profiler.Recording how, Path folder) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(new ProgramJdk(settings.java()).java().toString());
    words.addAll(List.of("-Xmx400m", "-Xlog:disable", "-Xlog:all=error:stderr"));
    words.add("-XX:FlightRecorderOptions=repository=" + folder); // deleted, also if it is killed
    if (feature >= KnownWorkload.FFM.minJdk()) {
      words.add("--enable-native-access=ALL-UNNAMED");
    }
    words.add("--add-exports=java.management/sun.management=ALL-UNNAMED");
    if (how.hasDebugInformation()) {
      words.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
    }
    if (how.isByPerf()) {
      words.add("-XX:+PreserveFramePointer");
    }
    String program = KnownProgram.class.getPackageName() + ".";
    words.add("-XX:CompileCommand=quiet");
    NOT_INLINED.forEach(each -> words.add("-XX:CompileCommand=dontinline," + program + each));
    INLINED.forEach(each -> words.add("-XX:CompileCommand=inline," + program + each));
    words.addAll(
        List.of(
            "-cp", ProgramJdk.classPath(settings.asyncProfiler()), KnownProgram.class.getName()));
    words.add(Integer.toString(settings.cpuMillis()));
    words.add(how.isByPerf() ? Profiler.Recording.NONE.recorder() : how.recorder());
    words.add(folder.toString());
    workloads.forEach(each -> words.add(each.label()));
    return words;
  }
}
