package dev.takt.faults;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.Watch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Injects faults in another JVM, watches it like any target, and scores the reports.
public final class TruthCheck {

  private static final int MIN_MILLIS = 30;
  private static final int STEP_MILLIS = 7;
  private static final int STEPS = 5;
  private static final int ALLOCATION_MILLIS = 300;
  private static final int PAUSE_MILLIS = 120;

  /// Waiting time after the attach, which loads and compiles classes in the target.
  private static final int SETTLE_MILLIS = 2000;

  private static final Set<FaultKind> EXTERNAL =
      EnumSet.of(FaultKind.STOP, FaultKind.HOG, FaultKind.QUOTA);
  private static final Set<FaultKind> LONG = EnumSet.of(FaultKind.ALLOCATION, FaultKind.QUOTA);

  private final Path folder;
  private final Map<String, String> environment;
  private final boolean deep;
  private final LongFunction<Watch> watches;
  private final Consumer<String> progress;

  /// @param folder the directory that the faulty JVM writes to
  /// @param environment added to this process's environment
  /// @param deep whether the target is watched deeply
  /// @param watches creates the watch of a process
  /// @param progress receives the progress, for people
  public TruthCheck(
      Path folder,
      Map<String, String> environment,
      boolean deep,
      LongFunction<Watch> watches,
      Consumer<String> progress) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.deep = deep;
    this.watches = watches;
    this.progress = progress;
  }

  /// Injects faults of each kind, one after the other.
  ///
  /// @param times how many of each kind
  /// @param quiet how long to watch before the first fault
  /// @throws IOException if the faulty JVM cannot be started, or ends
  public TruthReport run(Set<FaultKind> ailments, int times, Duration quiet)
      throws IOException, InterruptedException {
    Map<FaultKind, String> notPossible = new EnumMap<>(FaultKind.class);
    List<Round> rounds = new ArrayList<>();
    GroundTruth truth = GroundTruth.NOTHING;
    long quietBegin;
    long quietEnd;
    Stalls stalls;
    try (FaultyJvmProcess patient = FaultyJvmProcess.start(folder, environment);
        CpuQuota quota = quotaOrNull(patient, ailments)) {
      ExternalFaults outer = new ExternalFaults(patient, quota);
      Watch watch = watches.apply(patient.pid());
      watch.start();
      try {
        Thread.sleep(SETTLE_MILLIS);
        quietBegin = System.nanoTime();
        Thread.sleep(quiet);
        quietEnd = System.nanoTime();
        for (FaultKind each : ailments) {
          progress.accept(each.text() + ", " + times + " times");
          try {
            truth = truth.and(injectAll(each, times, patient, outer, rounds));
          } catch (NotPossibleException e) {
            notPossible.put(each, e.why());
          }
        }
      } finally {
        stalls = watch.finish();
      }
    }
    Scorer scorer = new Scorer(truth, rounds, stalls.stalls(), deep);
    List<Score> scores =
        ailments.stream()
            .filter(each -> !notPossible.containsKey(each))
            .map(scorer::score)
            .toList();
    return new TruthReport(
        scores,
        notPossible,
        quietEnd - quietBegin,
        reports(stalls.stalls(), quietBegin, quietEnd),
        stalls);
  }

  private static @Nullable CpuQuota quotaOrNull(FaultyJvmProcess patient, Set<FaultKind> ailments) {
    try {
      return ailments.contains(FaultKind.QUOTA) ? CpuQuota.around(patient.pid()) : null;
    } catch (NotPossibleException e) {
      return null;
    }
  }

  private static GroundTruth injectAll(
      FaultKind ailment,
      int times,
      FaultyJvmProcess patient,
      ExternalFaults outer,
      List<Round> rounds)
      throws IOException, InterruptedException, NotPossibleException {
    GroundTruth truth = GroundTruth.NOTHING;
    for (int i = 0; i < times; i++) {
      int millis =
          LONG.contains(ailment) ? ALLOCATION_MILLIS : MIN_MILLIS + i % STEPS * STEP_MILLIS;
      long begin = System.nanoTime();
      truth =
          truth.and(
              EXTERNAL.contains(ailment)
                  ? outer.inject(ailment, millis)
                  : patient.send(ailment + " " + millis));
      rounds.add(new Round(ailment, begin, System.nanoTime()));
      Thread.sleep(PAUSE_MILLIS);
    }
    return truth;
  }

  private static List<Stall> reports(List<Stall> stalls, long from, long to) {
    return stalls.stream()
        .filter(each -> each.side() == Side.TARGET && each.nanos() >= Scorer.MIN_NANOS)
        // Compilation stops no thread.
        .filter(each -> each.kind() != StallKind.COMPILATION)
        .filter(each -> each.endNanoTime() > from && each.beginNanoTime() < to)
        .toList();
  }
}
