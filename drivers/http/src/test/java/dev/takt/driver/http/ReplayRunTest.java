package dev.takt.driver.http;

import static dev.takt.driver.http.StepServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.http.StepServer.Request;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.summary.ScheduleCheck;
import dev.takt.load.schedule.Schedule;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole replays of logs over real connections.
@Timeout(60)
class ReplayRunTest {

  private static final long MS = 1_000_000;
  private static final int REQUESTS = 60;

  @TempDir private Path folder;

  private final Map<String, Long> arrivals = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
  private int runs;

  private StepServer server() throws Exception {
    return new StepServer(this::answered);
  }

  private String answered(Request request) {
    arrivals.put(request.path(), System.nanoTime());
    lines.add(request.head().lines().findFirst().orElseThrow());
    return request.head().startsWith("HEAD")
        ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
        : answer("200 OK", "ok");
  }

  /// When request `n` of the log was made: irregular, and some at the same time.
  private static long millis(int n) {
    return 13L * n + 7L * (n % 3) - (n % 10 == 9 ? 13 : 0);
  }

  private static List<Long> times() {
    return IntStream.range(0, REQUESTS).mapToObj(ReplayRunTest::millis).sorted().toList();
  }

  /// The lines are in the order of their numbers, not of their times.
  @BeforeEach
  void writeLog() throws Exception {
    String log =
        IntStream.range(0, REQUESTS)
            .mapToObj(n -> {
              long millis = millis(n);
              return "{\"msec\":\"17000000%02d.%03d\",\"request\":\"%s /%d HTTP/1.1\",\"cookie\":\"a=b\"}"
                  .replace("%02d", twoDigits(millis / 1000))
                  .replace("%03d", threeDigits(millis % 1000))
                  .replace("%s", n % 20 == 7 ? "HEAD" : n % 20 == 8 ? "POST" : "GET")
                  .replace("%d", Integer.toString(n));
            })
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(folder.resolve("access.log"), log);
  }

  private static String twoDigits(long value) {
    return (value < 10 ? "0" : "") + value;
  }

  private static String threeDigits(long value) {
    return (value < 100 ? "0" : "") + twoDigits(value);
  }

  private Optional<String> missed = Optional.empty();

