package dev.takt.watch.hiccup;

import dev.takt.record.ClockAnchor;
import dev.takt.record.log.IntervalLogWriter;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.JvmException;
import dev.takt.watch.jvm.JvmProcess;
import dev.takt.watch.jvm.SharedFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the agent in another JVM is loaded from and writes to, as each side names it. Where that
/// JVM does not see the run's directory, as in a container, or may not write there, a copy of the
/// agent and all that it writes are in the JVM's `/tmp` until [#collect].
final class AgentFiles {

  private static final String JOURNAL = "target-hiccups.txt";
  private static final String LOCK = "target-hiccups.lock";
  private static final String LOG = "target-hiccups.hdr";
  private static final String JAR = "takt-agent.jar";

  /// A day has some 50 MB.
  private static final long MOST_LOG_BYTES = 256 << 20;

  private final Path log;
  private final SharedFiles files;

  /// Held as long as this process lives; null where the JVM sees the process itself.
  private final @Nullable FileChannel lock;

  private final long headerBytes;

  private AgentFiles(Path log, SharedFiles files, @Nullable FileChannel lock, long headerBytes) {
    this.log = log;
    this.files = files;
    this.lock = lock;
    this.headerBytes = headerBytes;
  }

  /// Makes ready what the agent needs.
  ///
  /// @param log of the run, which others write to as well
  /// @throws IOException with a message for people
  static AgentFiles of(long pid, Path log) throws IOException {
    JvmProcess process = JvmProcess.of(pid);
    SharedFiles files;
    try {
      files = SharedFiles.of(process, Objects.requireNonNull(log.getParent()));
    } catch (JvmException e) {
      throw new IOException(e.getMessage(), e);
    }
    FileChannel lock = null;
    try {
      lock = process.seesSameProcesses() ? null : locked(files);
      long headerBytes = files.isElsewhere() ? lay(log, files) : 0;
      files.handOver();
      return new AgentFiles(log, files, lock, headerBytes);
    } catch (IOException | RuntimeException e) {
      new AgentFiles(log, files, lock, 0).clearAfter(e);
      throw e;
    }
  }

  private static FileChannel locked(SharedFiles files) throws IOException {
    FileChannel channel = files.lay(LOCK);
    try {
      boolean _ = channel.lock().isValid();
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// A copy of the agent, and a log that begins as the run's does: so its times count from the same
  /// moment, and its lines can be put to the others.
  ///
  /// @return the length of that beginning
  private static long lay(Path log, SharedFiles files) throws IOException {
    files.lay(JAR, Files.readAllBytes(AgentJar.find()));
    IntervalLogWriter.shared(log, ClockAnchor.now(), System.nanoTime()).close();
    StringBuilder header = new StringBuilder();
    try (var lines = Files.lines(log)) {
      lines
          .takeWhile(line -> line.startsWith("#") || line.startsWith("\""))
          .forEach(line -> header.append(line).append('\n'));
    }
    byte[] bytes = header.toString().getBytes(StandardCharsets.UTF_8);
    files.lay(LOG, bytes);
    return bytes.length;
  }

  /// The agent, as the JVM names it.
  Path jar() throws IOException {
    return files.isElsewhere() ? files.theirs(JAR) : AgentJar.find();
  }

  /// Its log, as the JVM names it.
  Path log() {
    return files.isElsewhere() ? files.theirs(LOG) : log;
  }

  /// Its journal, as the JVM names it.
  Path journal() {
    return files.theirs(JOURNAL);
  }

  /// Its journal, as this process reads it.
  Journal journal(SeenHiccups seen) {
    return new Journal(files.ours(JOURNAL), () -> files.read(JOURNAL), seen);
  }

  /// The option that makes it end with this process.
  String endsWithUs() {
    return lock == null
        ? "with-process=" + ProcessHandle.current().pid()
        : "with-lock=" + files.theirs(LOCK);
  }

  /// Puts what it has written to the run's log, and takes all else away; when it has ended.
  ///
  /// @throws IOException with a message for people
  void collect() throws IOException {
    try {
      if (files.isElsewhere()) {
        bringLog();
      }
    } catch (IOException | RuntimeException | Error e) {
      clearAfter(e);
      throw e;
    }
    clear();
  }

  /// The reason is what went wrong first.
  private void clearAfter(Throwable first) {
    try {
      clear();
    } catch (IOException e) {
      first.addSuppressed(e);
    }
  }

  /// Whole lines at a time, since others write lines, too, and what is written behind the part of
  /// one would become a part of it.
  private void bringLog() throws IOException {
    try (SeekableByteChannel its = files.read(LOG);
        OutputStream all = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
      if (its.size() < headerBytes) {
        throw new IOException("its log lacks its beginning: " + files.ours(LOG));
      }
      its.position(headerBytes);
      if (!WholeLines.copy(its, all, MOST_LOG_BYTES)) {
        throw new IOException(
            EnglishText.format(
                "its log is longer than the %d MB that are brought", MOST_LOG_BYTES >> 20));
      }
    } catch (NoSuchFileException e) {
      throw new IOException(files.ours(LOG) + " is gone, as a container's files are", e);
    }
  }

  private void clear() throws IOException {
    if (lock != null) {
      lock.close();
    }
    if (!files.isElsewhere()) {
      files.remove(LOCK);
      files.remove(JOURNAL);
    }
    String trouble = files.collect(List.of());
    if (trouble != null) {
      throw new IOException(trouble);
    }
  }
}
