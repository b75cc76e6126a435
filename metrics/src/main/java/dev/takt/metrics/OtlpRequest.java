package dev.takt.metrics;

import dev.takt.metrics.MetricFamily.Histogram;
import dev.takt.metrics.MetricFamily.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Encodes one push as OpenTelemetry's Protocol Buffers message `ExportMetricsServiceRequest`;
/// histograms are exponential.
final class OtlpRequest {

  private static final double NANOS = 1e9;
  private static final int DELTA = 1;
  private static final int CUMULATIVE = 2;

  private final MetricsSnapshot figures;
  private final boolean delta;
  private final long since;
  private final Map<Key, Sample> earlierSamples = new HashMap<>();

  /// Identifies a sample of a family.
  private record Key(String base, Map<String, String> labels) {}

  private OtlpRequest(MetricsSnapshot figures, boolean delta, @Nullable MetricsSnapshot earlier) {
    this.figures = figures;
    this.delta = delta;
    this.since = earlier == null ? figures.startEpochNanos() : earlier.epochNanos();
    if (earlier != null) {
      for (MetricFamily family : MetricFamilies.of(earlier)) {
        family
            .samples()
            .forEach(each -> earlierSamples.put(new Key(family.base(), each.labels()), each));
      }
    }
  }

  /// A request with cumulative temporality: all figures since the run began.
  static byte[] cumulative(MetricsSnapshot figures) {
    return new OtlpRequest(figures, false, null).message();
  }

  /// A request with delta temporality: the change since an earlier request.
  ///
  /// @param earlier the figures of that request; null if there was none
  static byte[] delta(MetricsSnapshot figures, @Nullable MetricsSnapshot earlier) {
    return new OtlpRequest(figures, true, earlier).message();
  }

  private byte[] message() {
    ProtobufWriter out = new ProtobufWriter();
    out.message(
        1,
        perResource -> {
          perResource.message(1, this::resource);
          perResource.message(2, this::scope);
        });
    return out.toByteArray();
  }

  private void resource(ProtobufWriter out) {
    RunFacts facts = figures.facts();
    attribute(1, "service.name", "takt", out);
    attribute(1, "service.version", facts.version(), out);
    attribute(1, "service.instance.id", facts.run(), out);
    attribute(1, "takt.run", facts.run(), out);
    attribute(1, "takt.target", facts.target(), out);
    attribute(1, "takt.mode", facts.mode(), out);
  }

  private static void attribute(int field, String key, String text, ProtobufWriter out) {
    out.message(
        field,
        pair -> {
          pair.text(1, key);
          pair.message(2, value -> value.text(1, text));
        });
  }

  private void scope(ProtobufWriter out) {
    out.message(
        1,
        scope -> {
          scope.text(1, "dev.takt.metrics");
          scope.text(2, figures.facts().version());
        });
    for (MetricFamily family : MetricFamilies.of(figures)) {
      if (family.type() != MetricFamily.Type.INFO) {
        out.message(2, metric -> metric(family, metric));
      }
    }
  }

  private void metric(MetricFamily family, ProtobufWriter out) {
    out.text(1, family.base());
    out.text(2, family.help());
    out.text(3, family.unit().symbol);
    List<Sample> samples = delta ? changes(family) : family.samples();
    int kind =
        switch (family.type()) {
          case COUNTER -> 7;
          case HISTOGRAM -> 10;
          default -> 5;
        };
    out.message(
        kind,
        data -> {
          samples.forEach(each -> data.message(1, point -> point(family.type(), each, point)));
          if (family.type() != MetricFamily.Type.GAUGE) {
            data.varint(2, delta ? DELTA : CUMULATIVE);
          }
          if (family.type() == MetricFamily.Type.COUNTER) {
            data.varint(3, 1);
          }
        });
  }

  private List<Sample> changes(MetricFamily family) {
    List<Sample> changed = new ArrayList<>();
    for (Sample each : family.samples()) {
      Sample earlier = earlierSamples.get(new Key(family.base(), each.labels()));
      boolean isSum = family.type() == MetricFamily.Type.COUNTER;
      changed.add(
          switch (each) {
            case Histogram(var labels, SparseHistogram slots)
                when earlier instanceof Histogram known ->
                new Histogram(labels, slots.minus(known.slots()));
            case MetricFamily.Value(var labels, double value)
                when isSum && earlier instanceof MetricFamily.Value known ->
                new MetricFamily.Value(labels, value - known.value());
            default -> each;
          });
    }
    return changed;
  }

  private void point(MetricFamily.Type type, Sample sample, ProtobufWriter out) {
    int attributes = sample instanceof Histogram ? 1 : 7;
    sample.labels().forEach((key, value) -> attribute(attributes, key, value, out));
    if (type != MetricFamily.Type.GAUGE) {
      out.fixed64(2, since);
    }
    out.fixed64(3, figures.epochNanos());
    switch (sample) {
      case MetricFamily.Value figure -> out.real(4, figure.value());
      case Histogram histogram -> histogram(histogram.slots(), out);
    }
  }

  private static void histogram(SparseHistogram slots, ProtobufWriter out) {
    ExponentialBuckets buckets = ExponentialBuckets.of(slots);
    out.fixed64(4, slots.count());
    out.real(5, slots.sumNanos() / NANOS);
    out.zigzag(6, buckets.scale());
    out.fixed64(7, buckets.zeros());
    out.message(
        8,
        positive -> {
          // OpenTelemetry numbers a bucket by its lower bound.
          positive.zigzag(1, buckets.size() == 0 ? 0 : buckets.firstIndex() - 1L);
          positive.varints(
              2, IntStream.range(0, buckets.size()).mapToLong(buckets::count).toArray());
        });
    if (slots.count() > 0) {
      out.real(13, slots.end(slots.size() - 1) / NANOS);
    }
  }
}
