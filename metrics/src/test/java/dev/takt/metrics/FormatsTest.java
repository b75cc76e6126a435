package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests each format with a separate parser.
class FormatsTest {

  private static final long[] VALUES =
      new SplittableRandom(3)
          .doubles(5_000)
          .mapToLong(d -> (long) Math.pow(10, 3 + 6 * d))
          .toArray();

  private static final Map<String, String> READ =
      Map.of("operation", "read", "outcome", "completed");

  private final LiveMetrics metrics = new LiveMetrics(Recorded.FACTS);
  private final Histogram oracle = new Histogram(1, (1L << 47) - 1, 3);

  @BeforeEach
  void record() {
    Recorded.completed(metrics, "read", VALUES);
    Recorded.tick(metrics, true, true);
    Arrays.stream(VALUES).forEach(oracle::recordValue);
  }

  private List<MetricFamily> families() {
    return MetricFamilies.of(metrics.newest());
  }

  private double sum() {
    return oracle.getMean() * oracle.getTotalCount() / 1e9;
  }

  @Test
  void prometheusTextIsWellFormed() {
    TextReader text = new TextReader(TextFormat.prometheus(families()));

    assertThat(text.hasEnd).isFalse();
    assertThat(text.units).isEmpty();
    assertThat(text.types)
        .containsEntry("takt_response_seconds", "histogram")
        .containsEntry("takt_operations_total", "counter")
        .containsEntry("takt_build_info", "gauge");
    var buckets = text.buckets("takt_response_seconds", READ);
    assertThat(buckets).hasSize(19);
    for (HistogramIterationValue each : oracle.recordedValues()) {
      buckets.replaceAll((le, count) ->
          each.getValueIteratedTo() / 1e9 <= le ? count - each.getCountAtValueIteratedTo() : count);
    }
    assertThat(buckets.values()).containsOnly(0.0);
    assertThat(text.value("takt_response_seconds_sum", READ)).isCloseTo(sum(), within(1e-9));
    assertThat(
            text.buckets("takt_response_seconds", Map.of("operation", "write"))
                .lastEntry()
                .getValue())
        .isZero();
  }

  @Test
  void openMetricsIsWellFormedAndHasTheSameValues() {
    TextReader plain = new TextReader(TextFormat.prometheus(families()));
    TextReader text = new TextReader(TextFormat.openMetrics(families()));

    assertThat(text.hasEnd).isTrue();
    assertThat(text.samples).isEqualTo(plain.samples);
    assertThat(text.types)
        .containsEntry("takt_operations", "counter")
        .containsEntry("takt_generator_cpu_seconds", "counter")
        .containsEntry("takt_build", "info");
    assertThat(text.units)
        .containsEntry("takt_response_seconds", "seconds")
        .containsEntry("takt_generator_utilisation_ratio", "ratio");
  }

  @Test
  void everyFigureHasTheReportedValue() {
    TextReader text = new TextReader(TextFormat.prometheus(families()));

    assertThat(text.value("takt_run_info", Map.of("run", "20260101-demo", "mode", "fixed")))
        .isOne();
    assertThat(text.value("takt_run_info", Map.of("target", "http://host/a\\b\"c\nd"))).isOne();
    assertThat(text.value("takt_build_info", Map.of("version", "1.2", "revision", "abc"))).isOne();
    Map<String, Double> byName = new TreeMap<>();
    text.samples.stream()
        .filter(each -> each.labels().isEmpty() && !each.name().startsWith("takt_lateness"))
        .forEach(each -> byName.put(each.name(), each.value()));
    assertThat(byName)
        .containsExactly(
            Map.entry("takt_achieved_operations_per_second", 998.25),
            Map.entry("takt_backlog_operations", 11.0),
            Map.entry("takt_elapsed_seconds", 3.5),
            Map.entry("takt_generator_collection_seconds_total", 0.008),
            Map.entry("takt_generator_collections_total", 7.0),
            Map.entry("takt_generator_cpu_seconds_total", 9.0),
            Map.entry("takt_generator_longest_stall_seconds", 0.006),
            Map.entry("takt_generator_stalled_seconds", 0.005),
            Map.entry("takt_generator_stalls", 4.0),
            Map.entry("takt_generator_utilisation_ratio", 0.25),
            Map.entry("takt_in_flight_operations", 7.0),
            Map.entry("takt_intended_operations_per_second", 1000.5));
    assertThat(text.value("takt_generator_verdict", Map.of("verdict", "late"))).isOne();
    assertThat(text.value("takt_generator_verdict", Map.of("verdict", "ok"))).isZero();
    assertThat(text.value("takt_phase", Map.of("phase", "measure"))).isOne();
  }

