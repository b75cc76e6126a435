package dev.takt.probes.profilers;

import dev.takt.probes.profilers.program.KnownProgram;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
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
  private volatile @Nullable Process child;
  private volatile boolean isStopped;

  ProgramLauncher(ProfilersSettings settings) {
    this.settings = settings;
  }

  /// Ends the program that runs.
  void stop() {
    isStopped = true;
    Process running = child;
    if (running != null) {
      running.destroyForcibly();
    }
  }

  boolean isStopped() {
    return isStopped;
  }

  Path java() {
    Path given = settings.java();
    Path home = given == null ? Path.of(System.getProperty("java.home")) : given;
    return home.resolve("bin/java");
  }

  /// Runs it to its end.
  ///
  /// @param folder for the recordings, a file of each workload
  /// @return what the workloads burnt
  /// @throws IOException with a message for people, if it fails
  Map<KnownWorkload, Truth> run(Profiler.Recording how, Path folder)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command(how, folder)).redirectErrorStream(true).start();
    child = process;
    List<String> others = new ArrayList<>();
    Map<KnownWorkload, Truth> truths = new EnumMap<>(KnownWorkload.class);
    try (BufferedReader lines = process.inputReader()) {
      if (isStopped) {
        process.destroyForcibly();
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!take(line.split(" ", -1), truths)) {
          others.add(line);
        }
      }
      int code = process.waitFor();
      if (!isStopped && (code != 0 || truths.size() < settings.workloads().size())) {
        throw new IOException(
            "the program with the known profile failed with exit code "
                + code
                + ": "
                + String.join("; ", others.subList(0, Math.min(5, others.size()))));
      }
    } finally {
      process.destroyForcibly();
    }
    return truths;
  }

  /// @return false if the line is none of the program's results
  private static boolean take(String[] words, Map<KnownWorkload, Truth> truths) {
    if (words.length != 8 || !words[0].equals("measured")) {
      return false;
    }
    truths.put(KnownWorkload.of(words[1]).orElseThrow(), Truth.of(words, 2));
    return true;
  }

  private List<String> command(Profiler.Recording how, Path folder) throws IOException {
    if (!Files.isExecutable(java())) {
      throw new IOException("there is no JVM at " + java());
    }
    List<String> words = new ArrayList<>();
    words.add(java().toString());
    words.addAll(List.of("-Xmx400m", "-Xlog:disable", "-Xlog:all=error:stderr"));
    words.add("-XX:FlightRecorderOptions=repository=" + folder); // deleted, also if it is killed
    words.add("--add-exports=java.management/sun.management=ALL-UNNAMED");
    if (how.hasDebugInformation()) {
      words.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
    }
    String program = KnownProgram.class.getPackageName() + ".";
    words.add("-XX:CompileCommand=quiet");
    NOT_INLINED.forEach(each -> words.add("-XX:CompileCommand=dontinline," + program + each));
    INLINED.forEach(each -> words.add("-XX:CompileCommand=inline," + program + each));
    words.addAll(List.of("-cp", classPath(), KnownProgram.class.getName()));
    words.add(Integer.toString(settings.cpuMillis()));
    words.add(how.recorder());
    words.add(folder.toString());
    settings.workloads().forEach(each -> words.add(each.label()));
    return words;
  }

  private String classPath() throws IOException {
    Path jar = settings.asyncProfiler();
    String own;
    try {
      own =
          Path.of(KnownProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toString();
    } catch (URISyntaxException e) {
      throw new IOException("the program with the known profile is not in a file", e);
    }
    return jar == null ? own : own + File.pathSeparator + jar;
  }
}
