package dev.takt.probes.profilers;

import dev.takt.load.server.Folders;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.profilers.ProfilersResult.Cost;
import dev.takt.probes.profilers.ProfilersResult.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Scores profilers: runs a program whose profile is known once without a profiler and once with
/// each, and compares what they say with what was burnt.
public final class ProfilersProbe {

  /// The program is compiled for it.
  private static final int MIN_JDK = 25;

  private final ProfilersSettings settings;
  private final ProgramLauncher launcher;

  /// Nothing is started yet.
  public ProfilersProbe(ProfilersSettings settings) {
    this.settings = settings;
    this.launcher = new ProgramLauncher(settings);
  }

  /// Ends early. May be called by any thread.
  public void stop() {
    launcher.stop();
  }

  /// Scores the profilers.
  ///
  /// @param sink receives the progress
  /// @throws IOException with a message for people, if the program cannot be run
  public ProfilersResult run(ProbeSink sink) throws IOException, InterruptedException {
    Runtime.Version version = version();
    if (version.feature() < MIN_JDK) {
      throw new IOException(
          settings.java()
              + " is a JDK "
              + version.feature()
              + "; expected "
              + MIN_JDK
              + " or later");
    }
    List<String> absent = new ArrayList<>();
    Map<Profiler.Recording, List<Profiler>> recordings = new LinkedHashMap<>();
    for (Profiler each : settings.profilers()) {
      if (each.isAsync() && settings.asyncProfiler() == null) {
        absent.add(
            each.label() + ": name its jar, tools.profiler:async-profiler, with --async-profiler");
      } else {
        recordings.computeIfAbsent(each.recording(), _ -> new ArrayList<>()).add(each);
      }
    }
    List<Row> rows = new ArrayList<>();
    List<Cost> costs = new ArrayList<>();
    Path folder = Files.createTempDirectory("takt-profilers");
    try {
      sink.progress("without a profiler");
      Map<KnownWorkload, Truth> plain = launcher.run(Profiler.Recording.NONE, folder);
      for (Map.Entry<Profiler.Recording, List<Profiler>> each : recordings.entrySet()) {
        sink.progress(
            each.getValue().stream().map(Profiler::label).collect(Collectors.joining(", ")));
        try {
          Map<KnownWorkload, Truth> run = launcher.run(each.getKey(), folder);
          if (launcher.isStopped()) {
            break;
          }
          for (Profiler profiler : each.getValue()) {
            score(profiler, plain, run, folder, rows, costs);
          }
        } catch (IOException e) {
          each.getValue().forEach(profiler -> absent.add(profiler.label() + ": " + e.getMessage()));
        }
      }
    } finally {
      Folders.delete(folder);
    }
    return new ProfilersResult(version.toString(), rows, costs, absent);
  }

  private static void score(
      Profiler profiler,
      Map<KnownWorkload, Truth> plain,
      Map<KnownWorkload, Truth> run,
      Path folder,
      List<Row> rows,
      List<Cost> costs)
      throws IOException {
    Samples all = Samples.NONE;
    for (Map.Entry<KnownWorkload, Truth> each : run.entrySet()) {
      KnownWorkload workload = each.getKey();
      Truth truth = each.getValue();
      Samples samples = profiler.read(folder.resolve(workload.label()));
      rows.add(
          new Row(profiler, workload, truth.nanos(), Score.of(workload, truth, samples.stacks())));
      all = all.plus(samples);
    }
    costs.add(cost(profiler, plain, run, all));
  }

  private static Cost cost(
      Profiler profiler,
      Map<KnownWorkload, Truth> plain,
      Map<KnownWorkload, Truth> run,
      Samples samples) {
    double ratio = 0;
    int compared = 0;
    for (Map.Entry<KnownWorkload, Truth> each : run.entrySet()) {
      Truth without = plain.get(each.getKey());
      if (without != null) {
        ratio += each.getValue().nanosPerCall() / without.nanosPerCall();
        compared++;
      }
    }
    long safepoints = sum(run, Truth::safepoints);
    boolean isKnown = safepoints >= 0;
    return new Cost(
        profiler,
        ratio / compared - 1,
        isKnown ? safepoints - sum(plain, Truth::safepoints) : -1,
        isKnown ? sum(run, Truth::stoppedNanos) - sum(plain, Truth::stoppedNanos) : -1,
        samples.biased(),
        samples.lost(),
        samples.failed(),
        sum(run, Truth::othersNanos));
  }

  private static long sum(Map<KnownWorkload, Truth> run, ToLongFunction<Truth> figure) {
    return run.values().stream().mapToLong(figure).sum();
  }

  private Runtime.Version version() throws IOException, InterruptedException {
    if (settings.java() == null) {
      return Runtime.version();
    }
    Path release = settings.java().resolve("release");
    if (Files.exists(release)) {
      for (String line : Files.readAllLines(release)) {
        if (line.startsWith("JAVA_VERSION=")) {
          return Runtime.Version.parse(line.substring(13).replace("\"", ""));
        }
      }
    }
    throw new IOException(settings.java() + " is not the home of a JDK: it has no file 'release'");
  }
}
