package dev.takt.report.pack;

import dev.takt.record.log.LogAlgebra;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
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
final class IndexReading {

  /// When and how often partial indexes are published.
  ///
  /// @param first the delay of the first one after the start of reading, in nanoseconds
  /// @param least the minimum time between two, in nanoseconds; none is published if the rest will
  ///   be read sooner than that
  /// @param most the maximum time between two, in nanoseconds; between these limits, it is the time
  ///   that reading has taken so far
  record Pace(long first, long least, long most) {

    /// First after 200 ms, because a user is waiting, then at each doubling of the elapsed time. A
    /// partial index slows down reading (mostly by drawing it in a browser on the same machine), so
    /// there should be few, and the first ones are worth most. A log that takes minutes is updated
    /// at least every 10 s to show progress. If the rest takes less than 2 s, only the complete log
    /// is shown.
    static final Pace USUAL = new Pace(200_000_000, 2_000_000_000, 10_000_000_000L);

    /// The delay of the next partial index.
    long after(long elapsed) {
      return Math.clamp(elapsed, least, most);
    }
  }

  /// Blocks per batch of a large log. Each batch has at least one sum per tag. To encode a sum and
  /// add it to that of the batch before takes as long as reading twenty histograms: with small
  /// batches, that was a sixth of the time. A smaller log is read quickly either way.
  private static final int BLOCKS = 6;

  private static final long LARGE = 64L << 20;

  private final Path log;
  private final LogSource source;
  private final Consumer<LogIndex> told;
  private final Pace pace;
  private final LogOutline outline;
  private final FileChannel channel;
  private final Map<String, TagIndex> tags = new TreeMap<>();
  private final TagIndex.Adder adder = new TagIndex.Adder();
  private long began;
  private long due;
  private long origin;
  private long readTo;
  private long toldTo;
  private boolean isInPieces;
  private boolean isTold;

  /// @param parts receives partial indexes. If reading fails, the receiver of one must close it: it
  ///   can still be queried then, and a last one covers all that could be read
  IndexReading(Path log, Consumer<LogIndex> parts, Pace pace) throws IOException {
    this(log, LogSource.of(log), parts, pace);
  }

  /// Reads the log from a given source, once.
  IndexReading(Path log, LogSource source, Consumer<LogIndex> parts, Pace pace) throws IOException {
    this.log = log;
    this.source = source;
    this.told = parts;
    this.pace = pace;
    outline = LogOutline.of(log, source.times());
    channel = FileChannel.open(log);
  }

  LogIndex read(Problems problems) throws IOException {
    began = System.nanoTime();
    due = began + pace.first;
    try {
      LogFacts facts =
          LogAlgebra.batches(
              source,
              outline.size() < LARGE ? 1 : BLOCKS,
              problems,
              () -> new IndexWork(outline.usual()),
              this::add);
      tags.values().parallelStream().forEach(TagIndex::finish);
      return new LogIndex(log, channel, tags, facts, origin, !isInPieces, null);
    } catch (IOException e) {
      if (isTold && readTo > toldTo && !isInPieces) {
        tell();
      }
      closeUnlessTold();
      throw e;
    } catch (RuntimeException | Error e) {
      closeUnlessTold();
      throw e;
    }
  }

  private void closeUnlessTold() throws IOException {
    if (!isTold) {
      channel.close();
    }
  }

  private void add(IndexWork.Part part) {
    origin = part.logStart();
    isInPieces |= part.isInPieces();
    part.lines()
        .forEach((tag, lines) -> {
          of(tag).add(lines);
          int last = lines.rows() - 1;
          readTo = Math.max(readTo, lines.at(last, 2) + lines.at(last, 3));
        });
    part.sums().forEach(each -> of(each.tag()).add(each, adder));
    long now = System.nanoTime();
    if (now - due >= 0
        && !part.lines().isEmpty()
        && !isInPieces
        && left(now - began) >= pace.least) {
      tell();
      long done = System.nanoTime();
      due = done + pace.after(done - began);
    }
  }

  private void tell() {
    LogIndex soFar = soFar();
    isTold = true;
    toldTo = readTo;
    told.accept(soFar);
  }

  /// Estimated nanoseconds to read the rest, at the average speed so far.
  private double left(long elapsed) {
    return (1 - share()) / share() * elapsed;
  }

  private double share() {
    return Math.min(1, (double) readTo / outline.size());
  }

  private TagIndex of(String tag) {
    return tags.computeIfAbsent(tag, _ -> new TagIndex(outline.usual()));
  }

  /// Subtracts the origin; keeps [Long#MIN_VALUE], which stands for unknown.
  private long sinceOrigin(long moment) {
    return moment == Long.MIN_VALUE ? moment : moment - origin;
  }

  private LogIndex soFar() {
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
