package dev.takt.metrics;

import dev.takt.metrics.Family.Histogram;
import dev.takt.metrics.Family.Sample;
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

  private final Figures figures;
  private final boolean delta;
  private final long since;
  private final Map<Key, Sample> before = new HashMap<>();

  /// Identifies a sample of a family.
  private record Key(String base, Map<String, String> labels) {}

  private OtlpRequest(Figures figures, boolean delta, @Nullable Figures earlier) {
    this.figures = figures;
    this.delta = delta;
    this.since = earlier == null ? figures.startEpochNanos() : earlier.epochNanos();
    if (earlier != null) {
      for (Family family : Families.of(earlier)) {
        family.samples().forEach(each -> before.put(new Key(family.base(), each.labels()), each));
      }
    }
  }

  /// A request with cumulative temporality: all figures since the run began.
  static byte[] cumulative(Figures figures) {
    return new OtlpRequest(figures, false, null).message();
  }

  /// A request with delta temporality: the change since an earlier request.
  ///
  /// @param earlier the figures of that request; null if there was none
  static byte[] delta(Figures figures, @Nullable Figures earlier) {
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
    for (Family family : Families.of(figures)) {
      if (family.type() != Family.Type.INFO) {
        out.message(2, metric -> metric(family, metric));
      }
    }
  }

  private void metric(Family family, ProtobufWriter out) {
    out.text(1, family.base());
    out.text(2, family.help());
    out.text(3, family.unit().symbol);
    List<Sample> samples = delta ? sinceBefore(family) : family.samples();
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
          if (family.type() != Family.Type.GAUGE) {
            data.varint(2, delta ? DELTA : CUMULATIVE);
          }
          if (family.type() == Family.Type.COUNTER) {
            data.varint(3, 1);
          }
        });
  }

  private List<Sample> sinceBefore(Family family) {
    List<Sample> changed = new ArrayList<>();
    for (Sample each : family.samples()) {
      Sample earlier = before.get(new Key(family.base(), each.labels()));
      boolean isSum = family.type() == Family.Type.COUNTER;
      changed.add(
          switch (each) {
            case Histogram(var labels, Slots slots) when earlier instanceof Histogram known ->
                new Histogram(labels, slots.since(known.slots()));
            case Family.Figure(var labels, double value)
                when isSum && earlier instanceof Family.Figure known ->
                new Family.Figure(labels, value - known.value());
            default -> each;
          });
    }
    return changed;
  }

  private void point(Family.Type type, Sample sample, ProtobufWriter out) {
    int attributes = sample instanceof Histogram ? 1 : 7;
    sample.labels().forEach((key, value) -> attribute(attributes, key, value, out));
    if (type != Family.Type.GAUGE) {
      out.fixed64(2, since);
    }
    out.fixed64(3, figures.epochNanos());
    switch (sample) {
      case Family.Figure figure -> out.real(4, figure.value());
      case Histogram histogram -> histogram(histogram.slots(), out);
    }
  }

  private static void histogram(Slots slots, ProtobufWriter out) {
    ExponentialBuckets buckets = ExponentialBuckets.of(slots);
    out.fixed64(4, slots.count());
    out.real(5, slots.sumNanos() / NANOS);
    out.zigzag(6, buckets.scale());
    out.fixed64(7, buckets.zeros());
    out.message(
        8,
        positive -> {
          // OpenTelemetry numbers a bucket by its lower bound.
          positive.zigzag(1, buckets.size() == 0 ? 0 : buckets.first() - 1L);
          positive.varints(
              2, IntStream.range(0, buckets.size()).mapToLong(buckets::count).toArray());
        });
    if (slots.count() > 0) {
      out.real(13, slots.end(slots.size() - 1) / NANOS);
    }
  }
}