  private RunSummary run(StepServer server, String plan) throws Exception {
    String head =
        "target: " + server.url() + "\nself-warmup: off\nreplay: {file: access.log, " + plan;
    Path file = Files.writeString(folder.resolve("plan.yaml"), head);
    List<DriverProvider> drivers = List.of(new HttpDriverProvider());
    Plan read = new PlanReader(drivers).read(file, Map.of());
    PlanLaunch launch = PlanLaunch.prepare(read, drivers);
    RunDirectory directory = RunDirectory.create(folder.resolve("run" + ++runs));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      RunSummary run = new LoadRun(launch.settings(driver), directory, _ -> {}).run();
      missed = ScheduleCheck.missedSchedule(run, 0, read, driver);
      return run;
    }
  }

  private List<OperationRecord> trace() throws Exception {
    List<OperationRecord> records = new ArrayList<>();
    RunDirectory directory = RunDirectory.open(folder.resolve("run" + runs));
    try (OperationTrace trace = OperationTrace.open(directory.operationTrace())) {
      for (OperationRecord r = trace.next(); r != null; r = trace.next()) {
        records.add(r);
      }
    }
    records.sort(Comparator.comparingLong(OperationRecord::intended));
    return records;
  }

  private static long latenessMax(RunSummary run) {
    GeneratorReport report = run.generator();
    return Objects.requireNonNull(report.lateness()).max();
  }

  /// The log was made by a schedule that is known. Each request is due at its time in it, scaled;
  /// is sent at most so much later as the run reports; and the server has it before it is answered.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aLogIsReplayedAtItsTimes(int speed) throws Exception {
    try (StepServer server = server()) {
      RunSummary run = run(server, "speed: " + speed + ", methods: 'GET,HEAD,POST'}");

      List<OperationRecord> sent = trace();
      long origin = sent.getFirst().intended();
      assertThat(sent.stream().map(each -> (each.intended() - origin) * speed / MS))
          .containsExactlyElementsOf(times());
      List<Integer> numbers =
          IntStream.range(0, REQUESTS)
              .boxed()
              .sorted(Comparator.comparingLong(ReplayRunTest::millis))
              .toList();
      List<String> inTime =
          arrivals.entrySet().stream()
              .sorted(Map.Entry.comparingByValue())
              .map(Map.Entry::getKey)
              .toList();
      assertThat(inTime).hasSize(REQUESTS);
      for (int i = 0; i < REQUESTS; i++) {
        long due = origin + millis(numbers.get(i)) * MS / speed;
        long arrived = Objects.requireNonNull(arrivals.get("/" + numbers.get(i)));
        long late =
            sent.stream()
                .filter(each -> each.intended() == due)
                .mapToLong(OperationRecord::waiting)
                .max()
                .orElseThrow();
        long end =
            sent.stream()
                .filter(each -> each.intended() == due)
                .mapToLong(OperationRecord::end)
                .max()
                .orElseThrow();
        assertThat(late).isBetween(0L, latenessMax(run) + latenessMax(run) / 500);
        assertThat(arrived).isBetween(due, end);
      }
      assertThat(run.results().balance()).isEqualTo(new Balance(60, 60, 0, 0, 0, 0));
      assertThat(run.results().operations().stream().map(OperationSummary::name))
          .containsExactlyInAnyOrder("GET", "HEAD", "POST");
    }
  }

  @Test
  void onlySafeRequestsAreSentAndOnlyWithWhatThePlanSays() throws Exception {
    try (StepServer server = server()) {
      RunSummary run =
          run(
              server,
              "path: '^/[1-9]?[78]$'}\nheader: ['X-Test: {seq}', 'Accept:']\nexpect: 200\n");

      assertThat(lines)
          .containsExactlyInAnyOrder(
              "HEAD /7 HTTP/1.1",
              "GET /17 HTTP/1.1",
              "GET /18 HTTP/1.1",
              "HEAD /27 HTTP/1.1",
              "GET /37 HTTP/1.1",
              "GET /38 HTTP/1.1",
              "HEAD /47 HTTP/1.1",
              "GET /57 HTTP/1.1",
              "GET /58 HTTP/1.1");
      assertThat(server.requests().stream().map(each -> each.header("X-Test")))
          .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8");
      for (Request each : server.requests()) {
        assertThat(each.header("Cookie") + each.header("Authorization") + each.header("Accept"))
            .isEmpty();
        assertThat(each.header("Host")).isEqualTo(server.url().substring(7).replace("/", ""));
      }
      assertThat(run.results().balance().completed()).isEqualTo(9);
    }
  }

  @Test
  void countDurationAndWarmupCutIt() throws Exception {
    try (StepServer server = server()) {
      assertThat(run(server, "speed: 10}\ncount: 10\n").results().balance().intended())
          .isEqualTo(10);
      long before = times().stream().filter(each -> each < 400).count();
      RunSummary run =
          run(server, "speed: 10, methods: 'GET,HEAD,POST'}\nduration: 40ms\nwarmup: 20ms\n");
      assertThat(trace()).hasSize((int) before);
      assertThat(run.results().balance().intended())
          .isEqualTo(times().stream().filter(each -> each >= 200 && each < 400).count());
    }
  }

  @Test
  void allSharesAreTheWhole() throws Exception {
    try (StepServer server = server()) {
      long all = 0;
      for (String share : List.of("1/6", "2-4/6", "5-6/6")) {
        RunSummary run =
            run(server, "speed: 20, methods: 'GET,HEAD,POST'}\nthreads: 2\nshare: " + share + "\n");
        all += run.results().balance().completed();
      }
      assertThat(all).isEqualTo(REQUESTS);
      assertThat(lines).hasSize(REQUESTS).doesNotHaveDuplicates();
    }
  }

  @Test
  void redirectsAreRelativeToTheRequestOfTheLog() throws Exception {
    Files.writeString(
        folder.resolve("access.log"),
        "{\"msec\":\"1700000000.0\",\"request\":\"GET /a/b?c HTTP/1.1\"}\n");
    try (StepServer server =
        new StepServer(request -> {
          lines.add(request.path());
          return request.path().equals("/a/b?c")
              ? answer("302 Found\r\nLocation: d", "")
              : answer("200 OK", "");
        })) {
      RunSummary run = run(server, "speed: 1}\nfollow-redirects: true\n");

      assertThat(lines).containsExactly("/a/b?c", "/a/d");
      assertThat(run.results().balance().completed()).isEqualTo(1);
    }
  }

  /// The server is five times slower than the schedule. Nothing is left out, and all of it waits.
  @Test
  void aSlowTargetDoesNotChangeWhenRequestsAreDue() throws Exception {
    try (StepServer server =
        new StepServer(request -> {
          LockSupport.parkNanos(5 * MS);
          return answered(request);
        })) {
      RunSummary run =
          run(server, "speed: 13, methods: 'GET,HEAD,POST'}\nconnections: 1\ntimeout: off\n");

      assertThat(run.results().balance()).isEqualTo(new Balance(60, 60, 0, 0, 0, 0));
      List<OperationRecord> sent = trace();
      long origin = sent.getFirst().intended();
      assertThat(sent.stream().map(each -> Math.round((each.intended() - origin) * 13 / 1e6)))
          .containsExactlyElementsOf(times());
      assertThat(sent.getLast().waiting())
          .isGreaterThan(59 * 5 * MS - sent.getLast().intended() + origin - MS);
      if (run.generator().verdict() == GeneratorReport.Verdict.OK) {
        assertThat(missed.orElseThrow()).endsWith("a lower --replay-speed");
      }
    }
  }

  @Test
  void choosingAndWritingARequestAllocatesNothing() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"), "target: http://127.0.0.1:1/\nreplay: access.log\n");
    List<DriverProvider> drivers = List.of(new HttpDriverProvider());
    PlanLaunch launch = PlanLaunch.prepare(new PlanReader(drivers).read(file, Map.of()), drivers);
    Schedule schedule = Objects.requireNonNull(launch.schedule());
    ByteBuffer out = ByteBuffer.allocate(1000);
    try (WireDriver driver = (WireDriver) launch.open(folder, _ -> {})) {
      WireDriver.Codec codec = driver.newSession().newCodec(0);

      long allocated =
          Allocation.of(
              1,
              () -> {
                for (long n = 0; n < 1000; n++) {
                  codec.encode(schedule.operationOf(n % 50), n, out.clear());
                }
              });

      assertThat(allocated).isZero();
    }
  }
}
