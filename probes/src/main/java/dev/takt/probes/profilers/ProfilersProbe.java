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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Scores profilers: runs a program whose profile is known with each, and compares what they say
/// with what was burnt. It runs without a profiler before that and after it: what these two runs
/// differ by is the error of each overhead.
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
    Map<Profiler, Map<KnownWorkload, Measured>> runs = new LinkedHashMap<>();
    Map<Profiler, Samples> samples = new EnumMap<>(Profiler.class);
    List<Row> rows = new ArrayList<>();
    ProgramLauncher program = new ProgramLauncher(settings, feature);
    launcher = program;
    if (isStopped) {
      program.stop();
    }
    List<Map<KnownWorkload, Measured>> plain = new ArrayList<>();
    Path folder = Files.createTempDirectory("takt-profilers");
    try {
      sink.progress("without a profiler");
      plain.add(program.run(Profiler.Recording.NONE, folder));
      for (Map.Entry<Profiler.Recording, List<Profiler>> each : recordings.entrySet()) {
        sink.progress(
            each.getValue().stream().map(Profiler::label).collect(Collectors.joining(", ")));
        try {
          Map<KnownWorkload, Measured> run = program.run(each.getKey(), folder);
          if (isStopped) {
            break;
          }
          for (Profiler profiler : each.getValue()) {
            runs.put(profiler, run);
            samples.put(profiler, score(profiler, run, folder, rows));
          }
        } catch (IOException e) {
          each.getValue().forEach(profiler -> absent.add(profiler.label() + ": " + e.getMessage()));
        }
      }
      if (!isStopped) {
        sink.progress("without a profiler again");
        addAgain(program, folder, plain, absent);
      }
    } finally {
      Folders.delete(folder);
    }
    List<Cost> costs = new ArrayList<>();
    runs.forEach((profiler, run) ->
        costs.add(cost(profiler, plain, run, Objects.requireNonNull(samples.get(profiler)))));
    return new ProfilersResult(version.toString(), rows, costs, absent, noise(plain));
  }

  /// A run that fails or is stopped leaves the scores as they are, without an error of overheads.
  private void addAgain(
      ProgramLauncher program,
      Path folder,
      List<Map<KnownWorkload, Measured>> plain,
      List<String> absent)
      throws InterruptedException {
    try {
      Map<KnownWorkload, Measured> again = program.run(Profiler.Recording.NONE, folder);
      if (!isStopped && again.keySet().equals(plain.getFirst().keySet())) {
        plain.add(again);
      }
    } catch (IOException e) {
      absent.add("the error of overheads: " + e.getMessage());
    }
  }

  private static Samples score(
      Profiler profiler, Map<KnownWorkload, Measured> run, Path folder, List<Row> rows)
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
    return all;
  }

  private static double jvmShare(Truth truth, Samples samples) {
    return truth.jvmNanos() < MIN_JVM_NANOS
        ? Double.NaN
        : (double) samples.jvmNanos() / truth.jvmNanos();
  }

  /// Compares a run with those without a profiler.
  static Cost cost(
      Profiler profiler,
      List<Map<KnownWorkload, Measured>> plain,
      Map<KnownWorkload, Measured> run,
      Samples samples) {
    double overhead =
        plain.stream().mapToDouble(each -> ratio(run, each)).average().orElse(Double.NaN) - 1;
    long safepoints = sum(run, Truth::safepoints);
    boolean isKnown = safepoints >= 0;
    return new Cost(
        profiler,
        overhead,
        isKnown ? added(safepoints, plain, Truth::safepoints) : -1,
        isKnown ? added(sum(run, Truth::stoppedNanos), plain, Truth::stoppedNanos) : -1,
        samples.biased(),
        samples.lost(),
        samples.failed(),
        sum(run, Truth::othersNanos));
  }

  /// By how much the overhead of a run without a profiler differs from 0.
  static double noise(List<Map<KnownWorkload, Measured>> plain) {
    return plain.size() < 2 ? Double.NaN : Math.abs(ratio(plain.getLast(), plain.getFirst()) - 1);
  }

  /// How much longer a call took, on average over the workloads whose calls cost the same.
  private static double ratio(
      Map<KnownWorkload, Measured> run, Map<KnownWorkload, Measured> plain) {
    return run.keySet().stream()
        .filter(each -> each.hasSteadyCost() && plain.containsKey(each))
        .mapToDouble(each -> nanosPerCall(run, each) / nanosPerCall(plain, each))
        .average()
        .orElse(Double.NaN);
  }

  private static double nanosPerCall(Map<KnownWorkload, Measured> run, KnownWorkload workload) {
    return Objects.requireNonNull(run.get(workload)).truth().nanosPerCall();
  }

  private static long added(
      long with, List<Map<KnownWorkload, Measured>> plain, ToLongFunction<Truth> figure) {
    double without = plain.stream().mapToLong(each -> sum(each, figure)).average().orElse(0);
    return Math.max(0, Math.round(with - without));
  }

  private static long sum(Map<KnownWorkload, Measured> run, ToLongFunction<Truth> figure) {
    return run.values().stream().map(Measured::truth).mapToLong(figure).sum();
  }
}
