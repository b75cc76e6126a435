package dev.takt.metrics;

import dev.takt.load.config.ExportSettings;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Pushes the newest figures to an OpenTelemetry collector, on a thread of its own.
///
/// Nothing is queued: a delayed push sends the figures that are current by then, and a failed push
/// is not repeated, since the next one contains its data. So a slow, broken or unreachable
/// collector costs the run nothing.
final class OtlpPusher implements AutoCloseable {

  private static final String PATH = "/v1/metrics";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final long PUSH_TIMEOUT_NANOS = 5_000_000_000L;

  /// The maximum time that the last push can delay the end of a run.
  private static final long LAST_PUSH_TIMEOUT_NANOS = 2_000_000_000L;

  private static final int OK = 200;
  private static final int ABOVE_OK = 300;

  private final ExportSettings.Otlp settings;
  private final URI url;
  private final Supplier<MetricsSnapshot> newest;
  private final Consumer<String> warn;
  private final HttpClient client;
  private final Thread thread;
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile long deadlineNanos;

  // Confined to the pushing thread; other threads read them after joining it.
  private @Nullable MetricsSnapshot lastPushed;
  private int pushes;
  private int failures;
  private String lastReason = "";

  private OtlpPusher(
      ExportSettings.Otlp settings, Supplier<MetricsSnapshot> newest, Consumer<String> warn) {
    this.settings = settings;
    this.url = endpoint(settings.url());
    this.newest = newest;
    this.warn = warn;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    this.thread = Thread.ofPlatform().daemon().name("takt-otlp").unstarted(this::pushLoop);
  }

  /// Starts pushing.
  ///
  /// @param warn receives the first failure when it happens
  static OtlpPusher start(
      ExportSettings.Otlp settings, Supplier<MetricsSnapshot> newest, Consumer<String> warn) {
    OtlpPusher pusher = new OtlpPusher(settings, newest, warn);
    pusher.thread.start();
    return pusher;
  }

  /// The address at which a collector accepts metrics.
  static URI endpoint(URI base) {
    String text = base.toString().replaceFirst("/+$", "");
    return URI.create(text.endsWith(PATH) ? text : text + PATH);
  }

  /// Pushes the last figures and waits for the answer, for at most two seconds.
  ///
  /// @return a message about failed pushes; empty if there were none
  Optional<String> finish() throws InterruptedException {
    deadlineNanos = System.nanoTime() + LAST_PUSH_TIMEOUT_NANOS;
    ending.countDown();
    if (!thread.join(Duration.ofNanos(LAST_PUSH_TIMEOUT_NANOS))) {
      thread.interrupt();
      thread.join();
    }
    if (failures == 0) {
      return Optional.empty();
    }
    String lack = lastPushed == newest.get() ? "" : "; it lacks the run's last figures";
    return Optional.of(
        EnglishText.format(
            "%d of %d pushes to %s failed; the last failure: %s%s",
            failures, pushes, url, lastReason, lack));
  }

  @Override
  public void close() {
    thread.interrupt();
    client.shutdownNow();
  }

  private void pushLoop() {
    try {
      while (!ending.await(settings.interval().toNanos(), TimeUnit.NANOSECONDS)) {
        push(PUSH_TIMEOUT_NANOS);
      }
      push(deadlineNanos - System.nanoTime());
    } catch (InterruptedException e) {
      // The run no longer waits for the last push.
    }
  }

  private void push(long limitNanos) throws InterruptedException {
    MetricsSnapshot figures = newest.get();
    if (figures.progress() == null || figures == lastPushed) {
      return;
    }
    pushes++;
    String problem;
    try {
      problem = awaitResponse(send(body(figures)), limitNanos);
    } catch (RuntimeException e) {
      problem = String.valueOf(e); // the next push may succeed
    }
    if (problem.isEmpty()) {
      lastPushed = figures;
    } else {
      recordFailure(problem);
    }
  }

  private byte[] body(MetricsSnapshot figures) {
    return settings.delta()
        ? OtlpRequest.delta(figures, lastPushed)
        : OtlpRequest.cumulative(figures);
  }

  private CompletableFuture<HttpResponse<Void>> send(byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    for (String header : settings.headers()) {
      int colon = header.indexOf(':');
      request.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
  }

  /// Waits for the complete answer; the timeout of an [HttpRequest] ends with its headers.
  ///
  /// @return why the push failed; empty if it did not
  private String awaitResponse(CompletableFuture<HttpResponse<Void>> answer, long limitNanos)
      throws InterruptedException {
    try {
      int status = answer.get(limitNanos, TimeUnit.NANOSECONDS).statusCode();
      return status >= OK && status < ABOVE_OK ? "" : "it answered with status " + status;
    } catch (TimeoutException e) {
      answer.cancel(true);
      return "it did not answer within " + Math.max(1, limitNanos / 1_000_000) + " ms";
    } catch (ExecutionException e) {
      return reason(e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      recordFailure("it did not answer before the run was over");
      throw e;
    }
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause instanceof ConnectException) {
      return "connection refused or host unreachable";
    }
    return cause instanceof IOException && cause.getMessage() != null
        ? cause.getMessage()
        : String.valueOf(cause);
  }

  private void recordFailure(String reason) {
    failures++;
    lastReason = reason;
    if (failures == 1) {
      warn.accept(
          "a push to "
              + url
              + " failed: "
              + reason
              + "; the run continues, further failures are only counted");
    }
  }
}
