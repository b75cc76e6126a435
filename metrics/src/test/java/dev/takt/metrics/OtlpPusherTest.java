package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.load.config.ExportSettings.Otlp;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OtlpPusherTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration NEVER = Duration.ofDays(1);

  private final LiveMetrics metrics = new LiveMetrics(Recorded.FACTS);
  private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();

  private OtlpPusher start(URI url, Duration interval, boolean delta) {
    return OtlpPusher.start(
        new Otlp(url, interval, delta, List.of("Authorization: Bearer x:y")),
        metrics::newest,
        warnings::add);
  }

  private void complete(long... nanos) {
    Recorded.completed(metrics, "read", nanos);
    Recorded.tick(metrics, true, false);
  }

  private static List<WireReader> responses(FakeCollector collector) {
    return collector.points("takt.response", 10).stream()
        .filter(each -> each.messages(1).getFirst().message(2).text(1).equals("read"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:4318, http://h:4318/v1/metrics",
    "http://h:4318/, http://h:4318/v1/metrics",
    "https://h/otlp/, https://h/otlp/v1/metrics",
    "http://h/v1/metrics, http://h/v1/metrics"
  })
  void metricsPathIsAppendedToTheUrl(URI base, URI endpoint) {
    assertThat(OtlpPusher.endpoint(base)).isEqualTo(endpoint);
  }

  @Test
  void cumulativePushesContainAllSoFar() throws Exception {
    try (FakeCollector collector = new FakeCollector(() -> 200)) {
      complete(1_000, 2_000);
      OtlpPusher pusher = start(collector.url(), SHORT, false);
      collector.awaitAnswer();
      complete(3_000);
      collector.awaitAnswer();
      complete(4_000);

      assertThat(pusher.finish()).isEmpty();
      pusher.close();
      List<WireReader> points = responses(collector);
      assertThat(points.stream().map(each -> each.fixed64(4)))
          .startsWith(2L)
          .endsWith(4L)
          .isSorted();
      assertThat(points.stream().map(each -> each.fixed64(2)).distinct()).hasSize(1);
      assertThat(collector.paths).containsOnly("/v1/metrics");
      assertThat(collector.headers.getFirst())
          .containsEntry("Authorization", List.of("Bearer x:y"))
          .containsEntry("Content-type", List.of("application/x-protobuf"));
      assertThat(warnings).isEmpty();
    }
  }

  /// The data of a failed push are in the next successful one.
  @Test
  void deltasOfSuccessfulPushesAddUp() throws Exception {
    AtomicInteger pushes = new AtomicInteger();
    try (FakeCollector collector =
        new FakeCollector(() -> pushes.incrementAndGet() == 2 ? 503 : 200)) {
      complete(1_000, 2_000);
      OtlpPusher pusher = start(collector.url(), SHORT, true);
      collector.awaitAnswer();
      complete(1_500);
      collector.awaitAnswer();
      complete(1_500, 1_600);
      collector.awaitAnswer();
      complete(900);

      assertThat(pusher.finish())
          .hasValueSatisfying(text ->
              assertThat(text).startsWith("1 of ").contains("status 503").doesNotContain("lacks"));
      pusher.close();
      List<WireReader> points = responses(collector);
      assertThat(points.stream().mapToLong(each -> each.fixed64(4)).sum()).isEqualTo(6);
      assertThat(points.stream().mapToDouble(each -> each.real(5)).sum())
          .isCloseTo(8_500 / 1e9, within(1e-15));
      for (int i = 1; i < points.size(); i++) {
        assertThat(points.get(i).fixed64(2)).isEqualTo(points.get(i - 1).fixed64(3));
      }
      assertThat(
              collector.points("takt.operations", 7).stream()
                  .filter(each -> each.messages(7).getFirst().message(2).text(1).equals("read"))
                  .mapToDouble(each -> each.real(4))
                  .sum())
          .isEqualTo(6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 503})
  void refusedPushIsReportedOnce(int status) throws Exception {
    try (FakeCollector collector = new FakeCollector(() -> status)) {
      complete(1_000);
      OtlpPusher pusher = start(collector.url(), SHORT, false);
      for (int i = 0; i < 3; i++) {
        collector.awaitAnswer();
      }

      assertThat(pusher.finish())
          .hasValueSatisfying(text ->
              assertThat(text)
                  .contains("status " + status, "it lacks the run's last figures")
                  .matches("(\\d+) of \\1 pushes to .*"));
      pusher.close();
      assertThat(warnings).singleElement().asString().contains("status " + status);
    }
  }

  @Test
  void unreachableCollectorIsReported() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    complete(1_000);
    OtlpPusher pusher = start(URI.create("http://127.0.0.1:" + port), NEVER, false);

    assertThat(pusher.finish())
        .hasValueSatisfying(text -> assertThat(text).contains("1 of 1", "host unreachable"));
    pusher.close();
  }

  @Test
  void pushThatCannotBeMadeFails() throws Exception {
    complete(1_000);
    Otlp settings = new Otlp(URI.create("http://127.0.0.1:1"), NEVER, true, List.of("no colon"));
    OtlpPusher pusher = OtlpPusher.start(settings, metrics::newest, warnings::add);

    assertThat(pusher.finish())
        .hasValueSatisfying(text ->
            assertThat(text).contains("1 of 1", "IndexOutOfBounds", "it lacks the run's last"));
    assertThat(warnings).hasSize(1);
    pusher.close();
  }

  /// The end of a run waits at most two seconds, whether the push hangs before it or then.
  @Timing
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void hangingCollectorDelaysTheEndByTwoSecondsAtMost(boolean before) throws Exception {
    try (FakeCollector collector = new FakeCollector(() -> FakeCollector.HANG)) {
      complete(1_000);
      OtlpPusher pusher = start(collector.url(), before ? SHORT : NEVER, false);
      if (before) {
        collector.awaitAnswer();
      }
      long begin = System.nanoTime();

      assertThat(pusher.finish())
          .hasValueSatisfying(text -> assertThat(text).contains("1 of 1", "did not answer"));
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
      pusher.close();
    }
  }

  @Test
  void nothingIsPushedBeforeTheFirstInterval() throws IOException, InterruptedException {
    try (FakeCollector collector = new FakeCollector(() -> 200)) {
      OtlpPusher pusher = start(collector.url(), NEVER, false);

      assertThat(pusher.finish()).isEmpty();
      pusher.close();
      assertThat(collector.paths).isEmpty();
    }
  }
}
