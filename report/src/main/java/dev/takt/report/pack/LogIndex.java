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

/// Finds histograms in a log that is too large to be kept in memory or sent as a whole.
///
/// What is in memory: of each line its times and where its histogram stands in the file, and the
/// sums of neighbours: of 128 usual intervals, of four times as many, and so on. What is asked for
/// is put together from the largest sums that lie in it; at most some lines at its edges are read
/// from the file. The file must not be compressed, and must stay as it is.
///
/// Thread-safe.
public final class LogIndex implements Histograms, AutoCloseable {

  private static final int MOST_THREADS = 8;
  private static final IndexReading.Pace NEVER = new IndexReading.Pace(Long.MAX_VALUE / 2, 0, 0);

  /// A decoder must be used for a while before it is quick.
  private static final int COLUMNS_PER_PART = 32;

  /// How far the reading of a log has come.
  ///
  /// @param share which part of its bytes has been read, at most 1
  /// @param upTo where what has been read ends, in nanoseconds since the origin
  /// @param lastBegin when the log's last interval begins, as far as its last lines tell, in
  ///   nanoseconds since the origin; [Long#MIN_VALUE] if they do not
  /// @param end where it ends, in the same way; if they do not tell, where what has been read ends
  public record Progress(double share, long upTo, long lastBegin, long end) {}

  private final Path log;
  private final FileChannel channel;
  private final Map<String, TagIndex> tags;
  private final LogFacts facts;
  private final long origin;
  private final boolean isWhole;
  private final @Nullable Progress progress;

  LogIndex(
      Path log,
      FileChannel channel,
      Map<String, TagIndex> tags,
      LogFacts facts,
      long origin,
      boolean isWhole,
      @Nullable Progress progress) {
    this.log = log;
    this.channel = channel;
    this.tags = tags;
    this.facts = facts;
    this.origin = origin;
    this.isWhole = isWhole;
    this.progress = progress;
  }

  /// Reads a log once, on all cores.
  ///
  /// @param problems is told what is wrong with it
  /// @throws IOException if it cannot be read
  public static LogIndex of(Path log, Problems problems) throws IOException {
    return new IndexReading(log, _ -> {}, NEVER).read(problems);
  }

  /// The same, and tells of what has been read so far while there is more to read: soon, then when
  /// it took twice as long, and never of a log that is read in a moment.
  ///
  /// @param part is given an index of the log's beginning, which can be asked until the last one is
  ///   closed, and need not be closed before; if reading fails, any of them is to be
  ///
  /// @param times what is known about the log's columns of times
  public static LogIndex of(Path log, TimeColumns times, Problems problems, Consumer<LogIndex> part)
      throws IOException {
    return new IndexReading(log, source(log, times), part, IndexReading.Pace.USUAL).read(problems);
  }

  private static LogSource source(Path log, TimeColumns times) {
    return LogSource.of(log).withTimes(times);
  }

  /// Whether all histograms can be found again; a line that was put right to be read cannot.
  public boolean isComplete() {
    return isWhole;
  }

  /// How far reading had come; null if this is of all of the log.
  public @Nullable Progress progress() {
    return progress;
  }

  /// The same, of a log of which no more can be read: it ends where reading has come to. It is
  /// closed with the other.
  public LogIndex cut() {
    return new LogIndex(log, channel, tags, facts, origin, isWhole, null);
  }

  /// What is closed when this is, for those who do not keep all of it until then.
  public Closeable file() {
    return channel;
  }

  /// What the log says of itself.
  public LogFacts facts() {
    return facts;
  }

  /// Moment 0, in nanoseconds since 1970-01-01T00:00:00Z as far as the log knows its date.
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

  /// When each of the intervals begins, in nanoseconds since the origin, in no order.
  public LongStream begins() {
    return tags.values().stream().flatMapToLong(TagIndex::begins);
  }

  /// Where a span ends that has all intervals in it, in nanoseconds since the origin; while a log
  /// is read, also those that are still to come.
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
    // The grid is that of the whole log: so it stays as it is while the log is read, and no line is
    // decoded once more for columns that are narrower than those that are shown in the end.
    List<TagIndex.Range> ranges =
        index.columns(from, to, most, progress == null ? Long.MIN_VALUE : progress.lastBegin);
    int parts = Math.max(1, Math.min(MOST_THREADS, ranges.size() / COLUMNS_PER_PART));
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

  /// Carries out of parallel work that the log cannot be read any more.
  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message, Exception cause) {
      super(message, cause);
    }
  }

  /// Adds up one column after the other. For one thread.
  private final class Sum {

    private final TagIndex index;
    private final Map<Layout, Counts> sums = new HashMap<>();
    private final Set<Layout> used = new LinkedHashSet<>();
    private final HistogramDecoder decoder = new HistogramDecoder();
    private final Slots slots = new Slots();
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
      Slots.addTo(of(layout), slots);
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
