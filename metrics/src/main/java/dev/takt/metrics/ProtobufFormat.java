package dev.takt.metrics;

import dev.takt.metrics.MetricFamily.Histogram;
import dev.takt.metrics.MetricFamily.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Encodes Prometheus' Protocol Buffers format (length-delimited
/// `io.prometheus.client.MetricFamily` messages), the only one with native histograms. Each
/// histogram is written in both the classic and the native form; the scraper chooses.
final class ProtobufFormat {

  private static final double NANOS = 1e9;

  /// Prometheus' default: the zero bucket holds only 0 itself.
  private static final double ZERO_THRESHOLD = 0x1p-128;

  private static final int COUNTER = 0;
  private static final int GAUGE = 1;
  private static final int HISTOGRAM = 4;

  private ProtobufFormat() {}

  static byte[] of(List<MetricFamily> families) {
    ProtobufWriter out = new ProtobufWriter();
    for (MetricFamily family : families) {
      ProtobufWriter message = new ProtobufWriter();
      family(family, message);
      out.delimited(message.toByteArray());
    }
    return out.toByteArray();
  }

  private static void family(MetricFamily family, ProtobufWriter out) {
    out.text(1, family.prometheusName() + family.type().suffix);
    out.text(2, family.help());
    out.varint(3, type(family.type()));
    for (Sample each : family.samples()) {
      out.message(4, metric -> metric(family.type(), each, metric));
    }
    if (!family.unit().suffix.isEmpty()) {
      out.text(5, family.unit().suffix);
    }
  }

  private static int type(MetricFamily.Type type) {
    return switch (type) {
      case COUNTER -> COUNTER;
      case GAUGE, INFO -> GAUGE;
      case HISTOGRAM -> HISTOGRAM;
    };
  }

  private static void metric(MetricFamily.Type type, Sample sample, ProtobufWriter out) {
    for (Map.Entry<String, String> label : sample.labels().entrySet()) {
      out.message(
          1,
          pair -> {
            pair.text(1, label.getKey());
            pair.text(2, label.getValue());
          });
    }
    switch (sample) {
      case MetricFamily.Value figure ->
          out.message(
              type == MetricFamily.Type.COUNTER ? 3 : 2, value -> value.real(1, figure.value()));
      case Histogram histogram -> out.message(7, value -> histogram(histogram.slots(), value));
    }
  }

  private static void histogram(SparseHistogram slots, ProtobufWriter out) {
    out.varint(1, slots.count());
    out.real(2, slots.sumNanos() / NANOS);
    double[] bounds = ClassicBuckets.bounds();
    long[] within = ClassicBuckets.cumulative(slots);
    for (int i = 0; i < bounds.length; i++) {
      bucket(within[i], bounds[i], out);
    }
    bucket(slots.count(), Double.POSITIVE_INFINITY, out);
    ExponentialBuckets buckets = ExponentialBuckets.of(slots);
    out.zigzag(5, buckets.scale());
    out.real(6, ZERO_THRESHOLD);
    out.varint(7, buckets.zeros());
    spans(buckets, out);
  }

  private static void bucket(long within, double bound, ProtobufWriter out) {
    out.message(
        3,
        bucket -> {
          bucket.varint(1, within);
          bucket.real(2, bound);
        });
  }

  /// Writes spans (runs of buckets that have values) and deltas (how each bucket's count differs
  /// from that of the bucket before it).
  private static void spans(ExponentialBuckets buckets, ProtobufWriter out) {
    List<Long> deltas = new ArrayList<>();
    long before = 0;
    int expected = 0;
    int i = 0;
    while (i < buckets.size()) {
      int begin = i;
      for (; i < buckets.size() && buckets.count(i) > 0; i++) {
        deltas.add(buckets.count(i) - before);
        before = buckets.count(i);
      }
      span(buckets.firstIndex() + begin - expected, i - begin, out);
      expected = buckets.firstIndex() + i;
      while (i < buckets.size() && buckets.count(i) == 0) {
        i++;
      }
    }
    if (deltas.isEmpty()) {
      // Without a span, Prometheus would take it for a classic histogram.
      span(0, 0, out);
    }
    out.zigzags(13, deltas.stream().mapToLong(Long::longValue).toArray());
  }

  /// @param offset from the end of the previous span; for the first span, the index of its bucket
  private static void span(int offset, int length, ProtobufWriter out) {
    out.message(
        12,
        span -> {
          span.zigzag(1, offset);
          span.varint(2, length);
        });
  }
}
