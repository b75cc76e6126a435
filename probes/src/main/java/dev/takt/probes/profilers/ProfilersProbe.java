package dev.takt.probes.profilers;

import dev.takt.load.server.Folders;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProgramJdk;
import dev.takt.probes.profilers.ProfilersResult.Cost;
import dev.takt.probes.profilers.ProfilersResult.Row;
import dev.takt.probes.profilers.ProgramLauncher.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Scores profilers: runs a program whose profile is known once without a profiler and once with
/// each, and compares what they say with what was burnt.
public final class ProfilersProbe {

  /// The program is compiled for it.
  private static final int MIN_JDK = 17;

  /// Less CPU time is not worth a share.
  private static final long MIN_JVM_NANOS = 200_000_000;

  private final ProfilersSettings settings;
  private volatile boolean isStopped;
  private volatile @Nullable ProgramLauncher launcher;

  /// Nothing is started yet.
  public ProfilersProbe(ProfilersSettings settings) {
    this.settings = settings;
  }

  /// Ends early. May be called by any thread.
  public void stop() {
    isStopped = true;
    ProgramLauncher running = launcher;
    if (running != null) {
      running.stop();
    }
  }

  /// Scores the profilers.
  ///
  /// @param sink receives the progress
  /// @throws IOException with a message for people, if the program cannot be run
  public ProfilersResult run(ProbeSink sink) throws IOException, InterruptedException {
    Runtime.Version version = new ProgramJdk(settings.java()).version();
    if (version.feature() < MIN_JDK) {
      throw new IOException(
          settings.java()
              + " is a JDK "
              + version.feature()
              + "; expected "
              + MIN_JDK
              + " or later");
    }
    int feature = version.feature();
    List<String> absent = new ArrayList<>();
    for (KnownWorkload each : settings.workloads()) {
      if (feature < each.minJdk()) {
        absent.add(each.label() + ": needs JDK " + each.minJdk() + "; this is JDK " + feature);
      }
    }
    Map<Profiler.Recording, List<Profiler>> recordings = new LinkedHashMap<>();
    for (Profiler each : settings.profilers()) {
      Optional<String> obstacle = each.obstacle(feature);
      if (obstacle.isPresent()) {
        absent.add(each.label() + ": " + obstacle.get());
      } else if (each.isAsync() && settings.asyncProfiler() == null) {
        absent.add(
            each.label() + ": name its jar, tools.profiler:async-profiler, with --async-profiler");
      } else {
        recordings.computeIfAbsent(each.recording(), _ -> new ArrayList<>()).add(each);
      }
    }
    List<Row> rows = new ArrayList<>();
    List<Cost> costs = new ArrayList<>();
    ProgramLauncher program = new ProgramLauncher(settings, feature);
    launcher = program;
    if (isStopped) {
      program.stop();
    }
    Path folder = Files.createTempDirectory("takt-profilers");
    try {
      sink.progress("without a profiler");
      Map<KnownWorkload, Measured> plain = program.run(Profiler.Recording.NONE, folder);
      for (Map.Entry<Profiler.Recording, List<Profiler>> each : recordings.entrySet()) {
        sink.progress(
            each.getValue().stream().map(Profiler::label).collect(Collectors.joining(", ")));
        try {
          Map<KnownWorkload, Measured> run = program.run(each.getKey(), folder);
          if (isStopped) {
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
      Map<KnownWorkload, Measured> plain,
      Map<KnownWorkload, Measured> run,
      Path folder,
      List<Row> rows,
      List<Cost> costs)
      throws IOException {
    Samples all = Samples.NONE;
    for (Map.Entry<KnownWorkload, Measured> each : run.entrySet()) {
      KnownWorkload workload = each.getKey();
      Truth truth = each.getValue().truth();
      Samples samples = profiler.read(folder.resolve(workload.label()), each.getValue().kernel());
      rows.add(
          new Row(
              profiler,
              workload,
              truth.nanos(),
              Score.of(workload, truth, samples.stacks(), samples.unrecordedNanos()),
              jvmShare(truth, samples)));
      all = all.plus(samples);
    }
    costs.add(cost(profiler, plain, run, all));
  }

  private static double jvmShare(Truth truth, Samples samples) {
    return truth.jvmNanos() < MIN_JVM_NANOS
        ? Double.NaN
        : (double) samples.jvmNanos() / truth.jvmNanos();
  }

  /// Compares a run with one without a profiler.
  static Cost cost(
      Profiler profiler,
      Map<KnownWorkload, Measured> plain,
      Map<KnownWorkload, Measured> run,
      Samples samples) {
    double ratio = 0;
    int compared = 0;
    for (Map.Entry<KnownWorkload, Measured> each : run.entrySet()) {
      Measured without = plain.get(each.getKey());
      if (without != null && each.getKey().hasSteadyCost()) {
        ratio += each.getValue().truth().nanosPerCall() / without.truth().nanosPerCall();
        compared++;
      }
    }
    long safepoints = sum(run, Truth::safepoints);
    boolean isKnown = safepoints >= 0;
    return new Cost(
        profiler,
        compared == 0 ? Double.NaN : ratio / compared - 1,
        isKnown ? Math.max(0, safepoints - sum(plain, Truth::safepoints)) : -1,
        isKnown ? Math.max(0, sum(run, Truth::stoppedNanos) - sum(plain, Truth::stoppedNanos)) : -1,
        samples.biased(),
        samples.lost(),
        samples.failed(),
        sum(run, Truth::othersNanos));
  }

  private static long sum(Map<KnownWorkload, Measured> run, ToLongFunction<Truth> figure) {
    return run.values().stream().map(Measured::truth).mapToLong(figure).sum();
  }
}
