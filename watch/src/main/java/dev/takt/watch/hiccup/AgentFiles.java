package dev.takt.watch.hiccup;

import dev.takt.record.ClockAnchor;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.jvm.attach.JvmProcess;
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

/// The files of the agent in another JVM, with the paths that each side uses for them: its jar, its
/// log, its journal and its lock file.
///
/// If that JVM does not see the run's directory, as in a container, or may not write to it, a copy
/// of the jar and all output are in the JVM's `/tmp` until [#collect].
final class AgentFiles {

  private static final String JOURNAL = "target-hiccups.txt";
  private static final String LOCK = "target-hiccups.lock";
  private static final String LOG = "target-hiccups.hdr";
  private static final String JAR = "takt-agent.jar";

  /// The limit on a copied log. A log of one day has about 50 MB.
  private static final long MAX_LOG_BYTES = 256 << 20;

  private final Path log;
  private final ExchangeDirectory files;

  /// Locked while this process lives, so that the agent notices its end. Null if the JVM sees this
  /// process by its number.
  private final @Nullable FileChannel lock;

  private final long headerBytes;

  private AgentFiles(
      Path log, ExchangeDirectory files, @Nullable FileChannel lock, long headerBytes) {
    this.log = log;
    this.files = files;
    this.lock = lock;
    this.headerBytes = headerBytes;
  }

  /// Creates the files that the agent needs.
  ///
  /// @param log the run's log, which other meters write to as well
  /// @throws IOException with a message for people
  static AgentFiles of(long pid, Path log) throws IOException {
    JvmProcess process = JvmProcess.of(pid);
    ExchangeDirectory files;
    try {
      files = ExchangeDirectory.of(process, Objects.requireNonNull(log.getParent()));
    } catch (JvmException e) {
      throw new IOException(e.getMessage(), e);
    }
    FileChannel lock = null;
    try {
      lock = process.seesSameProcesses() ? null : createLocked(files);
      long headerBytes = files.isSeparate() ? create(log, files) : 0;
      files.transferOwnership();
      return new AgentFiles(log, files, lock, headerBytes);
    } catch (IOException | RuntimeException e) {
      new AgentFiles(log, files, lock, 0).clearAfter(e);
      throw e;
    }
  }

  private static FileChannel createLocked(ExchangeDirectory files) throws IOException {
    FileChannel channel = files.create(LOCK);
    try {
      boolean _ = channel.lock().isValid();
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Creates a copy of the jar, and a log with the same header as the run's log. So its times are
  /// relative to the same moment, and its lines can be appended to the run's log.
  ///
  /// @return the length of the header in bytes
  private static long create(Path log, ExchangeDirectory files) throws IOException {
    files.create(JAR, Files.readAllBytes(AgentJar.find()));
    IntervalLogWriter.shared(log, ClockAnchor.now(), System.nanoTime()).close();
    StringBuilder header = new StringBuilder();
    try (var lines = Files.lines(log)) {
      lines
          .takeWhile(line -> line.startsWith("#") || line.startsWith("\""))
          .forEach(line -> header.append(line).append('\n'));
    }
    byte[] bytes = header.toString().getBytes(StandardCharsets.UTF_8);
    files.create(LOG, bytes);
    return bytes.length;
  }

  /// The agent's jar, as a path in the JVM.
  Path jar() throws IOException {
    return files.isSeparate() ? files.remotePath(JAR) : AgentJar.find();
  }

  /// The agent's log, as a path in the JVM.
  Path log() {
    return files.isSeparate() ? files.remotePath(LOG) : log;
  }

  /// The agent's journal, as a path in the JVM.
  Path journal() {
    return files.remotePath(JOURNAL);
  }

  /// A reader of the agent's journal, for this process.
  JournalFollower journal(HiccupCollector seen) {
    return new JournalFollower(files.localPath(JOURNAL), () -> files.read(JOURNAL), seen);
  }

  /// The agent's option that makes it end with this process.
  String lifetimeOption() {
    return lock == null
        ? "with-process=" + ProcessHandle.current().pid()
        : "with-lock=" + files.remotePath(LOCK);
  }

  /// Appends the agent's log to the run's log, and deletes the other files. Called after the
  /// agent's end.
  ///
  /// @throws IOException with a message for people
  void collect() throws IOException {
    try {
      if (files.isSeparate()) {
        appendLog();
      }
    } catch (IOException | RuntimeException | Error e) {
      clearAfter(e);
      throw e;
    }
    clear();
  }

  /// Deletes the files after a failure, to which a further one is added as suppressed.
  private void clearAfter(Throwable first) {
    try {
      clear();
    } catch (IOException e) {
      first.addSuppressed(e);
    }
  }

  /// Appends complete lines only. Other meters write to the run's log as well, and their line after
  /// an incomplete one would become a part of it.
  private void appendLog() throws IOException {
    try (SeekableByteChannel its = files.read(LOG);
        OutputStream all = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
      if (its.size() < headerBytes) {
        throw new IOException("the agent's log has no header: " + files.localPath(LOG));
      }
      its.position(headerBytes);
      if (!LineCopier.copy(its, all, MAX_LOG_BYTES)) {
        throw new IOException(
            EnglishText.format(
                "the agent's log is longer than the limit of %d MB", MAX_LOG_BYTES >> 20));
      }
    } catch (NoSuchFileException e) {
      throw new IOException(files.localPath(LOG) + " is gone; has the container ended?", e);
    }
  }

  private void clear() throws IOException {
    if (lock != null) {
      lock.close();
    }
    if (!files.isSeparate()) {
      files.remove(LOCK);
      files.remove(JOURNAL);
    }
    String trouble = files.collect(List.of());
    if (trouble != null) {
      throw new IOException(trouble);
    }
  }
}
