package dev.takt.agent;

import dev.takt.record.ClockAnchor;
import dev.takt.record.ThreadRole;
import dev.takt.record.hiccup.HiccupJournal;
import dev.takt.record.hiccup.HiccupLog;
import dev.takt.record.hiccup.HiccupMeter;
import dev.takt.record.hiccup.HiccupSink;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A hiccup meter in this JVM. It runs until it is stopped, its time is over, or the JVM or an
/// observed process ends. Thread-safe.
final class Measurement implements AutoCloseable {

  private final HiccupOptions options;
  private final StderrLog console;
  private final Path file;
  private final HiccupLog log;
  private final @Nullable ControlProcess control;
  private final Thread hook = new Thread(this::close, ThreadRole.AGENT.threadName("end"));
  private boolean closed;

  private Measurement(
      HiccupOptions options,
      StderrLog console,
      Path file,
      HiccupLog log,
      @Nullable ControlProcess control) {
    this.options = options;
    this.console = console;
    this.file = file;
    this.log = log;
    this.control = control;
  }

  /// Starts measuring.
  ///
  /// @param attached whether the JVM was running before, so that delays count from now
  /// @param afterwards called when it has ended by itself: with true if the process that it depends
  ///   on has ended, with false if its time was over
  /// @throws IOException with a message for people, if the log cannot be written
  static Measurement start(
      HiccupOptions options, boolean attached, StderrLog console, Consumer<Boolean> afterwards)
      throws IOException {
    Path file = logFile(options.log().file());
    ClockAnchor anchor = ClockAnchor.now();
    long now = System.nanoTime();
    long jvmStart = now - JvmAge.nanos();
    IntervalLogWriter writer =
        create(file, anchor, options.log().timesFromJvmStart() ? jvmStart : now);
    long delay = Math.max(0, options.startDelayNanos() - (attached ? 0 : now - jvmStart));
    HiccupMeter meter =
        new HiccupMeter(
            options.settings(),
            HiccupLog.rawTag(options.log().side()),
            HiccupLog.correctedTag(options.log().side()));
    HiccupSink sink = new LoggingSink(journal(options, console), file, console);
    HiccupLog log = new HiccupLog(meter, writer, sink, delay, options.log().intervalNanos());
    ControlProcess control = ControlProcess.startIfWanted(options, delay, file, console);
    Measurement started = new Measurement(options, console, file, log, control);
    started.begin(delay, afterwards);
    return started;
  }

  private static Path logFile(String pattern) throws IOException {
    try {
      return FilePattern.expand(pattern);
    } catch (InvalidPathException e) {
      throw new IOException("'" + pattern + "' is not a valid path: " + e.getReason(), e);
    }
  }

  private static IntervalLogWriter create(Path file, ClockAnchor anchor, long origin)
      throws IOException {
    try {
      Path folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      return IntervalLogWriter.shared(file, anchor, origin);
    } catch (FileSystemException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    } catch (SecurityException e) {
      throw new IOException("not allowed to write " + file + ": " + e.getMessage(), e);
    }
  }

  private static String reason(FileSystemException e) {
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such directory";
    }
    String reason = e.getReason();
    return reason == null ? e.getFile() + " is not a directory" : reason;
  }

  private static HiccupSink journal(HiccupOptions options, StderrLog console) {
    String name = options.journal();
    if (name == null) {
      return HiccupSink.NONE;
    }
    try {
      return HiccupJournal.open(FilePattern.expand(name), options.settings());
    } catch (IOException | InvalidPathException | SecurityException e) {
      console.log("cannot write the journal " + name + " (" + e + "); continuing without it");
      return HiccupSink.NONE;
    }
  }

  private void begin(long delay, Consumer<Boolean> afterwards) {
    log.start();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException | SecurityException e) {
      console.log("the last interval will be missing: " + e.getMessage());
    }
    StopCondition.watch(
        options.end(),
        delay,
        console,
        this::isClosed,
        processIsGone -> {
          close();
          afterwards.accept(processIsGone);
        });
    if (options.verbose()) {
      console.log("measuring hiccups into " + file);
    }
  }

  /// The log.
  Path file() {
    return file;
  }

  /// Waits until it has ended.
  synchronized void await() throws InterruptedException {
    while (!closed) {
      wait();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  synchronized boolean isRunning() {
    return !closed && log.isRunning();
  }

  /// Stops measuring and writes the last interval. A second call does nothing.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    log.close();
    if (control != null) {
      control.close();
    }
    closed = true;
    notifyAll();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException | SecurityException e) {
      // The JVM is shutting down, and this is the hook.
    }
    if (options.verbose()) {
      console.log("stopped measuring hiccups; they are in " + file);
    }
  }
}
