package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/// The number of values in each slot of each layout under each tag, which no operation on logs may
/// change. Two tallies of the same values are equal, however the values are spread over intervals.
public final class Tally {

  public Tally() {}

  /// @param lowest the lowest value of the slot, the same in HdrHistogram and here
  private record Slot(Layout layout, double lowest) implements Comparable<Slot> {
    @Override
    public int compareTo(Slot other) {
      int byValue = Double.compare(lowest, other.lowest);
      return byValue != 0 ? byValue : layout.toString().compareTo(other.layout.toString());
    }
  }

  private final Map<String, Map<Slot, Long>> slots = new TreeMap<>();
  private final Map<String, Map<Double, Long>> values = new TreeMap<>();

  public static Tally of(List<RandomLog> logs) {
    Tally tally = new Tally();
    logs.forEach(log -> log.lines().forEach(line -> tally.add(line.tag(), line.histogram())));
    return tally;
  }

  /// The values that Takt's reader finds in a log. It must report no problem, except that the log
  /// is empty.
  public static Tally read(byte[] log) throws IOException {
    Tally tally = new Tally();
    Problems problems = new Problems();
    LogSource source = LogSource.of("out.hdr", new ByteArrayInputStream(log));
    try (IntervalLogReader reader = IntervalLogReader.open(source, Selection.ALL, problems)) {
      reader.stream().forEach(each -> tally.add(each.tag(), each.counts()));
    }
    assertThat(problems.first())
        .filteredOn(each -> each.line() > 0 && each.isFaultOrLoss())
        .isEmpty();
    return tally;
  }

  /// The values that HdrHistogram's reader finds in a log.
  public static Tally readByHdrHistogram(byte[] log) {
    Tally tally = new Tally();
    for (EncodableHistogram each : hdrHistograms(log)) {
      tally.add(each.getTag(), each);
    }
    return tally;
  }

  public static List<EncodableHistogram> hdrHistograms(byte[] log) {
    List<EncodableHistogram> histograms = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    while (reader.hasNext()) {
      EncodableHistogram next = reader.nextIntervalHistogram(-Double.MAX_VALUE, Double.MAX_VALUE);
      if (next != null) {
        histograms.add(next);
      }
    }
    return histograms;
  }

  public static String base64(EncodableHistogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, 1);
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  public void add(@Nullable String tag, EncodableHistogram histogram) {
    if (histogram instanceof AbstractHistogram integers) {
      addIntegers(tag, integers);
    } else {
      Counts counts = decoded(histogram);
      assertThat(counts.total()).isEqualTo(((DoubleHistogram) histogram).getTotalCount());
      add(tag, counts);
    }
  }

  private void addIntegers(@Nullable String tag, AbstractHistogram integers) {
    Layout layout =
        Layout.ofIntegers(
            integers.getLowestDiscernibleValue(), integers.getNumberOfSignificantValueDigits());
    for (HistogramIterationValue each : integers.recordedValues()) {
      long value = each.getValueIteratedTo();
      add(
          tag,
          new Slot(layout, (double) integers.lowestEquivalentValue(value)),
          (double) integers.highestEquivalentValue(value),
          each.getCountAtValueIteratedTo());
    }
  }

  static Counts decoded(EncodableHistogram histogram) {
    try {
      byte[] payload = base64(histogram).getBytes(StandardCharsets.US_ASCII);
      HistogramDecoder decoder = new HistogramDecoder();
      Counts counts = new Counts(decoder.open(payload, 0, payload.length));
      assertThat(decoder.addTo(counts)).isNotNegative();
      return counts;
    } catch (MalformedException e) {
      throw new AssertionError(e);
    }
  }

  void add(@Nullable String tag, Counts counts) {
    Layout layout = counts.layout();
    for (int i = 0; i < counts.length(); i++) {
      add(tag, new Slot(layout, layout.lowest(i)), layout.highest(i), counts.at(i));
    }
  }

  public void add(Tally other) {
    other.slots.forEach((tag, counts) ->
        counts.forEach((slot, count) -> of(slots, tag).merge(slot, count, Math::addExact)));
    other.values.forEach((tag, counts) ->
        counts.forEach((value, count) -> of(values, tag).merge(value, count, Math::addExact)));
  }

  private void add(@Nullable String tag, Slot slot, double highest, long count) {
    if (count != 0) {
      String name = tag == null ? Selection.UNTAGGED : tag;
      of(slots, name).merge(slot, count, Math::addExact);
      of(values, name).merge(highest, count, Math::addExact);
    }
  }

  /// Adds counts under the upper ends of their slots, as percentiles are reported.
  void addSpectrum(Series series) {
    for (int i = 0; i < series.spectrum().size(); i++) {
      of(values, series.name())
          .merge(series.spectrum().value(i), series.spectrum().count(i), Math::addExact);
    }
  }

  public static Tally ofSpectra(List<Series> series) {
    Tally tally = new Tally();
    series.forEach(tally::addSpectrum);
    return tally;
  }

  private static <K> Map<K, Long> of(Map<String, Map<K, Long>> counts, String tag) {
    return counts.computeIfAbsent(tag, key -> new TreeMap<>());
  }

  /// A copy with other tags; counts that then share a tag are added up.
  Tally renamed(UnaryOperator<String> names) {
    Tally renamed = new Tally();
    slots.forEach((tag, counts) ->
        counts.forEach((slot, count) ->
            of(renamed.slots, names.apply(tag)).merge(slot, count, Math::addExact)));
    values.forEach((tag, counts) ->
        counts.forEach((value, count) ->
            of(renamed.values, names.apply(tag)).merge(value, count, Math::addExact)));
    return renamed;
  }

  public long total() {
    return values.values().stream()
        .flatMap(each -> each.values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  public Map<String, Long> totals() {
    return values.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each -> each.getValue().values().stream().mapToLong(Long::longValue).sum()));
  }

  /// Asserts the same counts in the same slots.
  public void assertSlots(Tally expected) {
    assertThat(differences(slots, expected.slots)).isEmpty();
  }

  /// Asserts the same counts for the same values, whatever the layouts.
  public void assertValues(Tally expected) {
    assertThat(differences(values, expected.values)).isEmpty();
  }

  private static <K> List<String> differences(
      Map<String, Map<K, Long>> actual, Map<String, Map<K, Long>> expected) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> tags = new TreeSet<>(actual.keySet());
    tags.addAll(expected.keySet());
    for (String tag : tags) {
      Map<K, Long> is = actual.getOrDefault(tag, Map.of());
      Map<K, Long> should = expected.getOrDefault(tag, Map.of());
      TreeSet<K> keys = new TreeSet<>(is.keySet());
      keys.addAll(should.keySet());
      for (K key : keys) {
        if (differences.size() < 20
            && !is.getOrDefault(key, 0L).equals(should.getOrDefault(key, 0L))) {
          differences.add(tag + " " + key + ": " + is.get(key) + " instead of " + should.get(key));
        }
      }
    }
    return differences;
  }
}
