package dev.takt.load.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.replay.ReplaySettings.Field;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.ScheduleException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a log becomes: its requests, their times, and what is said about what is left out.
class ReplayLogTest {

  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;

  @TempDir private Path folder;

  /// Settings that a test may change.
  private static final class Asked {
    private List<String> methods = ReplayFilter.SAFE_METHODS;
    private double speed = 1;
    private @Nullable String path;
    private @Nullable String status;
    private @Nullable String from;
    private @Nullable String to;
    private @Nullable Pattern group;
    private Map<Field, String> fields = Map.of();

    ReplaySettings of(Path file) {
      ReplayFilter filter =
          new ReplayFilter(
              methods,
              path == null ? null : Pattern.compile(path),
              status == null ? null : new StatusSet(status),
              from == null ? null : LogMoment.parse(from),
              to == null ? null : LogMoment.parse(to));
      return new ReplaySettings(file, fields, speed, filter, group, null);
    }
  }

  private ReplayLog read(String text, Asked asked) throws IOException, ReplayException {
    return read(text.getBytes(UTF_8), asked);
  }

  private ReplayLog read(byte[] bytes, Asked asked) throws IOException, ReplayException {
    Path file = folder.resolve("log");
    Files.write(file, bytes);
    return ReplayLog.read(asked.of(file), 42);
  }

  private ReplayLog read(String text) throws IOException, ReplayException {
    return read(text, new Asked());
  }

