package dev.takt.report.page;

import dev.takt.record.log.LogSource;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.PackWriter;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.page.LogState.Kind;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// An open run or log: it is read when opened, and followed while it is still being written.
///
/// Thread-safe.
public final class SourceSession implements AutoCloseable {

  /// Size in bytes above which a log is queried in parts. A log of this size makes a pack of about
  /// 8 MB.
  static final long LARGE_LOG_BYTES = 12L << 20;

  private static final long MAX_MEMORY_BYTES = 96L << 20;
  private static final long ORIGIN_TIMEOUT_MILLIS = 1_500;
  private static final long POLL_INTERVAL_MILLIS = 200;
  private static final long CHECK_INTERVAL_NANOS = 1_000_000_000L;

  /// A log without a run does not say whether it has ended, so it counts as ended after this time.
  private static final long IDLE_TIMEOUT_SECONDS = 60;

  private final @Nullable RunDirectory run;
  private final List<Path> files;
  private final Path latencies;
  private final IndexCache indexes;
  private final TimeColumns times;
  private final LogState logs;
  private final AtomicInteger followers = new AtomicInteger();
  private @Nullable Thread reader;
  private volatile boolean isClosed;
  private volatile boolean isActive;
  private long lastCheckNanos;
  private List<String> stamps = List.of();
  private byte @Nullable [] document;
  private byte @Nullable [] pack;

  private SourceSession(
      @Nullable RunDirectory run,
      Path latencies,
      List<Path> files,
      IndexCache indexes,
      TimeColumns times) {
    this.times = times;
    this.logs = new LogState(MAX_MEMORY_BYTES, times);
    this.run = run;
    this.latencies = latencies;
    this.files = files;
    this.indexes = indexes;
  }

  /// Opens a run: reads it completely, or begins to follow it if it is running.
  ///
  /// @param indexes the cache of indexes of large logs
  public static SourceSession ofRun(RunDirectory run, IndexCache indexes) {
    SourceSession source =
        new SourceSession(
            run,
            run.latencyLog(),
            List.of(
                run.runJson(),
                run.latencyLog(),
                run.machinesLog(),
                run.hiccupLog(),
                run.stallsJson()),
            indexes,
            TimeColumns.AUTO);
    source.stamps = source.currentStamps();
    source.isActive = source.isBeingWritten();
    if (source.isActive) {
      source.follow(run.latencyLog(), Kind.LATENCIES);
      source.follow(run.hiccupLog(), Kind.HICCUPS);
    } else {
      source.readLatencies();
      source.logs.readIfPresent(run.machinesLog(), Kind.MACHINES);
      source.logs.readIfPresent(run.hiccupLog(), Kind.HICCUPS);
      source.logs.finish();
    }
    return source;
  }

  /// Opens a log: reads it completely, or begins to follow it if it is being written. Of a large
  /// log, the call returns once the beginning can be shown; the rest is read in the background.
  ///
  /// @param indexes the cache of indexes of large logs
  /// @param times how the log's time columns are to be read
  /// @throws IOException with a message for people, if it cannot be read
  public static SourceSession ofLog(Path log, IndexCache indexes, TimeColumns times)
      throws IOException {
    SourceSession source = new SourceSession(null, log, List.of(log), indexes, times);
    source.stamps = source.currentStamps();
    source.isActive = source.isBeingWritten();
    if (source.isActive) {
      source.follow(log, Kind.LATENCIES);
    } else if (isLarge(log)) {
      source.readInParts();
    } else {
      source.logs.read(LogSource.of(log), Kind.LATENCIES);
      source.logs.finish();
    }
    return source;
  }

  private void readLatencies() {
    try {
      if (Files.exists(latencies) && indexIfLarge()) {
        return;
      }
    } catch (IOException e) {
      logs.addFailure(latencies, e);
      return;
    }
    logs.readIfPresent(latencies, Kind.LATENCIES);
  }

  private boolean indexIfLarge() throws IOException {
    return isLarge(latencies) && logs.index(latencies, indexes);
  }

