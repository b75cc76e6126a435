package dev.takt.cli;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.takt.cli.spi.ExitCode;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.testing.Background;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that export metrics while they go on.
@Timeout(60)
class LiveExportTest {

  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+/metrics)");

  @TempDir Path folder;

  private int run(World world, String... more) {
    String[] usual = {
      "run",
      "--target",
      "sim:delay=1ms",
      "--rate",
      "500/s",
      "--self-warmup",
      "off",
      "--interval",
      "100ms",
      "--out",
      "run"
    };
    String[] all = Arrays.copyOf(usual, usual.length + more.length);
    System.arraycopy(more, 0, all, usual.length, more.length);
    return world.run(all);
  }

  private RunSummary summary() throws IOException {
    return Objects.requireNonNull(RunDirectory.open(folder.resolve("run")).read().summary());
  }

  @Test
  void whatIsScrapedAddsUpToTheSummary() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> ran =
        Background.supplyAsync(() ->
            run(
                world,
                "--duration",
                "1s",
                "--warmup",
                "200ms",
                "--prometheus",
                "0",
                "--prometheus-linger",
                "30s"));
    List<Long> counts = new ArrayList<>();
    String last = "";
    while (!ran.isDone()) {
      Matcher matcher = URL.matcher(world.err());
      if (matcher.find()) {
        String text = scraped(URI.create(matcher.group(1)));
        if (!text.isEmpty()) {
          last = text;
          counts.add(value(text, "takt_response_seconds_count"));
        }
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }

    assertThat(ran.get(20, TimeUnit.SECONDS))
        .as(world.err())
        .isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
    assertThat(counts).isSorted().hasSizeGreaterThan(1);
    RunSummary summary = summary();
    assertThat(summary.results().balance().completed()).isEqualTo(400);
    assertThat(value(last, "takt_response_seconds_count")).isEqualTo(400);
    assertThat(value(last, "takt_operations_total")).isEqualTo(400);
    assertThat(value(last, "takt_service_seconds_count")).isEqualTo(400);
    assertThat(value(last, "takt_wait_seconds_count")).isEqualTo(400);
    assertThat(last)
        .contains("takt_lateness_seconds_count 400\n", "target=\"sim:delay=1ms\"")
        .containsPattern("takt_generator_verdict\\{verdict=\"[a-z]+\"} 1\n");
  }

  /// The server may stop during the request.
  private static String scraped(URI url) {
    try (var in = url.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static long value(String text, String name) {
    Matcher matcher =
        Pattern.compile(
                "^" + name + "\\{operation=\"read\",outcome=\"completed\"} (\\d+)$",
                Pattern.MULTILINE)
            .matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void aPortThatIsTakenFailsBeforeThereIsLoad() throws Exception {
    World world = new World(folder);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          world.run("run", "--target", "sim:delay=1ms", "--prometheus", "" + taken.getLocalPort());

      assertThat(code).isEqualTo(ExitCode.FAILED);
    }
    assertThat(world.err())
        .contains("cannot listen on 127.0.0.1:", "in use")
        .doesNotContain("driving");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void quietRunStillPrintsMetricsAddress() {
    World world = new World(folder);
    int code = run(world, "--duration", "200ms", "--prometheus", "0", "--quiet");

    assertThat(code).as(world.err()).isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
    assertThat(world.err())
        .matches("(?s)takt: metrics at http://127\\.0\\.0\\.1:[1-9]\\d*/metrics\n.*")
        .doesNotContain("driving");
    assertThat(world.out()).doesNotContain("/metrics");
  }

  @Test
  void anInterruptEndsTheWaitForAScrape() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> ran =
        Background.supplyAsync(() ->
            run(world, "--duration", "300ms", "--prometheus", "0", "--prometheus-linger", "1h"));
    Path run = folder.resolve("run/run.json");
    await()
        .atMost(ofSeconds(30))
        .until(() -> Files.exists(run) && Files.readString(run).contains("\"summary\""));
    world.pressCtrlC();

    assertThat(ran.get(20, TimeUnit.SECONDS))
        .isIn(ExitCode.OK, ExitCode.NOT_TRUSTED, ExitCode.INTERRUPTED);
    assertThat(world.out()).contains("all 150 operations succeeded");
  }

  @Test
  void aCollectorThatFailsChangesNothingButAWord() throws Exception {
    AtomicInteger pushes = new AtomicInteger();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          pushes.incrementAndGet();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    collector.start();
    World world = new World(folder);
    try {
      int code =
          run(
              world,
              "--duration",
              "600ms",
              "--otlp",
              "http://127.0.0.1:" + collector.getAddress().getPort(),
              "--otlp-interval",
              "100ms",
              "--otlp-header",
              "X-Scope: topsecret");

      assertThat(code).as(world.err()).isIn(ExitCode.OK, ExitCode.NOT_TRUSTED);
    } finally {
      collector.stop(0);
    }
    assertThat(summary().results().balance().completed()).isEqualTo(300);
    assertThat(pushes.get()).isPositive();
    assertThat(world.err().lines().filter(line -> line.contains("status 503")))
        .hasSize(2)
        .last()
        .asString()
        .isEqualTo(
            EnglishText.format(
                "takt: %d of %d pushes to http://127.0.0.1:%d/v1/metrics failed; the last failure: it answered with status 503; it lacks the run's last figures",
                pushes.get(), pushes.get(), collector.getAddress().getPort()));
    assertThat(Files.readString(folder.resolve("run/run.json")))
        .contains("X-Scope: ***")
        .doesNotContain("topsecret");
  }
}
