package dev.takt.watch.jvm;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jfr.ClockMark;
import dev.takt.watch.jfr.CpuSamples;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.JfrSettings;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JdkVersion;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.jvm.attach.JvmProcess;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Observes this JVM or another running one, by means of a flight recording and a unified log that
/// it starts there. Recordings and logs of other tools go on. Not thread-safe.
///
/// Writes `SIDE.jfr` and `SIDE-jvm.log` to the run directory.
public final class JvmObserver implements Observer {

  private final Side side;
  private final long pid;
  private final JfrSettings settings;
  private final WatchLevel level;
  private final DirectoryFactory directoryFactory;
  private final EventExtension extension;
  private final ClockAnchors anchors;
  private final List<NotObservable> notObservable = new ArrayList<>();
  private @Nullable JvmCommands commands;
  private @Nullable ExchangeDirectory files;
  private @Nullable FlightRecording recording;
  private @Nullable IoEventRecording ioEvents;
  private @Nullable LogOutput log;
  private @Nullable LiveSafepointCounter live;
  private boolean isSalvaged;
  private TruncatedStart truncatedStart;

  /// Creates the directory that is shared with the JVM.
  @FunctionalInterface
  private interface DirectoryFactory {
    ExchangeDirectory create() throws JvmException;
  }

  private JvmObserver(
      Side side, long pid, WatchLevel level, Path directory, EventExtension extension) {
    boolean own = pid == ProcessHandle.current().pid();
    this.side = side;
    this.pid = pid;
    this.truncatedStart = TruncatedStart.now(side);
    JfrSettings all = JfrSettings.of(level).with(extension.settings());
    this.settings = own ? all.withoutCommandLine() : all;
    this.level = level;
    this.directoryFactory =
        own
            ? () -> ExchangeDirectory.own(directory)
            : () -> ExchangeDirectory.of(JvmProcess.of(pid), directory);
    this.extension = extension;
    this.anchors = new ClockAnchors(own ? ClockMark::record : () -> {});
  }

  /// Creates an observer of the JVM with a process id.
  ///
  /// @param directory the run directory
  /// @param more the events to record in addition to safepoints
  public static JvmObserver ofPid(
      Side side, long pid, WatchLevel level, Path directory, EventExtension more) {
    return new JvmObserver(side, pid, level, directory, more);
  }

  /// Creates an observer of this JVM, the generator. Expensive events are recorded without a
  /// budget: the event loops' own I/O does not go through the JDK's events, and lateness is
  /// measured.
  ///
  /// @param directory the run directory
  /// @param more the events to record in addition to safepoints
  public static JvmObserver own(WatchLevel level, Path directory, EventExtension more) {
    return new JvmObserver(
        Side.GENERATOR, ProcessHandle.current().pid(), level, directory, more.withoutBudget());
  }

  @Override
  public void start() {
    truncatedStart = TruncatedStart.now(side);
    anchors.start();
    JvmCommands jvm;
    ExchangeDirectory shared;
    try {
      jvm = JvmCommands.of(pid);
      commands = jvm;
      shared = directoryFactory.create();
      files = shared;
    } catch (JvmException e) {
      addNotObservable("JVM", e);
      return;
    }
    stopOrphaned(jvm);
    JfcFile jfc =
        writeJfc("flight recording of the JVM", new JfcFile(shared, recordingName()), settings);
    JfcFile ioJfc =
        jfc == null || extension.expensive().isEmpty()
            ? null
            : writeJfc(
                IoEventRecording.DESCRIPTION,
                new JfcFile(shared, side.lowerCase() + "-calls"),
                extension.expensiveSettings());
    transferOwnership(shared);
    try {
      LogOutput output = new LogOutput(jvm, shared, logName());
      output.start(level);
      log = output;
      live = new LiveSafepointCounter(side, shared, logName());
    } catch (JvmException e) {
      addNotObservable("unified log of the JVM", e);
    }
    if (jfc != null) {
      startRecording(jvm, shared, jfc);
    }
    if (ioJfc != null) {
      startIoEvents(jvm, ioJfc);
    }
    if (recording != null && CpuSamples.isEnabledIn(settings.values())) {
      checkCpuSampler(jvm);
    }
    checkSafepointTimeout(jvm);
  }

  private @Nullable JfcFile writeJfc(String what, JfcFile which, JfrSettings content) {
    try {
      which.write(content);
      return which;
    } catch (JvmException e) {
      addNotObservable(what, e);
      return null;
    }
  }

  /// Gives the shared directory to the JVM's user, after all files for the JVM have been created.
  private void transferOwnership(ExchangeDirectory shared) {
    try {
      shared.transferOwnership();
    } catch (IOException e) {
      addNotObservable(
          "files of the JVM",
          new JvmException(
              EnglishText.format(
                  "%s cannot be given to its user: %s", shared.localPath(""), e.getMessage()),
              e));
    }
  }

  private void startRecording(JvmCommands jvm, ExchangeDirectory shared, JfcFile jfc) {
    FlightRecording flight = new FlightRecording(jvm, shared, jfc, recordingName());
    try {
      flight.start();
      recording = flight;
    } catch (JvmException e) {
      addNotObservable("flight recording of the JVM", e);
    } finally {
      jfc.delete();
    }
  }

