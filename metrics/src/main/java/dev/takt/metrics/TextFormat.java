package dev.takt.metrics;

import dev.takt.metrics.MetricFamily.Histogram;
import dev.takt.metrics.MetricFamily.Sample;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes Prometheus' text format (0.0.4) or OpenMetrics (1.0), which differ in a few places.
/// Histograms are classic: native ones have no text form.
final class TextFormat {

  private static final double NANOS = 1e9;
  private static final double EXACT_LONG = 1L << Double.PRECISION;

  private final boolean isOpenMetrics;
  private final StringBuilder out = new StringBuilder();

  private TextFormat(boolean isOpenMetrics) {
    this.isOpenMetrics = isOpenMetrics;
  }

  static String prometheus(List<MetricFamily> families) {
    return new TextFormat(false).all(families);
  }

  static String openMetrics(List<MetricFamily> families) {
    return new TextFormat(true).all(families) + "# EOF\n";
  }

  private String all(List<MetricFamily> families) {
    families.forEach(this::family);
    return out.toString();
  }

  private void family(MetricFamily family) {
    String sample = family.prometheusName() + family.type().suffix;
    String name = isOpenMetrics ? family.prometheusName() : sample;
    head("TYPE", name, type(family.type()));
    if (isOpenMetrics && !family.unit().suffix.isEmpty()) {
      head("UNIT", name, family.unit().suffix);
    }
    head("HELP", name, escaped(family.help(), isOpenMetrics));
    for (Sample each : family.samples()) {
      switch (each) {
        case MetricFamily.Value figure -> line(sample, figure.labels(), "", number(figure.value()));
        case Histogram histogram -> histogram(name, histogram);
      }
    }
  }

  private String type(MetricFamily.Type type) {
    return (type == MetricFamily.Type.INFO && !isOpenMetrics ? MetricFamily.Type.GAUGE : type)
        .name()
        .toLowerCase(Locale.ROOT);
  }

  private void head(String what, String name, String text) {
    out.append("# ").append(what).append(' ').append(name).append(' ').append(text).append('\n');
  }

  private void histogram(String name, Histogram histogram) {
    SparseHistogram slots = histogram.slots();
    double[] bounds = ClassicBuckets.bounds();
    long[] within = ClassicBuckets.cumulative(slots);
    for (int i = 0; i < bounds.length; i++) {
      line(name + "_bucket", histogram.labels(), bound(bounds[i]), Long.toString(within[i]));
    }
    line(name + "_bucket", histogram.labels(), "+Inf", Long.toString(slots.count()));
    line(name + "_sum", histogram.labels(), "", number(slots.sumNanos() / NANOS));
    line(name + "_count", histogram.labels(), "", Long.toString(slots.count()));
  }

  private void line(String name, Map<String, String> labels, String bound, String value) {
    out.append(name);
    String separator = "{";
    for (Map.Entry<String, String> label : labels.entrySet()) {
      out.append(separator).append(label.getKey());
      out.append("=\"").append(escaped(label.getValue(), true)).append('"');
      separator = ",";
    }
    if (!bound.isEmpty()) {
      out.append(separator).append("le=\"").append(bound).append('"');
      separator = ",";
    }
    out.append(separator.equals(",") ? "} " : " ").append(value).append('\n');
  }

  private static String escaped(String text, boolean isQuoted) {
    String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
    return isQuoted ? escaped.replace("\"", "\\\"") : escaped;
  }

  /// With a decimal point, as OpenMetrics requires, in both formats: a bound is a label, and the
  /// series must not depend on the format.
  private static String bound(double seconds) {
    String plain = BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
    return plain.contains(".") ? plain : plain + ".0";
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < EXACT_LONG
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
