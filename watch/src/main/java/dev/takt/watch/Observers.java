package dev.takt.watch;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.allocation.AllocationEvents;
import dev.takt.watch.counters.CounterObserver;
import dev.takt.watch.hiccup.HiccupObserver;
import dev.takt.watch.hiccup.HostHiccupObserver;
import dev.takt.watch.hiccup.TargetHiccupObserver;
import dev.takt.watch.host.HostSampler;
import dev.takt.watch.host.ThreadCpuTimeObserver;
import dev.takt.watch.jfr.ClockEvidence;
import dev.takt.watch.jfr.CpuSamples;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.RecordingFindings;
import dev.takt.watch.jfr.RecordingReader;
import dev.takt.watch.jfr.RecordingSpan;
import dev.takt.watch.jvm.AsyncProfilerObserver;
import dev.takt.watch.jvm.JvmObserver;
import dev.takt.watch.locks.ThreadWaitEvents;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import dev.takt.watch.scheduler.RunQueueObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates watches: chooses the observers for a request. Also reads past watches from files.
public final class Observers {

  private Observers() {}

  /// A watch with all observers that apply to a request.
  public static Watch of(WatchRequest subject) {
    MeasurementWindow measured = new MeasurementWindow();
    return new Watch(observers(subject, measured), measured);
  }

  /// @param measured the time that sums cover
  static List<Observer> observers(WatchRequest subject, MeasurementWindow measured) {
    Path hiccups = subject.directory().resolve(RunDirectory.HICCUP_LOG);
    WatchLevel level = subject.level();
    Map<Side, Long> pids = new EnumMap<>(Side.class);
    List<Observer> observers = new ArrayList<>();
    HiccupSettings meter = hiccupSettings(subject);
    observers.add(new HostHiccupObserver(hiccups, meter));
    if (subject.targetPid().isPresent()) {
      long pid = subject.targetPid().getAsLong();
      pids.put(Side.TARGET, pid);
      EventExtension extension =
          ThreadWaitEvents.forLevel(level, measured).and(AllocationEvents.within(measured));
      Optional<CpuProfiling> profiling = subject.profiling();
      if (profiling.isPresent()) {
        extension = extension.and(AllocationEvents.sampling());
      }
      if (profiling.isPresent() && profiling.get().asyncProfiler().isEmpty()) {
        extension = extension.and(CpuSamples.settings(profiling.get().period()));
      }
      observers.add(JvmObserver.ofPid(Side.TARGET, pid, level, subject.directory(), extension));
      observers.add(new TargetHiccupObserver(pid, hiccups, meter, level));
      if (profiling.isPresent() && profiling.get().asyncProfiler().isPresent()) {
        observers.add(
            new AsyncProfilerObserver(
                pid,
                subject.directory(),
                profiling.get().asyncProfiler().get(),
                profiling.get().period()));
      }
    }
    if (subject.watchesGenerator()) {
      pids.put(Side.GENERATOR, ProcessHandle.current().pid());
      observers.add(
          JvmObserver.own(level, subject.directory(), ThreadWaitEvents.forLevel(level, measured)));
      observers.add(new HiccupObserver(hiccups, meter));
    }
    observers.add(new RunQueueObserver(pids, level));
    observers.add(new HostSampler(pids, level));
    // Starts after the recording and ends before it, so that its time has all samples.
    if (subject.profiling().isPresent() && subject.targetPid().isPresent()) {
      observers.add(
          new ThreadCpuTimeObserver(
              Side.TARGET, subject.targetPid().getAsLong(), subject.directory()));
    }
    // Counts are shown per operation, so only a watch with a generator has them. It is the last
    // observer: the others start threads in the target, which it leaves out.
    if (level == WatchLevel.DEEP && subject.watchesGenerator() && subject.targetPid().isPresent()) {
      observers.add(new CounterObserver(subject.targetPid().getAsLong(), measured));
    }
    return observers;
  }

  /// The hiccup meter's settings: the full sampling rate if no JVM is measured, or with deep.
  static HiccupSettings hiccupSettings(WatchRequest subject) {
    boolean isAlone = subject.targetPid().isEmpty() && !subject.watchesGenerator();
    return isAlone || subject.level() == WatchLevel.DEEP
        ? HiccupSettings.DEFAULT
        : HiccupSettings.LOW_OVERHEAD;
  }

  /// A watch of this JVM alone, for measurements that run in it. It leaves no files.
  public static Watch ofThisJvm() {
    TemporaryFolder folder = new TemporaryFolder();
    WatchLevel level = WatchLevel.DEFAULT;
    return new Watch(
        List.of(
            folder,
            JvmObserver.own(
                level, folder.path(), ThreadWaitEvents.forLevel(level, new MeasurementWindow())),
            new RunQueueObserver(
                Map.of(Side.GENERATOR, ProcessHandle.current().pid()), WatchLevel.DEEP)));
  }

  /// Reads the stalls of a past run, or of a flight recording.
  ///
  /// @param path a run directory, or a recording
  /// @throws IOException with a message for people, if it is neither or cannot be read
  public static WatchReport read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return readRun(path);
    }
    RecordingFindings read;
    try {
      read =
          RecordingReader.of(Side.TARGET, ThreadWaitEvents.forOtherMachine(), ClockEvidence.NONE)
              .readAll(path);
    } catch (IOException e) {
      throw new IOException(EnglishText.format("%s cannot be read: %s", path, e.getMessage()), e);
    }
    Findings found =
        read.findings()
            .and(new Findings(List.of(), List.of(), read.hiddenKinds(Side.TARGET), List.of()));
    RecordingSpan span = RecordingSpan.of(path);
    return new WatchReport(
        Watch.merge(found, Map.of()),
        span.beginEpochNanos(),
        span.nanos(),
        RecordingCaveat.of(read),
        RecordingCaveat.noStallsText(read));
  }

  private static WatchReport readRun(Path directory) throws IOException {
    RunDirectory run = RunDirectory.open(directory);
    if (Files.notExists(run.stallsJson())) {
      throw new IOException(
          EnglishText.format(
              "%s has no %s: Takt was killed, or nothing was watched. Its recordings (*.jfr) can be read one by one",
              directory, run.stallsJson().getFileName()));
    }
    return new WatchReport(
        run.readStalls(), run.read().beginNanoTime(), null, "", "no stalls were seen");
  }
}
