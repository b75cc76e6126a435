package dev.takt.watch.jvm;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.jvm.attach.JvmProcess;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lets async-profiler sample the CPU time of another JVM's threads, by a timer of each thread
/// (`ctimer`), into a flight recording. Not thread-safe.
public final class AsyncProfilerObserver implements Observer {

  private static final String LIBRARY = "libasyncProfiler.so";

  /// The answer of a JVM to a library that could be loaded and its command.
  private static final String LOADED = "return code: 0";

  private final long pid;
  private final Path directory;
  private final String given;
  private final Duration period;
  private @Nullable JvmCommands commands;
  private @Nullable ExchangeDirectory files;
  private @Nullable String library;
  private @Nullable NotObservable missing;

  /// @param directory of the run
  /// @param given the jar or library of async-profiler; empty for that in the user's Maven
  ///   repository
  /// @param period the CPU time between two samples of a thread
  public AsyncProfilerObserver(long pid, Path directory, String given, Duration period) {
    this.pid = pid;
    this.directory = directory;
    this.given = given;
    this.period = period;
  }

  @Override
  public void start() {
    try {
      Path found = AsyncProfilerLibrary.find(given, AsyncProfilerLibrary.cache());
      JvmCommands jvm = JvmCommands.of(pid);
      commands = jvm;
      ExchangeDirectory shared = ExchangeDirectory.of(JvmProcess.of(pid), directory);
      files = shared;
      String path = found.toString();
      if (shared.isSeparate()) {
        shared.create(LIBRARY, Files.readAllBytes(found));
        path = shared.remotePath(LIBRARY).toString();
      }
      shared.transferOwnership();
      String file = shared.remotePath(RunDirectory.TARGET_PROFILE).toString();
      if (file.contains(",") || file.contains("%")) {
        throw new IOException(
            "async-profiler takes no file with a comma or % in its path: "
                + file
                + "; choose another --out");
      }
      // Before it is loaded: a JVM that answers too late may have started it.
      library = path;
      load(
          jvm,
          path,
          EnglishText.format(
              "start,event=ctimer,interval=%dus,jfr,file=%s", period.toNanos() / 1_000, file));
    } catch (IOException e) {
      missing = notObservable(e);
    }
  }

  private static void load(JvmCommands jvm, String library, String command) throws JvmException {
    String answer =
        jvm.run(
            "JVMTI.agent_load " + JvmCommands.quoted(library) + " " + JvmCommands.quoted(command));
    if (!answer.contains(LOADED)) {
      throw new JvmException(
          "async-profiler refused to "
              + command.substring(0, command.indexOf(',') < 0 ? command.length() : 5)
              + ": "
              + answer.strip());
    }
  }

  @Override
  public Findings finish() {
    JvmCommands jvm = commands;
    if (jvm != null && library != null) {
      try {
        load(jvm, library, "stop");
      } catch (JvmException e) {
        missing = notObservable(e);
      }
    }
    if (jvm != null) {
      jvm.close();
    }
    String problem = files == null ? null : files.collect(List.of(RunDirectory.TARGET_PROFILE));
    if (problem != null) {
      missing = new NotObservable(Side.TARGET, "CPU profile", problem);
    }
    return missing == null ? Findings.NONE : Findings.ofNotObservable(missing);
  }

  private static NotObservable notObservable(Exception why) {
    return new NotObservable(Side.TARGET, "CPU profile", String.valueOf(why.getMessage()));
  }
}