  /// Whether a log is queried in parts.
  ///
  /// @throws IOException if it cannot be read
  public static boolean isLarge(Path log) throws IOException {
    return Files.size(log) > LARGE_LOG_BYTES && !isCompressed(log);
  }

  /// Starts a thread that reads a large log, and waits for its first part.
  ///
  /// @throws IOException if nothing of the log can be read
  private void readInParts() throws IOException {
    logs.beginReading();
    AtomicReference<IOException> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> readAll(failure), "takt-read");
    thread.setDaemon(true);
    reader = thread;
    thread.start();
    try {
      logs.awaitPart();
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the explorer is ending");
    }
    IOException wrong = failure.get();
    if (wrong != null && !logs.isQueried()) {
      throw wrong;
    }
  }

  private void readAll(AtomicReference<IOException> failure) {
    try {
      if (!logs.indexInParts(latencies, indexes)) {
        LogState whole = new LogState(MAX_MEMORY_BYTES, times);
        whole.read(LogSource.of(latencies), Kind.LATENCIES);
        logs.replaceBy(whole);
      }
      logs.finish();
    } catch (IOException e) {
      fail(failure, e);
    } catch (RuntimeException | Error e) {
      fail(failure, new IOException("This is a defect of Takt: " + e, e));
    } finally {
      logs.endReading();
      closeLogsIfClosed();
    }
  }

  private void fail(AtomicReference<IOException> failure, IOException e) {
    failure.set(e);
    if (!isClosed) {
      logs.addFailure(latencies, e);
    }
  }

  /// Closes what the reader opened after [#close], which could not see it.
  private void closeLogsIfClosed() {
    if (isClosed) {
      try {
        logs.close();
      } catch (IOException e) {
        // The log is not used any more.
      }
    }
  }

  private static boolean isCompressed(Path log) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      int first = in.read();
      return first == 0x1f || first == 0x28;
    }
  }

  // ---- following

  private void follow(Path log, Kind kind) {
    var _ = followers.incrementAndGet();
    Thread thread = new Thread(() -> followLog(log, kind), "takt-follow");
    thread.setDaemon(true);
    thread.start();
  }

  private void followLog(Path log, Kind kind) {
    try {
      while (!Files.exists(log) && !isOver()) {
        Thread.sleep(POLL_INTERVAL_MILLIS);
      }
      while (kind == Kind.HICCUPS && logs.origin() == null && !isOver()) {
        logs.awaitOrigin(
            POLL_INTERVAL_MILLIS); // times are relative to the start of the latency log
      }
      if (Files.exists(log)) {
        logs.read(LogSource.following(log, this::isOver), kind);
      }
    } catch (IOException e) {
      if (!isClosed) {
        logs.addFailure(log, e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      endFollowing();
    }
  }

  private synchronized void endFollowing() {
    if (followers.get() == 1) {
      logs.finish();
      stamps = isReplaced() ? List.of() : currentStamps();
      document = null;
      isActive = false;
    }
    var _ = followers.decrementAndGet();
    logs.signalChange();
  }

  /// Whether the log that was followed is no longer that of the run: several machines leave a log
  /// that was added up while they ran, and then a merged one, with another of each machine.
  private boolean isReplaced() {
    return run != null && Files.exists(run.machinesLog());
  }

  /// Whether the log has ended. Checked at most once a second.
  private synchronized boolean isOver() {
    long now = System.nanoTime();
    if (!isClosed && isActive && now - lastCheckNanos > CHECK_INTERVAL_NANOS) {
      lastCheckNanos = now;
      isActive = isBeingWritten();
    }
    return isClosed || !isActive;
  }

  private boolean isBeingWritten() {
    try {
      if (run != null) {
        RunRecord record = run.read();
        return RunReportInput.state(run, record) == SourceEntry.State.RUNNING
            || RunReportInput.expectsMoreOutput(run, record);
      }
      Instant last = Files.getLastModifiedTime(latencies).toInstant();
      return !isCompressed(latencies)
          && last.isAfter(Instant.now().minusSeconds(IDLE_TIMEOUT_SECONDS));
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether the source is still being followed, so more data may arrive.
  public boolean isRunning() {
    return followers.get() > 0;
  }

  /// Whether its contents will still grow: the source is being written, or being read.
  public boolean isGrowing() {
    return isRunning() || logs.isReading();
  }

  /// Whether the files have changed after the source had ended.
  public synchronized boolean isOutdated() {
    return !isGrowing() && !stamps.equals(currentStamps());
  }

  private List<String> currentStamps() {
    return files.stream().map(SourceSession::stamp).toList();
  }

  private static String stamp(Path file) {
    try {
      return Files.size(file) + "@" + Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return "none";
    }
  }

  /// A counter that increases with each change.
  public long version() {
    return logs.version();
  }

  /// Waits until the version is no longer `seen`, at most `millis`.
  ///
  /// @return the current version
  public long await(long seen, long millis) throws InterruptedException {
    return logs.await(seen, millis);
  }

  // ---- queries

  /// Everything but the histograms, as JSON.
  public byte[] document() throws InterruptedException {
    boolean growing = isGrowing();
    boolean running = isRunning();
    if (running) {
      logs.awaitOrigin(ORIGIN_TIMEOUT_MILLIS);
    }
    synchronized (this) {
      byte[] made = document;
      if (made != null) {
        return made;
      }
      made = createDocument(running).json().getBytes(StandardCharsets.UTF_8);
      document = growing ? null : made;
      return made;
    }
  }

  private SourceDocument createDocument(boolean running) {
    SourceDocument made;
    if (run == null) {
      SourceEntry.State state = running ? SourceEntry.State.RUNNING : SourceEntry.State.COMPLETE;
      SourceEntry entry = SourceEntry.ofLog(latencies, state, logs.origin());
      made = logs.document(entry, ReportSections.NONE);
    } else {
      RunReportInput material = RunReportInput.read(run);
      SourceEntry entry = running ? material.entry().asRunning() : material.entry();
      made = logs.document(entry, ReportSections.of(material));
    }
    return logs.isMerged()
        ? made.withNote(
            EnglishText.format(
                "The log is too large to send whole and cannot be queried in parts. Intervals were merged to %.3f s; no count is lost.",
                logs.stepNanos() / 1e9))
        : made;
  }

  /// Whether histograms are queried in parts; else one pack holds all of them.
  public boolean isQueried() {
    return logs.isQueried();
  }

  /// Whether intervals were merged, so that a position from before is no longer valid.
  public boolean isMerged() {
    return logs.isMerged();
  }

  /// The intervals after the first `after`, as a pack.
  public byte[] pack(int after) {
    if (after > 0 || isRunning()) {
      return PackWriter.writeQuickly(logs.after(after));
    }
    synchronized (this) {
      byte[] made = pack == null ? PackWriter.write(logs.after(0)) : pack;
      pack = made;
      return made;
    }
  }

  /// The intervals of one tag that begin in a span, merged onto a grid, as a pack.
  ///
  /// @param from in nanoseconds since the origin
  /// @param to the end of the span, exclusive
  /// @param most the maximum number of columns
  /// @throws IOException with a message for people, if the log cannot be read any more
  public byte[] columns(String tag, long from, long to, int most) throws IOException {
    List<PackedInterval> columns = logs.histograms(tag).columns(tag, from, to, most);
    return PackWriter.writeQuickly(columns);
  }

  /// Stops following and reading.
  @Override
  public void close() throws IOException {
    isClosed = true;
    if (reader != null) {
      reader.interrupt();
    }
    logs.close();
  }

  /// The list entry of a run, without opening it.
  public static SourceEntry entry(RunDirectory run) {
    try {
      RunRecord record = run.read();
      return RunReportInput.entry(run, record, null);
    } catch (IOException e) {
      return RunReportInput.entry(run, null, RunReportInput.message(e));
    }
  }
}
