package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A plan's settings for exporting the run's figures while it runs. The engine does not export: the
/// caller that runs the plan does it alongside.
///
/// @param prometheus where the Prometheus endpoint listens; null for no endpoint
/// @param linger how long the endpoint stays up after the run for a scrape of the final figures
/// @param otlp where to push figures; null for no push
public record ExportSettings(@Nullable Endpoint prometheus, Duration linger, @Nullable Otlp otlp) {

  /// No export.
  public static final ExportSettings NONE = new ExportSettings(null, Duration.ZERO, null);

  static final String DELTA = "delta";

  /// The address that an endpoint listens on.
  ///
  /// @param host a name or an address, IPv6 without brackets
  /// @param port 0 for any free port
  public record Endpoint(String host, int port) {

    /// The notation of plans.
    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /// Where and how to push figures.
  ///
  /// @param url of the collector, without user, query and fragment
  /// @param interval between pushes
  /// @param delta whether a push contains the change since the last push, rather than cumulative
  ///   figures
  /// @param headers of each push, `Name: value`
  public record Otlp(URI url, Duration interval, boolean delta, List<String> headers) {

    /// Copies the list, so that the record is immutable.
    public Otlp {
      headers = List.copyOf(headers);
    }
  }

  void write(KeyWriter to) {
    if (prometheus != null) {
      to.put(PlanKey.PROMETHEUS, prometheus);
      to.put(PlanKey.PROMETHEUS_LINGER, linger);
    }
    if (otlp != null) {
      to.put(PlanKey.OTLP, otlp.url());
      to.put(PlanKey.OTLP_INTERVAL, otlp.interval());
      to.put(PlanKey.OTLP_TEMPORALITY, otlp.delta() ? DELTA : "cumulative");
      to.put(PlanKey.OTLP_HEADER, otlp.headers().isEmpty() ? null : otlp.headers());
    }
  }

  /// Whether any export is configured.
  public boolean isOn() {
    return prometheus != null || otlp != null;
  }

  List<String> headers() {
    return otlp == null ? List.of() : otlp.headers();
  }
}
