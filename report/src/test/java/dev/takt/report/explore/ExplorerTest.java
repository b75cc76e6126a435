package dev.takt.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.TimeColumns;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.PackReader;
import dev.takt.report.pack.SampleLog;
import dev.takt.report.page.SampleRun;
import dev.takt.report.page.SourceEntry;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ExplorerTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  private Path shown;
  private Explorer explorer;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws IOException {
    shown = Files.createDirectory(folder.resolve("shown"));
    explorer = Explorer.start(List.of(shown), InetAddress.getLoopbackAddress(), 0, null);
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    explorer.close();
  }

  private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(explorer.url()).resolve(path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  private static JsonNode json(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return JsonMapper.builder().build().readTree(response.body());
  }

  private String idOf(String name) throws IOException, InterruptedException {
    for (JsonNode each : json(get("/api/sources")).at("/sources")) {
      if (each.at("/name").asString().equals(name)) {
        return each.at("/id").asString();
      }
    }
    throw new AssertionError("there is no " + name);
  }

  private Path oldLog(Path file, int intervals) throws IOException {
    Path log = SampleLog.write(file, List.of("read-rt", "read-st"), intervals, 20);
    return Files.setLastModifiedTime(log, FileTime.from(Instant.now().minusSeconds(3600)));
  }

  /// A request as it goes over the wire, which no client would send.
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), explorer.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String rawGet(String path, String host) throws IOException {
    return raw("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
  }

  @Test
  void servesOnlyRunsAndLogsOfItsFolder() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    oldLog(Files.createDirectory(shown.resolve("deep")).resolve("b.hlog"), 5);
    oldLog(folder.resolve("outside.hdr"), 5);
    Files.createSymbolicLink(shown.resolve("link.hdr"), folder.resolve("outside.hdr"));
    Files.createSymbolicLink(shown.resolve("out"), folder);
    SampleRun.age(SampleRun.write(shown.resolve("run"), RunRecord.State.FINISHED, "shop", 5));

    JsonNode sources = json(get("/api/sources")).at("/sources");
    assertThat(sources.valueStream().map(each -> each.at("/name").asString()))
        .containsExactly("run", "a.hdr", "b.hlog");
    assertThat(sources.at("/0/target").asString()).isEqualTo("shop");
    String page = new String(get("/").body(), StandardCharsets.UTF_8);
    assertThat(page).contains("\"mode\":\"explore\"").contains("page.js").contains("page.css");
    assertThat(get("/page.js").statusCode()).isEqualTo(200);
    assertThat(get("/page.css").headers().firstValue("content-type"))
        .hasValue("text/css; charset=utf-8");
  }

  @Test
  void pathTraversalIsRejected() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    Files.writeString(folder.resolve("secret.txt"), "secret");
    String host = "127.0.0.1:" + explorer.port();
    for (String each :
        List.of(
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "//etc/passwd",
            "/api/sources/../../secret.txt",
            "/api/sources/%2e%2e%2f%2e%2e%2fsecret.txt",
            "/api/sources/" + folder + "/secret.txt",
            "/api/sources/0123456789abcdef",
            "/api/sources/0123456789abcdef/pack",
            "/page.html",
            "/PackWriter.class")) {
      assertThat(rawGet(each, host)).as(each).startsWith("HTTP/1.1 404").doesNotContain("secret\n");
    }
  }

  @Test
  void symbolicLinkInARunIsNotFollowed() throws Exception {
    RunDirectory run = SampleRun.write(shown.resolve("run"), RunRecord.State.FINISHED, "shop", 0);
    Files.createSymbolicLink(run.latencyLog(), oldLog(folder.resolve("outside.hdr"), 5));
    HttpResponse<byte[]> answer = get("/api/sources/" + idOf("run"));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("latency.hdr is a link");
  }

  @Test
  void foreignHostIsRejected() throws Exception {
    int port = explorer.port();
    for (String each : List.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port)) {
      assertThat(rawGet("/api/sources", each)).startsWith("HTTP/1.1 200");
    }
    for (String each :
        List.of(
            "evil.example:" + port,
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "localhost.evil:" + port)) {
      assertThat(rawGet("/api/sources", each)).as(each).startsWith("HTTP/1.1 403");
    }
    assertThat(raw("GET / HTTP/1.0\r\n\r\n")).contains(" 403 ");
    for (String each : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      String request =
          each
              + " /api/sources HTTP/1.1\r\nHost: localhost:"
              + port
              + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      assertThat(raw(request)).startsWith("HTTP/1.1 405").containsIgnoringCase("Allow: GET, HEAD");
    }
  }

  @Test
  void everyResponseHasSecurityHeaders() throws Exception {
    for (String each : List.of("/", "/api/sources", "/nothing")) {
      var headers = get(each).headers();
      assertThat(headers.firstValue("content-security-policy").orElseThrow())
          .startsWith("default-src 'none'")
          .contains("frame-ancestors 'none'");
      assertThat(headers.firstValue("x-content-type-options")).hasValue("nosniff");
      assertThat(headers.firstValue("cache-control")).hasValue("no-store");
      assertThat(headers.firstValue("referrer-policy")).hasValue("no-referrer");
      assertThat(headers.firstValue("cross-origin-resource-policy")).hasValue("same-origin");
      assertThat(headers.firstValue("access-control-allow-origin")).isEmpty();
    }
  }

  @Test
  void invalidParametersAreRejectedWithASentence() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    String source = "/api/sources/" + idOf("a.hdr");
    for (String each :
        List.of(
            "/pack?after=-1",
            "/pack?after=99999999999999999999",
            "/pack?after=x",
            "/pack?before=1",
            "/columns",
            "/columns?tag=read-rt&from=0&to=NaN",
            "/columns?tag=read-rt&from=0&to=1&most=0",
            "/columns?tag=read-rt&from=0&to=1&most=-5",
            "/columns?tag=read-rt&from=0&to=1&most=2000000000",
            "/columns?tag=read-rt&from=5&to=1",
            "/columns?tag=a&tag=b&from=0&to=1",
            "/columns?tag=%25zz%&from=0&to=1")) {
      String answer = rawGet(source + each, "localhost:" + explorer.port());
      assertThat(answer).as(each).startsWith("HTTP/1.1 400");
      // An invalid address is rejected by the HTTP server itself.
      if (!each.contains("%")) {
        assertThat(answer).as(each).contains("{\"error\":\"The ");
      }
    }
    assertThat(get(source + "/columns?tag=read-rt&from=-1e99&to=1e99").statusCode()).isEqualTo(200);
    assertThat(PackReader.read(get(source + "/columns?tag=none&from=0&to=9").body())).isEmpty();
    assertThat(PackReader.read(get(source + "/pack?after=999999999").body())).isEmpty();
    assertThat(get("/api/sources?x=" + "y".repeat(5_000)).statusCode()).isEqualTo(414);
  }

  @Test
  void columnsSumUpToTheSummary() throws Exception {
    Path log = oldLog(shown.resolve("a.hdr"), 40);
    String columns = "/api/sources/" + idOf("a.hdr") + "/columns?tag=read-rt";
    for (long[] each :
        new long[][] {{0, 40_000}, {3_000, 17_000}, {2_500, 9_001}, {5_000, 5_000}}) {
      Selection selection =
          Selection.ALL
              .withTags("read-rt"::equals)
              .within(new Moment(each[0] * MILLI, false), new Moment(each[1] * MILLI, false));
      long expected =
          LogAlgebra.summarize(List.of(LogSource.of(log)), selection, new Problems())
              .series()
              .stream()
              .mapToLong(series -> series.spectrum().total())
              .sum();
      for (int most : new int[] {1, 6, 1_000}) {
        var pack =
            PackReader.read(
                get(columns + "&from=" + each[0] + "&to=" + each[1] + "&most=" + most).body());
        assertThat(pack.size()).isLessThanOrEqualTo(most);
        assertThat(PackReader.sum(pack, "read-rt").total()).isEqualTo(expected);
      }
    }
  }

  @Test
  void growingLogIsFollowed() throws Exception {
    List<String> tags = List.of("read-rt");
    SplittableRandom random = new SplittableRandom(1);
    Path log = shown.resolve("live.hdr");
    try (IntervalLogWriter writer = IntervalLogWriter.create(log, SampleLog.ANCHOR, 0)) {
      SampleLog.append(writer, tags, 0, 5, random);
      SampleLog.append(writer, tags, 1, 5, random);
      String source = "/api/sources/" + idOf("live.hdr");
      assertThat(json(get(source)).at("/entry/state").asString()).isEqualTo("running");
      while (PackReader.read(get(source + "/pack").body()).size() < 2) {
        Thread.sleep(20);
      }
      try (BufferedReader lines = listen(source)) {
        assertThat(lines.readLine()).startsWith(":");
        assertThat(event(lines)).as("at once, for what came before").isEqualTo("growth");
        SampleLog.append(writer, tags, 2, 5, random);
        assertThat(event(lines)).isEqualTo("growth");
        while (PackReader.read(get(source + "/pack?after=2").body()).isEmpty()) {
          Thread.sleep(20); // the event may concern the initial contents
        }
        var more = PackReader.read(get(source + "/pack?after=2").body());
        assertThat(more).extracting(PackReader.Interval::begin).containsExactly(2_000L);
      }
    }
  }

  /// A log of half a day with two tags in 16 MB: the repeated lines of a short log, with increasing
  /// times.
  private Path largeLog(Path file, String lastLine) throws IOException {
    Path few =
        SampleLog.write(
            folder.resolve(file.getFileName() + ".few"), List.of("read-rt", "read-st"), 10, 500);
    List<String> header = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String each : Files.readAllLines(few)) {
      (each.startsWith("Tag=") ? lines : header).add(each);
    }
    StringBuilder text = new StringBuilder(String.join("\n", header)).append('\n');
    for (int second = 0; text.length() < 16 << 20; second++) {
      for (int i = 0; i < 2; i++) {
        String[] columns = lines.get((2 * second + i) % lines.size()).split(",", -1);
        columns[1] = second + ".000";
        text.append(String.join(",", columns)).append('\n');
      }
    }
    Path log = Files.writeString(file, text.append(lastLine));
    return Files.setLastModifiedTime(log, FileTime.from(Instant.now().minusSeconds(3600)));
  }

  private static long sum(Path log) throws IOException {
    return LogAlgebra.summarize(
            List.of(LogSource.of(log)), Selection.ALL.withTags("read-rt"::equals), new Problems())
        .series()
        .stream()
        .mapToLong(series -> series.spectrum().total())
        .sum();
  }

  private long sumShown(String source) throws Exception {
    byte[] pack = get(source + "/columns?tag=read-rt&from=0&to=1e12").body();
    return PackReader.sum(PackReader.read(pack), "read-rt").total();
  }

  /// Follows a log while it is read.
  ///
  /// @return the document at its end
  private JsonNode followed(String source, long all) throws Exception {
    JsonNode document = json(get(source));
    long before = 0;
    try (BufferedReader lines = listen(source)) {
      for (String event = ""; !event.equals("end"); event = event(lines)) {
        JsonNode now = json(get(source));
        assertThat(now.at("/entry/state").asString()).isEqualTo("complete");
        assertThat(now.at("/span/to").asDouble()).isEqualTo(document.at("/span/to").asDouble());
        long sum = sumShown(source);
        assertThat(sum).isBetween(before, all);
        before = sum;
      }
    }
    return json(get(source));
  }

  @Test
  void largeLogIsShownWhileItIsReadAndThenCompletely() throws Exception {
    Path log = largeLog(shown.resolve("large.hdr"), "");
    String source = "/api/sources/" + idOf("large.hdr");
    long all = sum(log);
    JsonNode document = followed(source, all);
    assertThat(document.has("reading")).isFalse();
    assertThat(document.at("/delivery").asString()).isEqualTo("query");
    assertThat(document.at("/problems")).isEmpty();
    assertThat(sumShown(source)).isEqualTo(all);
  }

  @Test
  void largeLogThatCannotBeIndexedIsMerged() throws Exception {
    // A repaired line cannot be indexed.
    String odd = Files.readAllLines(largeLog(folder.resolve("other.hdr"), "")).getLast();
    Path log = largeLog(shown.resolve("large.hdr"), " " + odd + " ,\n");
    String source = "/api/sources/" + idOf("large.hdr");
    long all = sum(log);
    JsonNode document = followed(source, all);
    assertThat(document.has("reading")).isFalse();
    assertThat(document.at("/delivery").asString()).isEqualTo("pack");
    assertThat(document.at("/problems")).hasSize(1);
    assertThat(sumShown(source)).isEqualTo(all);
  }

  private BufferedReader listen(String source) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(explorer.url()).resolve(source + "/events")).build();
    return new BufferedReader(
        new InputStreamReader(
            client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(),
            StandardCharsets.UTF_8));
  }

  private static String event(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith("event: ")) {
      line = lines.readLine();
    }
    return line == null ? "none" : line.substring("event: ".length());
  }

  @Test
  void lateListenerGetsTheEndEvent() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    try (BufferedReader lines = listen("/api/sources/" + idOf("a.hdr"))) {
      assertThat(event(lines)).isEqualTo("growth");
      assertThat(event(lines)).isEqualTo("end");
    }
  }

  @Test
  void runIsRunningWhileStallsAreMissing() throws Exception {
    RunDirectory run = SampleRun.write(shown.resolve("run"), RunRecord.State.FINISHED, "shop", 5);
    run.write(
        RunRecord.started(Map.of("watch", "default"), Environment.capture())
            .ended(RunRecord.State.FINISHED, null));
    String source = "/api/sources/" + idOf("run");
    assertThat(json(get(source)).at("/entry/state").asString()).isEqualTo("running");
    try (BufferedReader lines = listen(source)) {
      assertThat(event(lines)).isEqualTo("growth");
      run.write(
          new Stalls(
              Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(), 0, List.of(), Map.of()));
      SampleRun.age(run);
      String event = event(lines);
      while (event.equals("growth")) {
        event = event(lines);
      }
      assertThat(event).isEqualTo("end");
    }
    JsonNode document = json(get(source));
    assertThat(document.at("/entry/state").asString()).isEqualTo("complete");
    assertThat(document.has("stalls")).isTrue();
  }

  /// A run on several machines writes its sums while it goes on, and is merged at its end.
  @Test
  void mergedLogReplacesTheOneThatWasFollowed() throws Exception {
    List<String> tags = List.of("read-rt");
    RunDirectory run = RunDirectory.create(shown.resolve("run"));
    RunRecord record = RunRecord.started(Map.of("mode", "fixed"), Environment.capture());
    run.write(record);
    String source = "/api/sources/" + idOf("run");
    try (IntervalLogWriter live = IntervalLogWriter.create(run.latencyLog(), SampleLog.ANCHOR, 0)) {
      SampleLog.append(live, tags, 0, 5, new SplittableRandom(1));
      SampleLog.append(live, tags, 1, 5, new SplittableRandom(1));
      SampleLog.append(live, tags, 0, 5, new SplittableRandom(1)); // of a machine that was late
    }
    while (PackReader.read(get(source + "/pack").body()).size() < 3) {
      Thread.sleep(20);
    }
    assertThat(json(get(source)).at("/entry/state").asString()).isEqualTo("running");
    try (BufferedReader lines = listen(source)) {
      assertThat(event(lines)).isEqualTo("growth");
      Path merged = SampleLog.write(folder.resolve("merged.hdr"), tags, 2, 20);
      Files.move(merged, run.latencyLog(), StandardCopyOption.ATOMIC_MOVE);
      var _ = SampleLog.write(run.machinesLog(), List.of("m1::read-rt", "m2::read-rt"), 2, 10);
      run.write(record.ended(RunRecord.State.FINISHED, null));
      SampleRun.age(run);
      String event = event(lines);
      while (event.equals("growth")) {
        event = event(lines);
      }
      assertThat(event).isEqualTo("end");
    }
    var shownAtEnd = PackReader.read(get(source + "/pack").body());
    assertThat(PackReader.sum(shownAtEnd, "read-rt").total()).isEqualTo(40);
    assertThat(PackReader.sum(shownAtEnd, "m2::read-rt").total()).isEqualTo(20);
    JsonNode document = json(get(source));
    assertThat(document.at("/entry/state").asString()).isEqualTo("complete");
  }

  @Test
  void followedRunsAreLimited() throws Exception {
    List<BufferedReader> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      SampleLog.write(shown.resolve(i + ".hdr"), List.of("rt"), 2, 5);
      all.add(listen("/api/sources/" + idOf(i + ".hdr")));
      assertThat(event(all.getLast())).isEqualTo("growth");
    }
    SampleLog.write(shown.resolve("more.hdr"), List.of("rt"), 2, 5);
    String more = "/api/sources/" + idOf("more.hdr");
    HttpResponse<byte[]> refused = get(more + "/events");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("At most 4 runs");
    assertThat(get(more + "/pack").statusCode()).isEqualTo(200);
    for (BufferedReader each : all) {
      each.close();
    }
  }

  @Test
  void concurrentPagesGetTheSame() throws Exception {
    oldLog(shown.resolve("a.hdr"), 200);
    String pack = "/api/sources/" + idOf("a.hdr") + "/pack";
    List<CompletableFuture<HttpResponse<byte[]>>> both =
        List.of(1, 2, 3, 4).stream()
            .map(_ ->
                client.sendAsync(
                    HttpRequest.newBuilder(URI.create(explorer.url()).resolve(pack)).build(),
                    HttpResponse.BodyHandlers.ofByteArray()))
            .toList();
    for (var each : both) {
      assertThat(PackReader.read(each.get().body())).hasSize(400);
    }
  }

  @Test
  void defaultSourceIsReadInAdvance() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    oldLog(shown.resolve("b.hdr"), 5);
    assertThat(explorer.openSources()).isZero();
    explorer.prepare();
    while (explorer.openSources() == 0) {
      Thread.sleep(5);
    }
    assertThat(PackReader.read(get("/api/sources/" + idOf("a.hdr") + "/pack").body())).hasSize(10);
    assertThat(explorer.openSources()).as("it was the first in the list").isEqualTo(1);
  }

  @Test
  void brokenSourceIsNotTheDefault() throws Exception {
    RunDirectory broken = SampleRun.write(shown.resolve("run"), RunRecord.State.FAILED, "shop", 5);
    SampleRun.age(broken);
    oldLog(shown.resolve("a.hdr"), 5);
    List<SourceEntry> entries =
        new Catalog(List.of(shown), IndexCache.NONE, TimeColumns.AUTO).scan();
    assertThat(entries).extracting(SourceEntry::name).containsExactly("run", "a.hdr");
    assertThat(SourceEntry.first(entries)).isEqualTo(entries.getLast());
    assertThat(SourceEntry.first(entries.subList(0, 1))).isEqualTo(entries.getFirst());
    assertThat(SourceEntry.first(List.of())).isNull();
  }

  @Test
  void replacedLogIsReadAgain() throws Exception {
    oldLog(shown.resolve("a.hdr"), 5);
    String pack = "/api/sources/" + idOf("a.hdr") + "/pack";
    assertThat(PackReader.read(get(pack).body())).hasSize(10);
    Files.delete(shown.resolve("a.hdr"));
    oldLog(shown.resolve("a.hdr"), 7);
    assertThat(PackReader.read(get(pack).body())).hasSize(14);
  }
}
