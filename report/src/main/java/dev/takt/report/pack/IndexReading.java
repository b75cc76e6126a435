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
  /// @param least how long after the last part at least, in nanoseconds; nor is a part told of if
  ///   all will be read sooner than that
  /// @param most the same, at most; between the two it is as long as all reading took until then
  record Pace(long first, long least, long most) {

    /// Soon, as somebody waits to see anything, and then when it is twice as much: what a part
    /// costs is taken from the reading (most of that is drawing it, in a browser on the same
    /// machine), so there should be few, and the first ones are worth most. Of a log that takes
    /// minutes, people want to see that it goes on; one that is read within two seconds more is
    /// better shown as a whole.
    static final Pace USUAL = new Pace(200_000_000, 2_000_000_000, 10_000_000_000L);

    /// How long after a part the next one is told of.
    long after(long elapsed) {
      return Math.clamp(elapsed, least, most);
    }
  }

  /// Each part has a sum for each tag at least, and to write one down and add it to that of the
  /// part before takes as long as to read twenty histograms: of small parts, that was a sixth of
  /// all. A log that is not that large is done soon in either way.
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

  /// @param told is given an index of what has been read so far, now and then. Who was given one
  ///   closes it if reading fails: what it has can still be asked then, and there is a last one of
  ///   all that could be read
  IndexReading(Path log, Consumer<LogIndex> told, Pace pace) throws IOException {
    this(log, LogSource.of(log), told, pace);
  }

  /// The same of a log that is read from elsewhere, once.
  IndexReading(Path log, LogSource source, Consumer<LogIndex> told, Pace pace) throws IOException {
    this.log = log;
    this.source = source;
    this.told = told;
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

  /// How long it will take to read the rest, if it takes as long as what has been read.
  private double left(long elapsed) {
    return (1 - share()) / share() * elapsed;
  }

  private double share() {
    return Math.min(1, (double) readTo / outline.size());
  }

  private TagIndex of(String tag) {
    return tags.computeIfAbsent(tag, _ -> new TagIndex(outline.usual()));
  }

  /// A log may begin and end with what is no interval: then nothing is known.
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
