package dev.takt.metrics;

import dev.takt.load.config.ExportSettings;
import dev.takt.load.engine.recording.RecordingListener;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Exports a run's live metrics to the receivers that a plan names: an endpoint for Prometheus,
/// pushes by OTLP, or both. Open from before the run begins until after it has ended.
///
/// An export cannot fail a run that has begun, and never blocks one of its threads.
public final class LiveExport implements AutoCloseable {

  private final ExportSettings exporting;
  private final LiveMetrics metrics;
  private final @Nullable PrometheusEndpoint endpoint;
  private final @Nullable OtlpPusher pusher;

  private LiveExport(
      ExportSettings exporting,
      LiveMetrics metrics,
      @Nullable PrometheusEndpoint endpoint,
      @Nullable OtlpPusher pusher) {
    this.exporting = exporting;
    this.metrics = metrics;
    this.endpoint = endpoint;
    this.pusher = pusher;
  }

  /// Starts listening and pushing.
  ///
  /// @param say receives the address to scrape
  /// @param warn receives problems that occur during the run
  /// @throws IOException with a message for people, if the address cannot be listened on
  public static LiveExport open(
      ExportSettings exporting, RunFacts facts, Consumer<String> say, Consumer<String> warn)
      throws IOException {
    LiveMetrics metrics = new LiveMetrics(facts);
    PrometheusEndpoint endpoint =
        exporting.prometheus() == null
            ? null
            : PrometheusEndpoint.open(exporting.prometheus(), metrics::newest);
    if (endpoint != null) {
      say.accept(
          "metrics at "
              + endpoint.url()
              + (endpoint.isLoopback()
                  ? ""
                  : ", open to every host that can reach this machine: no password"));
    }
    OtlpPusher pusher =
        exporting.otlp() == null ? null : OtlpPusher.start(exporting.otlp(), metrics::newest, warn);
    return new LiveExport(exporting, metrics, endpoint, pusher);
  }

  /// The listener to give to the engine; null if the plan exports nothing.
  public @Nullable RecordingListener recordingListener() {
    return exporting.isOn() ? metrics : null;
  }

  /// Exports the last figures: pushes them, and waits until they were scraped if the plan says so.
  ///
  /// @return a message about failed pushes; empty if there were none
  public Optional<String> finish() throws InterruptedException {
    Optional<String> failures = pusher == null ? Optional.empty() : pusher.finish();
    if (endpoint != null && !exporting.linger().isZero()) {
      endpoint.awaitLastScrape(exporting.linger());
    }
    return failures;
  }

  /// Stops waiting for the last scrape: the user wants the run to end. Thread-safe.
  public void stopWaiting() {
    if (endpoint != null) {
      endpoint.stopWaiting();
    }
  }

  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (pusher != null) {
      pusher.close();
    }
  }
}
