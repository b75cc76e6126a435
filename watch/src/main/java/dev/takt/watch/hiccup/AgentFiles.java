package dev.takt.watch.hiccup;

import dev.takt.record.ClockAnchor;
import dev.takt.record.log.IntervalLogWriter;
import dev.takt.watch.jvm.JvmException;
import dev.takt.watch.jvm.JvmProcess;
import dev.takt.watch.jvm.SharedFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
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
  private static final int MOST_LOG_BYTES = 256 << 20;

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
      return new AgentFiles(log, files, lock, files.isElsewhere() ? lay(log, files) : 0);
    } catch (IOException | RuntimeException e) {
      new AgentFiles(log, files, lock, 0).clearAfter(e);
      throw e;
    }
  }

  /// Elsewhere the JVM's user may have put a link in a file's place, which root must not follow. In
  /// the run's directory a Takt that was killed may have left it.
  private static FileChannel locked(SharedFiles files) throws IOException {
    FileChannel channel =
        FileChannel.open(
            files.ours(LOCK),
            files.isElsewhere() ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      boolean _ = channel.lock().isValid();
      if (files.isElsewhere()) {
        files.handOver(LOCK);
      }
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
    Files.copy(AgentJar.find(), files.ours(JAR));
    files.handOver(JAR);
    IntervalLogWriter.shared(log, ClockAnchor.now(), System.nanoTime()).close();
    StringBuilder header = new StringBuilder();
    try (var lines = Files.lines(log)) {
      lines
          .takeWhile(line -> line.startsWith("#") || line.startsWith("\""))
          .forEach(line -> header.append(line).append('\n'));
    }
    Files.writeString(files.ours(LOG), header, StandardOpenOption.CREATE_NEW);
    files.handOver(LOG);
    return Files.size(files.ours(LOG));
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

  /// Its journal, as this process names it.
  Path ourJournal() {
    return files.ours(JOURNAL);
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

  /// At once, since others write lines, too; and whole lines, which what is written behind them
  /// would become a part of.
  private void bringLog() throws IOException {
    try (InputStream its = files.open(LOG);
        OutputStream all = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
      its.skipNBytes(headerBytes);
      byte[] lines = its.readNBytes(MOST_LOG_BYTES);
      int length = lines.length;
      while (length > 0 && lines[length - 1] != '\n') {
        length--;
      }
      all.write(lines, 0, length);
      if (lines.length == MOST_LOG_BYTES) {
        throw new IOException(
            "its log is longer than the %d MB that are brought".formatted(MOST_LOG_BYTES >> 20));
      }
    } catch (NoSuchFileException e) {
      throw new IOException(files.ours(LOG) + " is gone, as a container's files are", e);
    } catch (EOFException e) {
      throw new IOException("its log lacks its beginning: " + files.ours(LOG), e);
    }
  }

  private void clear() throws IOException {
    if (lock != null) {
      lock.close();
    }
    if (!files.isElsewhere()) {
      Files.deleteIfExists(files.ours(LOCK));
      Files.deleteIfExists(ourJournal());
    }
    String trouble = files.collect(List.of());
    if (trouble != null) {
      throw new IOException(trouble);
    }
  }
}
