package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.jfr.ChunkFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A flight recording in a JVM, beside those that others have there. For one thread.
///
/// The JVM keeps what it records in files of its own and writes them out about once a second; when
/// it exits, it writes the whole recording itself. If it is killed, its files are still there; if
/// this process is killed, the agent in the JVM ends the recording; where there is no agent, it
/// goes on until the JVM exits, or the next Takt that watches it ends it.
final class FlightRecording {

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Pattern REPOSITORY = Pattern.compile("Repository path: (.+)");
  private static final Pattern OURS = Pattern.compile("name=(takt-(\\d{1,9})-\\d{1,9}) ");

  /// What the slowest disk writes in a millisecond on which somebody records.
  private static final int BYTES_PER_MILLI = 20_000;

  private final JvmCommands commands;
  private final SharedFiles files;
  private final LaidSettings settings;
  private final String fileName;
  private final String name = newName();
  private @Nullable Path repository;
  private long startedMillis;

  /// @param settings that are laid
  /// @param fileName what the recording is called in the end
  FlightRecording(JvmCommands commands, SharedFiles files, LaidSettings settings, String fileName) {
    this.commands = commands;
    this.files = files;
    this.settings = settings;
    this.fileName = fileName;
  }

  /// A name that no other recording has, by which those of Takts that are gone are found.
  static String newName() {
    return "takt-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
  }

  /// Starts to record.
  ///
  /// @throws JvmException if the JVM has no flight recorder, or cannot write its files
  void start() throws JvmException {
    choosePlace();
    startedMillis = System.currentTimeMillis();
    settings.start(
        commands,
        name,
        "filename=" + JvmCommands.quoted(files.theirs(fileName)) + " dumponexit=true maxsize=1g");
    repository = repository();
  }

  /// In the run's directory, so that a run that is killed leaves its recording there.
  private void choosePlace() throws JvmException {
    String running = commands.run("JFR.check");
    if (commands instanceof OwnCommands && running.contains("No available recordings")) {
      commands.run("JFR.configure repositorypath=" + JvmCommands.quoted(files.theirs("")));
    }
  }

  /// Where the JVM keeps what it records; null if it does not tell. It records all the same, and
  /// has to be asked to end that.
  private @Nullable Path repository() {
    try {
      Matcher path = REPOSITORY.matcher(commands.run("JFR.configure"));
      return path.find() ? Path.of(path.group(1).strip()) : null;
    } catch (JvmException e) {
      return null;
    }
  }

  /// Ends the recordings of Takts that were killed: nobody else will.
  ///
  /// @return whether there were any, and none of a Takt that is alive
  static boolean endThoseOfTheDead(JvmCommands commands) throws JvmException {
    Matcher each = OURS.matcher(commands.run("JFR.check"));
    boolean dead = false;
    boolean alive = false;
    while (each.find()) {
      if (ProcessHandle.of(Long.parseLong(each.group(2))).isEmpty()) {
        end(each.group(1), commands);
        dead = true;
      } else {
        alive = true;
      }
    }
    return dead && !alive;
  }

  /// One that takes too long to end does not keep the others.
  private static void end(String name, JvmCommands commands) {
    try {
      commands.run("JFR.stop name=" + name);
    } catch (JvmException e) {
      // The next Takt that comes here tries again.
    }
  }

  /// Ends the recording and lets the JVM write it.
  ///
  /// @throws JvmException if it does not; then [#salvage] what it had written before
  void stop() throws JvmException {
    String answer =
        commands.run(
            MachineText.format(
                "JFR.stop name=%s filename=%s", name, JvmCommands.quoted(files.theirs(fileName))),
            timeToWrite());
    if (!answer.contains("Stopped recording")) {
      throw new JvmException("the JVM did not end its recording: " + firstLine(answer));
    }
  }

  /// Who gave up earlier would read, and write, what the JVM still writes.
  private Duration timeToWrite() {
    return repository == null
        ? Duration.ZERO
        : Duration.ofMillis(ChunkFiles.bytes(repository) / BYTES_PER_MILLI);
  }

  /// Puts together what a JVM has left that was killed, or does not answer.
  ///
  /// @return whether there was anything
  boolean salvage(Path to) throws IOException {
    return repository != null && ChunkFiles.join(repository, startedMillis, to);
  }

  static String firstLine(String answer) {
    return answer.lines().filter(line -> !line.isBlank()).findFirst().orElse("it says nothing");
  }
}
