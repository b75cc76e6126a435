package dev.takt.metrics;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The exposition formats that can be scraped.
enum Exposition {
  /// Prometheus' text format.
  TEXT("text/plain; version=0.0.4; charset=utf-8"),
  /// OpenMetrics.
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
  /// Protocol Buffers, with native histograms.
  PROTOBUF(
      "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited");

  private final String contentType;

  Exposition(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  byte[] format(List<MetricFamily> families) {
    return switch (this) {
      case TEXT -> TextFormat.prometheus(families).getBytes(StandardCharsets.UTF_8);
      case OPEN_METRICS -> TextFormat.openMetrics(families).getBytes(StandardCharsets.UTF_8);
      case PROTOBUF -> ProtobufFormat.of(families);
    };
  }

  /// Content negotiation: the format that the client prefers; text if it accepts none of them.
  ///
  /// @param accept the value of the Accept header; empty if there is none
  static Exposition negotiate(String accept) {
    Exposition best = TEXT;
    double quality = 0;
    for (String range : accept.split(",", -1)) {
      String[] parts = range.toLowerCase(Locale.ROOT).replaceAll("[\\s\"]", "").split(";", -1);
      Exposition exposition = named(List.of(parts));
      double asked = quality(parts);
      if (exposition != null && asked > quality) {
        best = exposition;
        quality = asked;
      }
    }
    return best;
  }

  private static @Nullable Exposition named(List<String> parts) {
    return switch (parts.getFirst()) {
      case "text/plain", "text/*", "*/*" -> TEXT;
      case "application/openmetrics-text" ->
          parts.stream().noneMatch(each -> each.startsWith("version="))
                  || parts.contains("version=1.0.0")
              ? OPEN_METRICS
              : null;
      case "application/vnd.google.protobuf" ->
          parts.contains("proto=io.prometheus.client.metricfamily")
                  && parts.contains("encoding=delimited")
              ? PROTOBUF
              : null;
      default -> null;
    };
  }

  private static double quality(String[] parts) {
    for (String part : parts) {
      if (part.startsWith("q=")) {
        try {
          return Double.parseDouble(part.substring(2));
        } catch (NumberFormatException e) {
          return 0;
        }
      }
    }
    return 1;
  }
}
