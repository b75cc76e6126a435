package dev.takt.report.pack;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.algebra.LogAlgebra;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Builds the index of a log in one pass. While it reads, it publishes partial indexes of the part
/// read so far.
///
/// An instance reads once.
final class IndexBuilder {

  /// When and how often partial indexes are published.
  ///
  /// @param first the delay of the first one after the start of reading, in nanoseconds
  /// @param min the minimum time between two, in nanoseconds; none is published if the rest will be
  ///   read sooner than that
  /// @param max the maximum time between two, in nanoseconds; between these limits, it is the time
  ///   that reading has taken so far
  record PublishPace(long first, long min, long max) {

    /// First after 200 ms, because a user is waiting, then at each doubling of the elapsed time. A
    /// partial index slows down reading (mostly by drawing it in a browser on the same machine), so
    /// there should be few, and the first ones are worth most. A log that takes minutes is updated
    /// at least every 10 s to show progress. If the rest takes less than 2 s, only the complete log
    /// is shown.
    static final PublishPace DEFAULT = new PublishPace(200_000_000, 2_000_000_000, 10_000_000_000L);

    /// The delay of the next partial index.
    long after(long elapsed) {
      return Math.clamp(elapsed, min, max);
    }
  }

  /// Blocks per batch of a large log. Each batch has at least one sum per tag. To encode a sum and
  /// add it to that of the batch before takes as long as reading twenty histograms: with small
  /// batches, that was a sixth of the time. A smaller log is read quickly either way.
  private static final int BLOCKS_PER_BATCH = 6;

  private static final long LARGE_LOG_BYTES = 64L << 20;

  private final Path log;
  private final LogSource source;
  private final Consumer<LogIndex> parts;
  private final PublishPace pace;
  private final LogOutline outline;
  private final FileChannel channel;
  private final Map<String, TagIndex> tags = new TreeMap<>();
  private final TagIndex.Adder adder = new TagIndex.Adder();
  private long startNanos;
  private long nextPublishNanos;
  private long origin;
  private long readTo;
  private long publishedTo;
  private boolean hasSplitHistogram;
  private boolean hasPublished;

  /// @param parts receives partial indexes. If reading fails, the receiver of one must close it: it
  ///   can still be queried then, and a last one covers all that could be read
  IndexBuilder(Path log, Consumer<LogIndex> parts, PublishPace pace) throws IOException {
    this(log, LogSource.of(log), parts, pace);
  }

  /// Reads the log from a given source, once.
  IndexBuilder(Path log, LogSource source, Consumer<LogIndex> parts, PublishPace pace)
      throws IOException {
    this.log = log;
    this.source = source;
    this.parts = parts;
    this.pace = pace;
    outline = LogOutline.of(log, source.times());
    channel = FileChannel.open(log);
  }

  LogIndex read(Problems problems) throws IOException {
    startNanos = System.nanoTime();
    nextPublishNanos = startNanos + pace.first;
    try {
      LogFacts facts =
          LogAlgebra.batches(
              source,
              outline.size() < LARGE_LOG_BYTES ? 1 : BLOCKS_PER_BATCH,
              problems,
              () -> new LineIndexer(outline.medianIntervalNanos()),
              this::add);
      tags.values().parallelStream().forEach(TagIndex::finish);
      return new LogIndex(log, channel, tags, facts, origin, !hasSplitHistogram, null);
    } catch (IOException e) {
      if (hasPublished && readTo > publishedTo && !hasSplitHistogram) {
        publish();
      }
      closeUnlessPublished();
      throw e;
    } catch (RuntimeException | Error e) {
      closeUnlessPublished();
      throw e;
    }
  }

  private void closeUnlessPublished() throws IOException {
    if (!hasPublished) {
      channel.close();
    }
  }

  private void add(LineIndexer.Part part) {
    origin = part.logStart();
    hasSplitHistogram |= part.hasSplitHistogram();
    part.lines()
        .forEach((tag, lines) -> {
          of(tag).add(lines);
          int last = lines.rows() - 1;
          readTo = Math.max(readTo, lines.at(last, 2) + lines.at(last, 3));
        });
    part.sums().forEach(each -> of(each.tag()).add(each, adder));
    long now = System.nanoTime();
    if (now - nextPublishNanos >= 0
        && !part.lines().isEmpty()
        && !hasSplitHistogram
        && remainingNanos(now - startNanos) >= pace.min) {
      publish();
      long done = System.nanoTime();
      nextPublishNanos = done + pace.after(done - startNanos);
    }
  }

  private void publish() {
    LogIndex soFar = partialIndex();
    hasPublished = true;
    publishedTo = readTo;
    parts.accept(soFar);
  }

  /// Estimated nanoseconds to read the rest, at the average speed so far.
  private double remainingNanos(long elapsed) {
    return (1 - share()) / share() * elapsed;
  }

  private double share() {
    return Math.min(1, (double) readTo / outline.size());
  }

  private TagIndex of(String tag) {
    return tags.computeIfAbsent(tag, _ -> new TagIndex(outline.medianIntervalNanos()));
  }

  /// Subtracts the origin; keeps [Long#MIN_VALUE], which stands for unknown.
  private long sinceOrigin(long moment) {
    return moment == Long.MIN_VALUE ? moment : moment - origin;
  }

  private LogIndex partialIndex() {
    Map<String, TagIndex> copies = new TreeMap<>();
    tags.forEach((tag, index) -> copies.put(tag, index.copy()));
    copies.values().parallelStream().forEach(TagIndex::finish);
    long upTo = copies.values().stream().mapToLong(TagIndex::end).max().orElse(0);
    long end = Math.max(upTo, sinceOrigin(outline.end()));
    LogIndex.Progress progress =
        new LogIndex.Progress(share(), upTo, sinceOrigin(outline.lastBegin()), end);
    return new LogIndex(log, channel, copies, outline.facts(), origin, true, progress);
  }
}
