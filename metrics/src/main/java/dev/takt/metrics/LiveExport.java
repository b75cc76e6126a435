package dev.takt.metrics;

import dev.takt.load.engine.Follower;
import dev.takt.load.plan.Exporting;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells those that a plan names of a run's figures, from before it begins until after it has
/// ended.
///
/// Nothing of it can fail a run that has begun, or keep one of its threads waiting.
public final class LiveExport implements AutoCloseable {

  private final Exporting exporting;
  private final LiveMetrics metrics;
  private final @Nullable PrometheusEndpoint endpoint;
  private final @Nullable OtlpPusher pusher;

  private LiveExport(
      Exporting exporting,
      LiveMetrics metrics,
      @Nullable PrometheusEndpoint endpoint,
      @Nullable OtlpPusher pusher) {
    this.exporting = exporting;
    this.metrics = metrics;
    this.endpoint = endpoint;
    this.pusher = pusher;
  }

  /// Listens, and begins to push.
  ///
  /// @param say is told where to scrape
  /// @param warn is told of a problem while the run goes on
  /// @throws IOException with a message for people, if nobody can listen there
  public static LiveExport open(
      Exporting exporting, RunFacts facts, Consumer<String> say, Consumer<String> warn)
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
                  : ", for everybody who can reach this machine: no password is asked for"));
    }
    OtlpPusher pusher =
        exporting.otlp() == null ? null : OtlpPusher.start(exporting.otlp(), metrics::newest, warn);
    return new LiveExport(exporting, metrics, endpoint, pusher);
  }

  /// What the engine tells of the run; null if nobody wants to know.
  public @Nullable Follower follower() {
    return exporting.isOn() ? metrics : null;
  }

  /// Tells the last figures: pushes them, and waits until they were scraped if the plan says so.
  ///
  /// @return what to tell of failures
  public Optional<String> finish() throws InterruptedException {
    Optional<String> failures = pusher == null ? Optional.empty() : pusher.finish();
    if (endpoint != null && !exporting.linger().isZero()) {
      endpoint.awaitLastScrape(exporting.linger());
    }
    return failures;
  }

  /// Does not wait for a scrape any longer: somebody wants the run to end. Any thread.
  public void hurry() {
    if (endpoint != null) {
      endpoint.hurry();
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
