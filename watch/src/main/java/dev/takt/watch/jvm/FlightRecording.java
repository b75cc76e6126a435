package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.jfr.ChunkFiles;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.jvm.attach.OwnCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Controls one flight recording in a JVM, beside the recordings of other tools. Not thread-safe.
///
/// The JVM writes its events to chunk files in a repository, and flushes them about once a second.
/// When it exits, it writes the whole recording. What happens otherwise:
///
/// - If the JVM is killed, its chunk files remain ([#salvage]).
/// - If this process is killed, the agent in the JVM stops the recording. Without an agent, it goes
///   on until the JVM exits, or until the next Takt that watches the JVM stops it.
final class FlightRecording {

  /// The JVM drops the oldest chunks of a longer recording.
  static final long MAX_BYTES = 1L << 30;

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Pattern REPOSITORY = Pattern.compile("Repository path: (.+)");
  private static final Pattern TAKT_RECORDING = Pattern.compile("name=(takt-(\\d{1,9})-\\d{1,9}) ");

  /// The assumed lower bound of a disk's write rate, in bytes per millisecond.
  private static final int BYTES_PER_MILLI = 20_000;

  private final JvmCommands commands;
  private final ExchangeDirectory files;
  private final JfcFile settings;
  private final String fileName;
  private final String name = newName();
  private @Nullable Path repository;
  private long startedMillis;

  /// @param settings a file of settings that has been written
  /// @param fileName the name of the recording's file
  FlightRecording(
      JvmCommands commands, ExchangeDirectory files, JfcFile settings, String fileName) {
    this.commands = commands;
    this.files = files;
    this.settings = settings;
    this.fileName = fileName;
  }

  /// A unique name. It has this process's id, so that recordings of dead Takt processes are found.
  static String newName() {
    return "takt-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
  }

  /// Starts the recording.
  ///
  /// @throws JvmException if the JVM has no flight recorder, or cannot write its files
  void start() throws JvmException {
    configureRepository();
    startedMillis = System.currentTimeMillis();
    settings.startRecording(
        commands,
        name,
        "filename="
            + JvmCommands.quoted(files.remotePath(fileName))
            + " dumponexit=true maxsize="
            + MAX_BYTES);
    repository = repository();
  }

  /// Puts this JVM's repository into the run directory, so that a killed run leaves its chunks
  /// there.
  private void configureRepository() throws JvmException {
    String running = commands.run("JFR.check");
    if (commands instanceof OwnCommands && running.contains("No available recordings")) {
      commands.run("JFR.configure repositorypath=" + JvmCommands.quoted(files.remotePath("")));
    }
  }

  /// The JVM's repository; null if it does not report one. The JVM records in any case, so the
  /// recording must be stopped.
  private @Nullable Path repository() {
    try {
      Matcher path = REPOSITORY.matcher(commands.run("JFR.configure"));
      return path.find() ? Path.of(path.group(1).strip()) : null;
    } catch (JvmException e) {
      return null;
    }
  }

  /// Stops the recordings of Takt processes that were killed.
  ///
  /// @return whether there were any, and none of a Takt that is alive
  static boolean stopOrphaned(JvmCommands commands) throws JvmException {
    Matcher each = TAKT_RECORDING.matcher(commands.run("JFR.check"));
    boolean dead = false;
    boolean alive = false;
    while (each.find()) {
      if (ProcessHandle.of(Long.parseLong(each.group(2))).isEmpty()) {
        stopQuietly(each.group(1), commands);
        dead = true;
      } else {
        alive = true;
      }
    }
    return dead && !alive;
  }

  /// A timeout does not prevent the stopping of other recordings.
  private static void stopQuietly(String name, JvmCommands commands) {
    try {
      commands.run("JFR.stop name=" + name);
    } catch (JvmException e) {
      // The next Takt that watches this JVM tries again.
    }
  }

  /// Stops the recording; the JVM writes its file.
  ///
  /// @throws JvmException if it does not; then [#salvage] gets what was flushed before
  void stop() throws JvmException {
    String answer =
        commands.run(
            MachineText.format(
                "JFR.stop name=%s filename=%s",
                name, JvmCommands.quoted(files.remotePath(fileName))),
            timeToWrite());
    if (!answer.contains("Stopped recording")) {
      throw new JvmException("the JVM did not stop its recording: " + firstLine(answer));
    }
  }

  /// The additional timeout for writing the file. After a shorter one, Takt would read and write a
  /// file that the JVM is still writing.
  private Duration timeToWrite() {
    return repository == null
        ? Duration.ZERO
        : Duration.ofMillis(ChunkFiles.totalBytes(repository) / BYTES_PER_MILLI);
  }

  /// Joins the chunk files of a JVM that was killed or does not answer.
  ///
  /// @return whether there were any
  boolean salvage(Path to) throws IOException {
    return repository != null && ChunkFiles.join(repository, startedMillis, to);
  }

  static String firstLine(String answer) {
    return answer.lines().filter(line -> !line.isBlank()).findFirst().orElse("no message");
  }
}