  @Test
  void nativeHistogramsAreDecodedUnchanged() {
    List<WireReader> all = WireReader.delimited(ProtobufFormat.of(families()));
    WireReader family =
        all.stream()
            .filter(each -> each.text(1).equals("takt_response_seconds"))
            .findFirst()
            .orElseThrow();
    assertThat(family.varint(3)).isEqualTo(4);
    assertThat(family.text(5)).isEqualTo("seconds");
    WireReader metric = family.messages(4).getFirst();
    assertThat(metric.messages(1).stream().map(pair -> pair.text(1) + "=" + pair.text(2)))
        .containsExactly("operation=read", "outcome=completed");
    WireReader histogram = metric.message(7);
    assertThat(histogram.varint(1)).isEqualTo(VALUES.length);
    assertThat(histogram.real(2)).isCloseTo(sum(), within(1e-9));
    int schema = (int) histogram.zigzag(5);
    assertThat(schema).isEqualTo(4);
    assertThat(histogram.real(6)).isEqualTo(Math.pow(2, -128));

    assertThat(positive(histogram)).isEqualTo(expected(schema));
    assertThat(histogram.varint(7)).isZero();
    assertThat(histogram.messages(3)).hasSize(19);
    assertThat(histogram.messages(3).getLast().varint(1)).isEqualTo(VALUES.length);
    assertThat(histogram.messages(3).getLast().real(2)).isInfinite();
  }

  /// Decodes spans and deltas as Prometheus does.
  private static Map<Integer, Long> positive(WireReader histogram) {
    Map<Integer, Long> buckets = new TreeMap<>();
    var deltas = histogram.zigzags(13).iterator();
    int index = 0;
    long count = 0;
    for (WireReader span : histogram.messages(12)) {
      index += (int) span.zigzag(1);
      for (long i = span.varint(2); i > 0; i--) {
        count += deltas.next();
        buckets.put(index++, count);
      }
    }
    assertThat(deltas.hasNext()).isFalse();
    assertThat(buckets.values()).doesNotContain(0L);
    return buckets;
  }

  private Map<Integer, Long> expected(int schema) {
    Map<Integer, Long> buckets = new TreeMap<>();
    for (HistogramIterationValue each : oracle.recordedValues()) {
      double log = Math.log(each.getValueIteratedTo() / 1e9) / Math.log(2) * (1 << schema);
      buckets.merge((int) Math.ceil(log), each.getCountAtValueIteratedTo(), Long::sum);
    }
    return buckets;
  }

  /// Without a span it would not be a native histogram.
  @Test
  void emptyHistogramIsNative() {
    WireReader family =
        WireReader.delimited(ProtobufFormat.of(families())).stream()
            .filter(each -> each.text(1).equals("takt_response_seconds"))
            .findFirst()
            .orElseThrow();
    WireReader empty = family.messages(4).getLast().message(7);

    assertThat(empty.varint(1)).isZero();
    assertThat(empty.messages(12))
        .singleElement()
        .satisfies(span -> assertThat(span.varint(2)).isZero());
  }

  @Test
  void protobufNumbersAreDecodedUnchanged() {
    WireReader counter =
        WireReader.delimited(ProtobufFormat.of(families())).stream()
            .filter(each -> each.text(1).equals("takt_operations_total"))
            .findFirst()
            .orElseThrow();

    assertThat(counter.varint(3)).isZero();
    assertThat(counter.messages(4).getFirst().message(3).real(1)).isEqualTo(VALUES.length);
  }

  @Test
  void otlpHistogramHasTheSameBucketsWithItsOwnIndexes() {
    WireReader resource = new WireReader(OtlpRequest.cumulative(metrics.newest())).message(1);
    WireReader metric =
        resource.message(2).messages(2).stream()
            .filter(each -> each.text(1).equals("takt.response"))
            .findFirst()
            .orElseThrow();
    assertThat(metric.text(3)).isEqualTo("s");
    assertThat(metric.message(10).varint(2)).isEqualTo(2);
    WireReader point = metric.message(10).messages(1).getFirst();
    int scale = (int) point.zigzag(6);
    WireReader buckets = point.message(8);
    Map<Integer, Long> read = new TreeMap<>();
    int index = (int) buckets.zigzag(1) + 1;
    for (long count : buckets.varints(2)) {
      if (count > 0) {
        read.put(index, count);
      }
      index++;
    }

    assertThat(read).isEqualTo(expected(scale));
    assertThat(point.fixed64(4)).isEqualTo(VALUES.length);
    assertThat(point.real(5)).isCloseTo(sum(), within(1e-9));
    assertThat(point.real(13)).isEqualTo(oracle.getMaxValue() / 1e9);
    assertThat(point.fixed64(3) - point.fixed64(2)).isEqualTo(3_500_000_000L);
    assertThat(
            resource.message(1).messages(1).stream()
                .map(pair -> pair.text(1) + "=" + pair.message(2).text(1)))
        .contains(
            "service.name=takt",
            "service.instance.id=20260101-demo",
            "takt.target=http://host/a\\b\"c\nd");
  }

  @Test
  void varintsOfAllSizesAndSignsAreDecoded() {
    ProtobufWriter out = new ProtobufWriter();
    out.varint(1, 300);
    out.varint(2, -1);
    out.zigzag(3, -150);
    out.zigzag(4, Long.MIN_VALUE);
    out.text(200, "é");
    WireReader read = new WireReader(out.toByteArray());

    assertThat(read.varint(1)).isEqualTo(300);
    assertThat(read.varint(2)).isEqualTo(-1);
    assertThat(read.zigzag(3)).isEqualTo(-150);
    assertThat(read.zigzag(4)).isEqualTo(Long.MIN_VALUE);
    assertThat(read.text(200)).isEqualTo("é");
    assertThat(Arrays.copyOf(out.toByteArray(), 3)).containsExactly(0x08, 0xac, 0x02);
  }
}
