package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Index of a log that is too large to be kept in memory or sent whole.
///
/// In memory are the times and file position of each line, and precomputed sums in levels: of 128
/// usual intervals, of four times as many, and so on. A query is assembled from the largest sums
/// that lie within its span; only some lines at its edges are read from the file. The file must not
/// be compressed, and must not change.
///
/// Thread-safe.
public final class LogIndex implements Histograms, AutoCloseable {

  private static final int MAX_THREADS = 8;
  private static final IndexBuilder.PublishPace NO_PARTS =
      new IndexBuilder.PublishPace(Long.MAX_VALUE / 2, 0, 0);

  /// A part has at least this many columns, as a decoder needs some use to become fast.
  private static final int COLUMNS_PER_PART = 32;

  /// How far the reading of a log has come.
  ///
  /// @param share the fraction of its bytes that has been read, at most 1
  /// @param upTo the end of the part that has been read, in nanoseconds since the origin
  /// @param lastBegin the begin of the log's last interval according to its last lines, in
  ///   nanoseconds since the origin; [Long#MIN_VALUE] if unknown
  /// @param end the end of the log's last interval, likewise; if unknown, the same as `upTo`
  public record Progress(double share, long upTo, long lastBegin, long end) {}

  private final Path log;
  private final FileChannel channel;
  private final Map<String, TagIndex> tags;
  private final LogFacts facts;
  private final long origin;
  private final boolean isComplete;
  private final @Nullable Progress progress;

  LogIndex(
      Path log,
      FileChannel channel,
      Map<String, TagIndex> tags,
      LogFacts facts,
      long origin,
      boolean isComplete,
      @Nullable Progress progress) {
    this.log = log;
    this.channel = channel;
    this.tags = tags;
    this.facts = facts;
    this.origin = origin;
    this.isComplete = isComplete;
    this.progress = progress;
  }

  /// Reads a log once, on all cores.
  ///
  /// @param problems receives the problems of the log
  /// @throws IOException if it cannot be read
  public static LogIndex of(Path log, Problems problems) throws IOException {
    return new IndexBuilder(log, _ -> {}, NO_PARTS).read(problems);
  }

  /// As [#of(Path, Problems)], and publishes partial indexes while it reads: the first one soon,
  /// then one at each doubling of the elapsed time, and none for a log that is read quickly.
  ///
  /// @param times how the log's time columns are to be read
  /// @param part receives indexes of the log's beginning. All share one file: they can be queried
  ///   until the returned index is closed. If reading fails, any one of them must be closed
  public static LogIndex of(Path log, TimeColumns times, Problems problems, Consumer<LogIndex> part)
      throws IOException {
    LogSource source = LogSource.of(log).withTimes(times);
    return new IndexBuilder(log, source, part, IndexBuilder.PublishPace.DEFAULT).read(problems);
  }

  /// Whether all histograms can be read again from the file; a repaired line cannot.
  public boolean isComplete() {
    return isComplete;
  }

  /// How far the log had been read; null if this index covers the whole log.
  public @Nullable Progress progress() {
    return progress;
  }

  /// Returns this index as that of a log that ends where reading has stopped. Both share one file.
  public LogIndex truncated() {
    return new LogIndex(log, channel, tags, facts, origin, isComplete, null);
  }

  /// The file that [#close] closes, for callers that do not keep the index until then.
  public Closeable file() {
    return channel;
  }

  /// The facts that the log states about itself.
  public LogFacts facts() {
    return facts;
  }

  /// Time 0, in nanoseconds since 1970-01-01T00:00:00Z, if the log has a date.
  public long origin() {
    return origin;
  }

  Map<String, TagIndex> tagIndexes() {
    return tags;
  }

  /// All tags; the empty one stands for none.
  public Collection<String> tags() {
    return tags.keySet();
  }

  /// The earliest begin, in nanoseconds since the origin.
  public long begin() {
    return tags.values().stream().mapToLong(TagIndex::begin).min().orElse(0);
  }

  /// The begin of each interval, in nanoseconds since the origin, in no order.
  public LongStream begins() {
    return tags.values().stream().flatMapToLong(TagIndex::begins);
  }

  /// The end of the shortest span that contains all intervals, in nanoseconds since the origin.
  /// While a log is being read, this includes intervals that have not been read yet.
  public long end() {
    return progress != null
        ? progress.end
        : tags.values().stream().mapToLong(TagIndex::end).max().orElse(0);
  }

  @Override
  public List<PackedInterval> columns(String tag, long from, long to, int most) throws IOException {
    TagIndex index = tags.get(tag);
    if (index == null) {
      return List.of();
    }
    // The grid is that of the whole log, so it does not change while the log is read, and no line
    // is
    // decoded again for columns narrower than the final ones.
    List<TagIndex.Range> ranges =
        index.columns(from, to, most, progress == null ? Long.MIN_VALUE : progress.lastBegin);
    int parts = Math.max(1, Math.min(MAX_THREADS, ranges.size() / COLUMNS_PER_PART));
    List<List<PackedInterval>> columns;
    try {
      columns =
          IntStream.range(0, parts)
              .parallel()
              .mapToObj(i -> columns(tag, index, part(ranges, i, parts)))
              .toList();
    } catch (UnreadableException e) {
      throw new IOException(log.getFileName() + ": " + e.getMessage(), e);
    }
    return columns.stream().flatMap(List::stream).toList();
  }

  private static <T> List<T> part(List<T> all, int part, int parts) {
    return all.subList(
        (int) ((long) all.size() * part / parts), (int) ((long) all.size() * (part + 1) / parts));
  }

  private List<PackedInterval> columns(String tag, TagIndex index, List<TagIndex.Range> ranges) {
    Sum sum = new Sum(index);
    return ranges.stream().map(each -> sum.of(tag, each)).flatMap(List::stream).toList();
  }

  /// Reports from parallel work that the log cannot be read any more.
  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message, Exception cause) {
      super(message, cause);
    }
  }

  /// Sums one column after another. Belongs to one thread.
  private final class Sum {

    private final TagIndex index;
    private final Map<Layout, Counts> sums = new HashMap<>();
    private final Set<Layout> used = new LinkedHashSet<>();
    private final HistogramDecoder decoder = new HistogramDecoder();
    private final SlotCodec slots = new SlotCodec();
    private byte[] buffer = new byte[4096];

    Sum(TagIndex index) {
      this.index = index;
    }

    List<PackedInterval> of(String tag, TagIndex.Range range) {
      used.forEach(each -> of(each).clear());
      used.clear();
      index.visit(range, this::addBlock, this::addLine);
      List<PackedInterval> intervals = new ArrayList<>(1);
      for (Layout each : used) {
        byte[] sum = slots.encode(of(each));
        intervals.add(new PackedInterval(tag, each, index.begin(range), index.end(range), sum));
      }
      return intervals;
    }

    private Counts of(Layout layout) {
      used.add(layout);
      return sums.computeIfAbsent(layout, Counts::new);
    }

    private void addBlock(Layout layout, byte[] slots) {
      SlotCodec.addTo(of(layout), slots);
    }

    private void addLine(long position, int size) {
      try {
        if (buffer.length < size) {
          buffer = new byte[size];
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, size);
        while (bytes.hasRemaining()) {
          if (channel.read(bytes, position + bytes.position()) < 0) {
            throw new UnreadableException("the log has become shorter", new IOException());
          }
        }
        var _ = decoder.addTo(of(decoder.open(buffer, 0, size)));
      } catch (IOException | MalformedException e) {
        throw new UnreadableException("the log has changed while it was shown", e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
