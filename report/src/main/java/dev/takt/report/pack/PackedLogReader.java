package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.BatchWork;
import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.algebra.LogAlgebra;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Reads logs into packed intervals, on all cores.
public final class PackedLogReader {

  /// A batch of a log's lines.
  ///
  /// @param logStart the start according to the log, or else that of its first interval, in
  ///   nanoseconds since 1970-01-01T00:00:00Z
  /// @param intervals with times relative to it
  public record Part(long logStart, List<PackedInterval> intervals) {

    /// The intervals with times relative to another origin.
    public List<PackedInterval> since(long origin) {
      long late = logStart - origin;
      return late == 0
          ? intervals
          : intervals.stream()
              .map(each ->
                  new PackedInterval(
                      each.tag(),
                      each.layout(),
                      each.begin() + late,
                      each.end() + late,
                      each.slots()))
              .toList();
    }
  }

  private PackedLogReader() {}

  /// Reads a log.
  ///
  /// @param output receives the parts in order
  /// @return the facts that the log states about itself
  /// @throws IOException if it cannot be opened or read
  public static LogFacts read(LogSource source, Problems problems, Consumer<Part> output)
      throws IOException {
    return LogAlgebra.batches(source, problems, Worker::new, output);
  }

  private static final class Worker implements BatchWork<Part> {

    private final HistogramDecoder decoder = new HistogramDecoder();
    private final Map<Layout, Counts> scratch = new HashMap<>();
    private final SlotCodec slots = new SlotCodec();

    @Override
    public Part of(
        long logStart, List<? extends EncodedInterval> lines, Consumer<Problem> problems) {
      List<PackedInterval> packed = new ArrayList<>(lines.size());
      for (EncodedInterval each : lines) {
        try {
          packed.add(packed(each, logStart));
        } catch (MalformedException e) {
          problems.accept(each.lost(e.reason()));
        }
      }
      return new Part(logStart, packed);
    }

    private PackedInterval packed(EncodedInterval line, long logStart) throws MalformedException {
      Layout layout = line.open(decoder);
      Counts counts = scratch.computeIfAbsent(layout, Counts::new);
      counts.clear();
      var _ = decoder.addTo(counts);
      String tag = line.tag();
      return new PackedInterval(
          tag == null ? "" : tag,
          layout,
          line.start() - logStart,
          line.end() - logStart,
          slots.encode(counts));
    }
  }
}