  /// Starts the I/O events, unless there is no recording that they would be written to.
  private void startIoEvents(JvmCommands jvm, JfcFile jfc) {
    try {
      if (recording != null) {
        IoEventRecording events = new IoEventRecording(side, pid, jfc);
        ioEvents = events;
        events.start(jvm);
      }
    } catch (JvmException e) {
      addNotObservable(IoEventRecording.DESCRIPTION, e);
    } finally {
      jfc.delete();
    }
  }

  /// Reports a JDK without a CPU-time sampler, since a JVM ignores events that it does not know.
  private void checkCpuSampler(JvmCommands jvm) {
    try {
      OptionalInt jdk = JdkVersion.of(jvm.run("VM.version"));
      if (jdk.isPresent() && jdk.getAsInt() < CpuSamples.FIRST_JDK) {
        notObservable.add(
            new NotObservable(
                side,
                "CPU profile",
                EnglishText.format(
                    "JDK %d has no CPU-time sampler, JDK %d is the first; --profiler async uses"
                        + " async-profiler: %s",
                    jdk.getAsInt(), CpuSamples.FIRST_JDK, AsyncProfilerLibrary.HOW_TO_GET)));
      }
    } catch (JvmException e) {
      addNotObservable("version of the JVM, and so whether it has a CPU-time sampler", e);
    }
  }

  private static void stopOrphaned(JvmCommands jvm) {
    try {
      if (FlightRecording.stopOrphaned(jvm)) {
        LogOutput.stopOrphaned(jvm);
      }
    } catch (JvmException e) {
      // A JVM without a flight recorder has no orphaned recordings. Other failures occur again
      // below.
    }
  }

  private void checkSafepointTimeout(JvmCommands jvm) {
    try {
      if (!jvm.run("VM.flags").contains("+SafepointTimeout")) {
        notObservable.add(
            new NotObservable(
                side,
                "which thread was late to a safepoint",
                "its JVM would have to be started with "
                    + SpawnOptions.LATE_THREADS
                    + ", as --spawn does; "
                    + (level == WatchLevel.DEEP
                        ? "the evidence of long waits has the threads sampled during the wait"
                        : "--watch deep samples threads and shows those sampled during the wait")));
      }
    } catch (JvmException e) {
      addNotObservable("flags of the JVM", e);
    }
  }

  @Override
  public List<LiveFigure> live() {
    return live == null ? List.of() : live.poll();
  }

  @Override
  public Findings finish() {
    anchors.finish();
    if (commands == null || files == null) {
      return findings(null, null);
    }
    Path recorded = recording == null ? null : stopRecording(recording, files);
    if (ioEvents != null) {
      stopIoEvents(ioEvents, commands);
    }
    if (log != null) {
      try {
        log.stop();
      } catch (JvmException e) {
        addNotObservable("end of the unified log", e);
      }
    }
    commands.close();
    String rotated = UnifiedLog.rotated(Path.of(logName())).toString();
    List<String> names = new ArrayList<>(List.of(logName(), rotated));
    if (!isSalvaged) {
      names.addFirst(recordingName());
    }
    String problem = files.collect(names);
    if (problem != null) {
      notObservable.add(new NotObservable(side, "files of the JVM", problem));
    }
    return findings(recorded, log == null ? null : files.collectedPath(logName()));
  }

  /// @return the recording; null if there is none
  private @Nullable Path stopRecording(FlightRecording flight, ExchangeDirectory shared) {
    try {
      flight.stop();
    } catch (JvmException e) {
      if (!isWritten(shared)) {
        isSalvaged = salvage(flight, shared.collectedPath(recordingName()));
        if (!isSalvaged) {
          addNotObservable("flight recording of the JVM, of which nothing is left", e);
          return null;
        }
      }
      addNotObservable("last second of the flight recording", e);
    }
    return shared.collectedPath(recordingName());
  }

  /// Called after the main recording was stopped, so that a failure does not affect it.
  private void stopIoEvents(IoEventRecording events, JvmCommands jvm) {
    try {
      events.stop(jvm);
    } catch (JvmException e) {
      if (JvmProcess.of(pid).isAlive()) {
        addNotObservable("end of the recording of " + IoEventRecording.DESCRIPTION, e);
      }
    }
    NotObservable missing = events.notObservable();
    if (missing != null) {
      notObservable.add(missing);
    }
  }

  /// Whether the JVM has written its recording, as it does when it exits normally.
  private boolean isWritten(ExchangeDirectory shared) {
    try (SeekableByteChannel channel = shared.read(recordingName())) {
      return channel.size() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Joins the chunk files of a JVM that was killed, in a place that the JVM's user cannot write
  /// to.
  private static boolean salvage(FlightRecording flight, Path to) {
    try {
      return flight.salvage(to);
    } catch (IOException e) {
      return false;
    }
  }

  private Findings findings(@Nullable Path recorded, @Nullable Path logged) {
    notObservable.addAll(truncatedStart.findMissing(recorded, logged));
    Findings findings =
        new JvmFindings(side, pid, extension, anchors.snapshot()).of(recorded, logged);
    return new Findings(List.of(), List.of(), notObservable, List.of()).and(findings);
  }

  private String recordingName() {
    return RunDirectory.recordingName(side);
  }

  private String logName() {
    return side.lowerCase() + "-jvm.log";
  }

  private void addNotObservable(String what, JvmException why) {
    notObservable.add(new NotObservable(side, what, String.valueOf(why.getMessage())));
  }
}
