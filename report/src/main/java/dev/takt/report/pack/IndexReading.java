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

/// Reads a log once, from which an index is made: of all of it in the end, and of what has been
/// read of it while there is more to read.
///
/// For one reading.
final class IndexReading {

  /// When and how often a part is told of.
  ///
  /// @param first how long after the beginning of reading, in nanoseconds
  /// @param next how long after the last part at least, in nanoseconds
  /// @param ofElapsed the same, as a part of the time since the beginning
  record Pace(long first, long next, double ofElapsed) {

    /// Soon, as somebody waits to see anything, then about once a second, and more rarely where
    /// reading takes long: what a part costs is taken from the reading. Most of that is drawing it,
    /// in a browser on the same machine.
    static final Pace USUAL = new Pace(200_000_000, 1_000_000_000, 0.5);
  }

  private final Path log;
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
  private boolean isInPieces;

  /// @param told is given an index of what has been read so far, now and then
  IndexReading(Path log, Consumer<LogIndex> told, Pace pace) throws IOException {
    this.log = log;
    this.told = told;
    this.pace = pace;
    outline = LogOutline.of(log);
    channel = FileChannel.open(log);
  }

  LogIndex read(Problems problems) throws IOException {
    began = System.nanoTime();
    due = began + pace.first;
    try {
      LogFacts facts =
          LogAlgebra.batches(
              LogSource.of(log), problems, () -> new IndexWork(outline.usual()), this::add);
      tags.values().parallelStream().forEach(TagIndex::finish);
      return new LogIndex(log, channel, tags, facts, origin, !isInPieces, null);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
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
    if (now - due >= 0 && !part.lines().isEmpty() && !isInPieces) {
      told.accept(soFar());
      long done = System.nanoTime();
      due = done + Math.max(pace.next, (long) (pace.ofElapsed * (done - began)));
    }
  }

  private TagIndex of(String tag) {
    return tags.computeIfAbsent(tag, _ -> new TagIndex(outline.usual()));
  }

  private LogIndex soFar() {
    Map<String, TagIndex> copies = new TreeMap<>();
    tags.forEach((tag, index) -> copies.put(tag, index.copy()));
    copies.values().parallelStream().forEach(TagIndex::finish);
    long upTo = copies.values().stream().mapToLong(TagIndex::end).max().orElse(0);
    double share = outline.size() == 0 ? 1 : Math.min(1, (double) readTo / outline.size());
    LogIndex.Progress progress =
        new LogIndex.Progress(
            share, upTo, outline.lastBegin() - origin, Math.max(upTo, outline.end() - origin));
    return new LogIndex(log, channel, copies, outline.facts(), origin, true, progress);
  }
}