  private static List<Long> offsets(ReplayLog log) {
    List<Long> offsets = new ArrayList<>();
    Arrivals arrivals = log.schedule().arrivals();
    for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
      offsets.add(due);
    }
    return offsets;
  }

  /// Method and path of each request, in the order in which they are sent.
  private static List<String> requests(ReplayLog log) {
    List<String> requests = new ArrayList<>();
    Arrivals arrivals = log.schedule().arrivals();
    ByteBuffer out = ByteBuffer.allocate(100_000);
    while (arrivals.next() != Arrivals.END) {
      long n = arrivals.number();
      log.requests().putTarget(n, out.clear());
      String target = new String(out.array(), 0, out.position(), ISO_8859_1);
      assertThat(target).isEqualTo(log.requests().target(n));
      requests.add(log.operations().get(log.schedule().operationOf(n)).name() + " " + target);
    }
    return requests;
  }

  private static String lines(ReplayLog log) {
    return String.join("\n", log.report().lines("log"));
  }

  @Test
  void theNumberOfAProcessInBracketsIsNoTime() throws Exception {
    ReplayLog log =
        read(
            "Nov 14 22:13:20 h nginx[1234]: "
                + get("14/Nov/2023:22:13:20.000 +0000", "/a")
                + "Nov 14 22:13:30 h nginx[1234]: "
                + get("14/Nov/2023:22:13:30.000 +0000", "/b"));
    assertThat(offsets(log)).containsExactly(0L, 10_000_000_000L);
  }

  @Test
  void aNumberWithoutAUnitIsNoMoment() {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> LogMoment.parse("600"))
        .withMessageContaining("found \"600\"");
  }

  private static String common(String time, String request) {
    return "10.0.0.1 - - [" + time + "] \"" + request + "\" 200 612 \"-\" \"Mozilla/5.0 (X11)\"\n";
  }

  private static String get(String time, String path) {
    return common(time, "GET " + path + " HTTP/1.1");
  }

  private static String json(String seconds, String path) {
    return "{\"msec\":\"" + seconds + "\",\"request\":\"GET " + path + " HTTP/1.1\"}\n";
  }

  @Test
  void linesAreRequestsAtTheirTimes() throws Exception {
    String log =
        json("1700000000.250", "/a?x=1&y=%20")
            + json("1700000000.750", "/b")
            + json("1700000010.001", "/a?x=1&y=%20");

    ReplayLog read = read(log);

    assertThat(offsets(read)).containsExactly(0L, 500 * MS, 9751 * MS);
    assertThat(requests(read)).containsExactly("GET /a?x=1&y=%20", "GET /b", "GET /a?x=1&y=%20");
    assertThat(read.schedule().durationNanos()).isEqualTo(9751 * MS + 1);
    assertThat(lines(read))
        .contains("replay 3 of 3 lines of log", "over 9s751ms from 2023-11-14T22:13:20Z")
        .doesNotContain("left out", "whole seconds");
  }

  @ParameterizedTest
  @CsvSource({"2, 250, 4876", "0.5, 1000, 19504", "10, 50, 975"})
  void speedScalesTheTimes(double speed, long second, long third) throws Exception {
    Asked asked = new Asked();
    asked.speed = speed;

    ReplayLog read =
        read(
            json("1700000000.250", "/") + json("1700000000.750", "/") + json("1700000010.002", "/"),
            asked);

    assertThat(offsets(read).get(1)).isEqualTo(second * MS);
    assertThat(offsets(read).get(2) / MS).isEqualTo(third);
  }

  /// Every format has the same two requests, 1.5 s apart.
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"msec": 1700000000.000, "request": "GET /a HTTP/2.0", "status": 200}
        {"msec": 1700000001.500, "request": "GET /b?c HTTP/2.0", "status": 200}
        """,
        """
        {"time_iso8601":"2023-11-14T22:13:20+00:00","request_method":"GET","uri":"/a","args":"-"}
        {"time_iso8601":"2023-11-14T23:13:21.5+01:00","request_method":"GET","uri":"/b","args":"c"}
        """,
        """
        {"level":"info","ts":1700000000,"request":{"method":"GET","uri":"/a","headers":{"A":["b"]}},"duration":0}
        {"level":"info","ts":1700000001.75,"request":{"method":"GET","uri":"/b?c"},"duration":2.5e-1,"status":200}
        """,
        """
        {"time":"2023-11-14T23:00:00Z","StartUTC":"2023-11-14T22:13:20.000000000Z","RequestMethod":"GET","RequestPath":"/a","Duration":7}
        {"time":"2023-11-14T23:00:00Z","StartUTC":"2023-11-14T22:13:21.500000000Z","RequestMethod":"GET","RequestPath":"/b?c"}
        """,
        """
        {"start_time":"2023-11-14T22:13:20.000Z","method":"GET","path":"/a","duration":900,"response_code":200}
        container-1 | {"start_time":"2023-11-14T22:13:21.500Z","method":"GET","path":"/b?c","duration":1}
        """,
        """
        {"timestamp":1700000000000,"req":{"method":"GET","url":"/a"},"responseTime":0}
        {"timestamp":1700000001900,"req":{"method":"GET","url":"/b?c"},"responseTime":400}
        """,
        """
        {"timestamp":"2023-11-14T22:13:20Z","httpRequest":{"requestMethod":"GET","requestUrl":"http://shop.example/a","latency":"0s"}}
        {"timestamp":"2023-11-14T22:13:22.000Z","httpRequest":{"requestMethod":"GET","requestUrl":"http://shop.example/b?c","latency":"0.5s"}}
        """,
        """
        [2023-11-14T22:13:20.000Z] "GET /a HTTP/1.1" 200 - via_upstream - "-" 0 135 3 1 "-" "curl"
        [2023-11-14T22:13:21.500Z] "GET /b?c HTTP/1.1" 200 - via_upstream - "-" 0 135 3 1 "-" "curl"
        """,
        """
        ::1 - [14/Nov/2023:22:13:20.000 +0000] "GET /a HTTP/1.1" 200 8422
        shop:80 ::1 - x [y] [14/Nov/2023:17:13:21.500 -0500] "GET /b?c" 200 8422
        """,
        """
        ::1 - - [14/Nov/2023:22:13:20.000 +0000] "GET /a HTTP/1.1" 200 9 "-" "a \\"rt=9.000 b" 0.000
        ::1 - - [14/Nov/2023:22:13:22.000 +0000] "GET /b?c HTTP/1.1" 200 9 "-" "x" rt=0.500 uct="0.1"
        """,
        """
        {"log": {"version": "1.2", "pages": [{"startedDateTime": "2001-01-01T00:00:00Z"}], "entries": [
          {"startedDateTime": "2023-11-14T22:13:20.000Z", "time": 900,
           "request": {"method": "GET", "url": "https://shop.example/a#top", "headers": [{"name": "Cookie", "value": "secret"}]},
           "response": {"status": 200, "content": {"text": "{}"}}},
          {"startedDateTime": "2023-11-15T00:13:21.500+02:00",
           "request": {"method": "GET", "url": "https://shop.example/b?c"}}]}}
        """
      })
  void formatsAreFoundByThemselves(String text) throws Exception {
    ReplayLog read = read(text);

    assertThat(requests(read)).containsExactly("GET /a", "GET /b?c");
    assertThat(offsets(read)).containsExactly(0L, 1500 * MS);
  }

  @Test
  void fieldsWithOtherNamesAreGiven() throws Exception {
    String log =
        """
        {"when":"1700000000.0","verb2":"GET","u":"/a","took":0,"path":"/wrong","s":404}
        {"when":"1700000001.75","verb2":"GET","u":"/b","took":250,"path":"/wrong","s":200}
        """;
    Asked asked = new Asked();
    asked.fields =
        Map.of(
            Field.TIME, "when",
            Field.METHOD, "verb2",
            Field.PATH, "u",
            Field.DURATION, "took:ms",
            Field.STATUS, "s");

    ReplayLog read = read(log, asked);

    assertThat(requests(read)).containsExactly("GET /a", "GET /b");
    assertThat(offsets(read)).containsExactly(0L, 1500 * MS);
    asked.status = "2xx";
    assertThat(requests(read(log, asked))).containsExactly("GET /b");
    asked.fields = Map.of();
    asked.status = null;
    assertThatThrownBy(() -> read(log, asked))
        .hasMessageContaining("none of its 2 lines has a request");
  }

  /// The log has them in the order of their ends.
  @Test
  void startsAreEndsMinusDurations() throws Exception {
    String log =
        """
        {"msec":"1700000001.000","request":"GET /short HTTP/1.1","request_time":"0.100"}
        {"msec":"1700000002.000","request":"GET /long HTTP/1.1","request_time":"1.900"}
        {"msec":"1700000003.000","request":"GET /cut HTTP/1.1","request_time":"-"}
        """;

    ReplayLog read = read(log);

    assertThat(requests(read)).containsExactly("GET /long", "GET /short", "GET /cut");
    assertThat(offsets(read)).containsExactly(0L, 800 * MS, 2900 * MS);
    assertThat(lines(read)).contains("starts are ends minus durations; 1 have no duration");
  }

  @Test
  void requestsOfASecondAreSpreadWithinItInTheirOrder() throws Exception {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      log.append(get("14/Nov/2023:22:13:2" + i / 500 + " +0000", "/" + i));
    }

    ReplayLog read = read(log.toString());

    List<Long> offsets = offsets(read);
    assertThat(requests(read).get(999)).isEqualTo("GET /999");
    assertThat(requests(read))
        .containsExactlyElementsOf(IntStream.range(0, 1000).mapToObj(i -> "GET /" + i).toList());
    assertThat(offsets).isSorted();
    // The first one is at the beginning of its second, within 2 ms or so.
    assertThat(offsets.get(499)).isBetween(980 * MS, SECOND);
    assertThat(offsets.get(500)).isBetween(980 * MS, 1020 * MS);
    assertThat(offsets.get(999)).isBetween(1980 * MS, 2 * SECOND);
    // As for independent clients, the gaps vary as much as they are long: even ones would not.
    double[] gaps = new double[499];
    Arrays.setAll(gaps, i -> (double) (offsets.get(i + 1) - offsets.get(i)));
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance = Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).sum() / 499;
    assertThat(Math.sqrt(variance) / mean).isBetween(0.85, 1.15);
    assertThat(lines(read)).contains("times are whole seconds: spread at random within each");
    assertThat(offsets(read(log.toString()))).isEqualTo(offsets);
    assertThat(offsets(ReplayLog.read(new Asked().of(folder.resolve("log")), 43)))
        .isNotEqualTo(offsets);
  }

  @Test
  void linesOutOfOrderAreSorted() throws Exception {
    ReplayLog read =
        read(
            json("1700000100.3", "/c")
                + json("1700000100.1", "/a")
                + json("1700000100.2", "/b")
                + json("1700000039.9", "/first"));

    assertThat(requests(read)).containsExactly("GET /first", "GET /a", "GET /b", "GET /c");
    assertThat(lines(read)).contains("1 over a minute older than one before, first in line 4");
  }

  /// Summer time ends: the clock on the wall goes back an hour, the offset from UTC says so.
  @Test
  void theEndOfSummerTimeIsNoJump() throws Exception {
    ReplayLog read =
        read(
            get("29/Oct/2023:02:59:59.000 +0200", "/a")
                + get("29/Oct/2023:02:00:01.000 +0100", "/b"));

    assertThat(offsets(read)).containsExactly(0L, 2 * SECOND);
    assertThat(lines(read)).doesNotContain("older");
  }

  @Test
  void onlySafeMethodsAreSentUnlessOthersAreAskedFor() throws Exception {
    String log =
        get("14/Nov/2023:22:13:20 +0000", "/a")
            + common("14/Nov/2023:22:13:21 +0000", "POST /b HTTP/1.1")
            + common("14/Nov/2023:22:13:22 +0000", "HEAD /c HTTP/1.1")
            + common("14/Nov/2023:22:13:23 +0000", "DELETE /d HTTP/1.1")
            + common("14/Nov/2023:22:13:24 +0000", "POST /e HTTP/1.1");

    ReplayLog read = read(log);

    assertThat(requests(read)).containsExactly("GET /a", "HEAD /c");
    assertThat(lines(read))
        .contains("replay 2 of 5 lines", "left out 3 of other methods (POST 2, DELETE 1)");
    Asked asked = new Asked();
    asked.methods = List.of("POST");
    assertThat(requests(read(log, asked))).containsExactly("POST /b", "POST /e");
    asked.methods = List.of("PUT");
    assertThatThrownBy(() -> read(log, asked))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("none of its 5 requests is to be sent")
        .hasMessageContaining("5 of other methods (GET 1, POST 2, HEAD 1, DELETE 1)");
  }

  @Test
  void filtersLeaveOut() throws Exception {
    String log =
        """
        1.1.1.1 - - [14/Nov/2023:22:13:20.000 +0000] "GET /img/a.png HTTP/1.1" 200 1
        1.1.1.1 - - [14/Nov/2023:22:13:30.000 +0000] "GET /items/1 HTTP/1.1" 404 1
        1.1.1.1 - - [14/Nov/2023:22:13:40.000 +0000] "GET /items/2 HTTP/1.1" 204 1
        1.1.1.1 - - [14/Nov/2023:22:13:50.000 +0000] "GET /items/3 HTTP/1.1" 200 1
        """;
    Asked asked = new Asked();
    asked.path = "^/items/";
    assertThat(requests(read(log, asked)))
        .containsExactly("GET /items/1", "GET /items/2", "GET /items/3");
    asked.status = "2xx,301";
    assertThat(requests(read(log, asked))).containsExactly("GET /items/2", "GET /items/3");
    assertThat(lines(read(log, asked)))
        .contains("1 of other paths, first in line 1", "1 of other statuses, first in line 2");
    asked.to = "30s";
    assertThat(requests(read(log, asked))).containsExactly("GET /items/2");
    asked.to = null;
    asked.from = "14/Nov/2023:23:13:50 +0100";
    assertThat(requests(read(log, asked))).containsExactly("GET /items/3");
    asked.from = "2023-11-14T22:13:20Z";
    asked.to = "2023-11-14T22:13:40Z";
    asked.status = null;
    assertThat(requests(read(log, asked))).containsExactly("GET /items/1");
    assertThat(lines(read(log, asked))).contains("2 not between from and to, first in line 3");
  }

  @Test
  void groupsAreOperations() throws Exception {
    String log =
        json("1700000000.1", "/items/1?a/b")
            + json("1700000000.2", "/items/2")
            + json("1700000000.3", "/")
            + json("1700000000.4", "/über uns?x");
    Asked asked = new Asked();
    asked.group = ReplaySettings.FIRST_SEGMENT;

    assertThat(requests(read(log, asked)))
        .containsExactly(
            "GET.items /items/1?a/b",
            "GET.items /items/2",
            "GET.other /",
            "GET.C3-BCber-20uns /%C3%BCber%20uns?x");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      many.append(json("1700000000." + (100 + i), "/s" + i));
    }
    assertThat(read(many.toString(), asked).operations()).hasSize(51);
  }

  // What must never be sent.

  /// A path with a line break would be two requests.
  @Test
  void controlCharactersAreNeverSent() throws Exception {
    String evil = "/a HTTP/1.1\\x0d\\x0aHost: x\\x0D\\x0A\\x0D\\x0ADELETE /all";
    String log =
        get("14/Nov/2023:22:13:20 +0000", evil)
            + get("14/Nov/2023:22:13:20 +0000", "/b\\r\\nX: y")
            + get("14/Nov/2023:22:13:20 +0000", "/c\\x00")
            + get("14/Nov/2023:22:13:20 +0000", "/d\\x7F")
            + json("1700000000.0", "/e\\r\\nX: y")
            + get("14/Nov/2023:22:13:20 +0000", "/f g\\x20h\\xC3\\xBC\\\"\\\\{seq}%0d%0a")
            + json("1700000009.0", "/ü");

    ReplayLog read = read(log);

    assertThat(requests(read))
        .containsExactly("GET /f%20g%20h%C3%BC\"\\{seq}%0d%0a", "GET /%C3%BC");
    assertThat(lines(read)).contains("5 with a path that cannot be sent, first in line 1");
  }

  @Test
  void whatIsNoPathIsNotSent() throws Exception {
    String time = "14/Nov/2023:22:13:20 +0000";
    Asked asked = new Asked();
    asked.methods = List.of("GET", "OPTIONS", "CONNECT");
    String log =
        get(time, "*")
            + common(time, "OPTIONS * HTTP/1.1")
            + common(time, "CONNECT shop.example:443 HTTP/1.1")
            + get(time, "http://other.example/x?y")
            + get(time, "HTTP://other.example")
            + get(time, "http://other.example?q")
            + get(time, "x");

    ReplayLog read = read(log, asked);

    assertThat(requests(read))
        .containsExactlyInAnyOrder("OPTIONS *", "GET /x?y", "GET /", "GET /?q");
    assertThat(lines(read)).contains("3 with a path that cannot be sent, first in line 1");
  }

  @Test
  void entriesOfOtherHostsAreLeftOut() throws Exception {
    ReplayLog read =
        read(
            """
            {"log":{"entries":[
            {"startedDateTime":"2023-11-14T22:13:20.000Z","request":{"method":"GET","url":"https://shop.example/"}},
            {"startedDateTime":"2023-11-14T22:13:20.100Z","request":{"method":"GET","url":"https://fonts.example/a.woff"}},
            {"startedDateTime":"2023-11-14T22:13:20.200Z","request":{"method":"GET","url":"data:image/png;base64,AA"}},
            {"startedDateTime":"2023-11-14T22:13:20.300Z","request":{"method":"GET","url":"https://shop.example/x"}}
            ]}}\
            """);

    assertThat(requests(read)).containsExactly("GET /", "GET /x");
    assertThat(lines(read))
        .contains("replay 2 of 4 entries", "2 for other hosts than the first, first in entry 2");
  }

  // Bad input.

  @Test
  void linesWithoutARequestAreCounted() throws Exception {
    String good = get("14/Nov/2023:22:13:20 +0000", "/a");
    String log =
        "\uFEFF# a comment\n\n   \n"
            + good
            + "2023/11/14 22:13:20 [error] 6#6: *1 open() failed, request: \"GET /x HTTP/1.1\"\n"
            + common("14/Nov/2023:22:13:20 +0000", "\\x16\\x03\\x01")
            + common("14/Nov/2023:22:13:20 +0000", "-")
            + common("32/Nov/2023:22:13:20 +0000", "GET /b HTTP/1.1")
            + common("14/Okt/2023:22:13:20 +0000", "GET /b HTTP/1.1")
            + "{\"ts\": 1700000000, \"msg\": \"started\"}\n"
            + "{\"ts\": 1700000000, \"method\": \"GET\", \"pa"
            + "\n\u0000\u0001\n"
            + good.replace("\n", "\r\n")
            + good.substring(0, 40);

    ReplayLog read = read(log);

    assertThat(requests(read)).containsExactly("GET /a", "GET /a");
    assertThat(lines(read))
        .contains("replay 2 of 11 lines", "9 without a request, first in line 5");
  }

  @Test
  void logsThatCannotBeReadAreRefused() throws IOException {
    assertRefused("", "is empty: expected an access log or a HAR file");
    assertRefused("\n\n#x\n", "is empty");
    assertRefused("hello\nworld\n", "none of its 2 lines has a request; expected the combined");
    assertRefused("{\"log\":{\"version\":\"1.2\"}}", "is a HAR file without entries");
    assertRefused("{\"log\":{\"entries\":[]}}", "is empty");
    assertRefused(
        "{\"log\":{\"entries\":[{\"startedDateTime\":\"2023", "is not a complete HAR file");
    assertThatThrownBy(() -> ReplayLog.read(new Asked().of(folder), 1))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> ReplayLog.read(new Asked().of(folder.resolve("none")), 1))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("none does not exist");
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(folder.resolve("log").toString())
        .hasMessageContaining(message);
  }

  @Test
  void compressedLogsAreRead() throws Exception {
    byte[] first = gzip(json("1700000000.0", "/a"));
    byte[] both = Arrays.copyOf(first, 2 * first.length + 9);
    byte[] second = gzip(json("1700000001.0", "/b"));
    both = Arrays.copyOf(both, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);

    assertThat(requests(read(both, new Asked()))).containsExactly("GET /a", "GET /b");
    byte[] damaged = Arrays.copyOf(first, first.length - 12);
    assertThatThrownBy(() -> read(damaged, new Asked()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("is damaged or not complete");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void hugeLinesAreNotKept() throws Exception {
    String huge = get("14/Nov/2023:22:13:20 +0000", "/" + "x".repeat(1 << 20));
    String large = get("14/Nov/2023:22:13:21 +0000", "/" + "ü".repeat(15_000));

    ReplayLog read = read(huge + large + json("1700000009.0", "/a"));

    assertThat(requests(read)).containsExactly("GET /" + "%C3%BC".repeat(15_000), "GET /a");
    assertThat(lines(read)).contains("1 longer than 64 KiB, first in line 1");
  }

  /// Whatever a log has, a request of it is one line: no space, no control character, only ASCII.
  @Test
  void damagedLinesAreNeverSentAsMoreThanAPath() throws Exception {
    byte[] good =
        (get("14/Nov/2023:22:13:20 +0000", "/a\\x41\\x0d?b=c")
                + json("1700000000.5", "/ü\\u000d\\n?d")
                + get("14/Nov/2023:22:13:21 +0000", "http://h/x")
                + json("1700000002.5", "/fine"))
            .getBytes(UTF_8);
    Asked asked = new Asked();
    asked.methods = List.of("GET", "OPTIONS", "ET", "T");
    SplittableRandom random = new SplittableRandom(11);
    int sent = 0;
    for (int run = 0; run < 1000; run++) {
      byte[] bytes = good.clone();
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        int at = random.nextInt(bytes.length);
        bytes[at] =
            random.nextBoolean() ? bytes[random.nextInt(bytes.length)] : (byte) random.nextInt();
      }
      try {
        for (String request : requests(read(bytes, asked))) {
          assertThat(request).matches("(GET|OPTIONS|ET|T) (/[!-~]*|\\*)");
          sent++;
        }
      } catch (ReplayException _) {
        // nothing is left of it
      }
    }
    assertThat(sent).isGreaterThan(500);
  }

  @Test
  void timesDoNotDependOnTheLocale() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      ReplayLog read =
          read(get("31/Oct/2023:22:13:20.0 +0000", "/") + get("01/DEC/2023:00:13:20.0 +0200", "/"));
      assertThat(offsets(read)).containsExactly(0L, 30 * 86_400 * SECOND);
      assertThat(lines(read)).contains("from 2023-10-31T22:13:20Z");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theDigestDependsOnRequestsAndTimes() throws Exception {
    String one = read(json("1700000000.0", "/a") + json("1700000001.0", "/b")).digest();

    assertThat(read(json("1800000000.0", "/a") + json("1800000001.0", "/b")).digest())
        .isEqualTo(one);
    assertThat(read(json("1700000000.0", "/a") + json("1700000001.0", "/c")).digest())
        .isNotEqualTo(one);
    assertThat(read(json("1700000000.0", "/a") + json("1700000001.1", "/b")).digest())
        .isNotEqualTo(one);
  }
}
