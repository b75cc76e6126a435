package dev.takt.it.truth;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.harness.TimeNamespace;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Series;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Runs on several machines, which are processes here. Some have another monotonic clock, by a time
/// namespace of Linux: so the true offset is known. What `CoordinatorTest` tests in short is slow
/// here.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetTest {

  private static final long SECOND = 1_000_000_000L;

  /// How far the clock of the other machine is ahead, in seconds: a quarter of an hour and more.
  private static final long AHEAD = 1_000;

  private static final String ELSEWHERE = TimeNamespace.script(AHEAD);

  private static final Pattern METRICS = Pattern.compile("http://\\S+/metrics");
  private static final Pattern EXPLORER = Pattern.compile("explore this run at (\\S+)");
  private static final Pattern SOURCE = Pattern.compile("\"id\":\"([0-9a-f]{16})\"");
  private static final Pattern SPAN_END = Pattern.compile("\"span\":\\{[^}]*\"to\":([0-9.]+)");
  private static final Pattern COMPLETED =
      Pattern.compile("takt_operations_total\\{operation=\"read\",outcome=\"completed\"} (\\d+)\n");

  @TempDir Path folder;

  private Path newFolder(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  private TaktProcess run(String fleet, String... more) throws IOException {
    return TaktProcess.run(newFolder("whole"), plan(fleet, more));
  }

  private static String[] plan(String fleet, String... more) {
    String[] plan = {"--target", "sim:delay=1ms", "--rate", "200/s", "--fleet", fleet};
    String[] all = Arrays.copyOf(plan, plan.length + more.length);
    System.arraycopy(more, 0, all, plan.length, more.length);
    return all;
  }

  private TaktProcess join(int port, String name, String script) throws IOException {
    return TaktProcess.commandInShell(
        newFolder(name), script, List.of("fleet", "join", "127.0.0.1:" + port, "--name", name));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Fleet.Machine machine(RunRecord run, String name) {
    return Objects.requireNonNull(run.fleet()).machines().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Long> counts(List<Path> logs) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (Series each :
        LogAlgebra.summarize(
                logs.stream().map(LogSource::of).toList(), Selection.ALL, new Problems())
            .series()) {
      counts.put(each.name(), each.spectrum().total());
    }
    return counts;
  }

  @Test
  void agentsOfThisMachineSendTheWholePlanOnce() throws Exception {
    try (TaktProcess takt = run("local:2", "--duration", "3s")) {
      Ran ran = takt.await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5); // 5: this machine may be too busy
      Path whole = folder.resolve("whole/run");
      RunRecord run = RunDirectory.open(whole).read();
      var balance = Objects.requireNonNull(run.summary()).results().balance();
      assertThat(balance.intended()).isEqualTo(600);
      assertThat(balance.completed()).isEqualTo(600);
      assertThat(counts(List.of(whole.resolve("latency.hdr"))))
          .containsEntry("read-rt", 600L)
          .isEqualTo(
              counts(
                  List.of(
                      whole.resolve("machines/local-1/latency.hdr"),
                      whole.resolve("machines/local-2/latency.hdr"))));
      FleetLogs.assertUnion(whole);
      assertThat(whole.resolve("agents")).doesNotExist();
      for (String name : List.of("local-1", "local-2")) {
        Fleet.Clock clock = machine(run, name).clock();
        assertThat(Math.abs(clock.offsetNanos()))
            .as("one clock: the offset is 0")
            .isLessThanOrEqualTo(clock.errorNanos());
      }
    }
  }

  /// Each user has the row and the draws that it has on one machine; one in three orders nothing.
  @Test
  void usersOfJourneysAreSharedOut() throws Exception {
    List<String> requests = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          requests.add(path);
          byte[] body =
              ("{\"id\": \"i" + path.substring(1) + "\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(path.endsWith("0") ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    Path whole = newFolder("whole");
    Files.writeString(
        whole.resolve("users.csv"),
        "name\n" + IntStream.range(0, 200).mapToObj(i -> "u" + i + "\n").collect(joining()));
    Files.writeString(
        whole.resolve("plan.yaml"),
        """
        target: http://127.0.0.1:PORT/
        rate: 100/s
        duration: 2s
        users: {file: users.csv, pick: unique}
        journeys:
          shop:
            steps:
              - login: {path: '/{user.name}', extract: {id: $.id}}
              - think: {uniform: 10ms..50ms}
              - order: {path: '/orders/{id}', if: random < 0.6}
        """
            .replace("PORT", "" + server.getAddress().getPort()));
    try (TaktProcess takt = TaktProcess.run(whole, "plan.yaml", "--fleet=local:2")) {
      Ran ran = takt.await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5);
      RunRecord run = RunDirectory.open(whole.resolve("run")).read();
      RunSummary summary = Objects.requireNonNull(run.summary());
      JourneySummary shop = summary.results().allJourneys().getFirst();
      List<String> logins = requests.stream().filter(each -> each.startsWith("/u")).toList();
      List<String> orders = requests.stream().filter(each -> each.startsWith("/o")).toList();
      assertThat(logins).doesNotHaveDuplicates().hasSize(200);
      assertThat(shop.balance())
          .as("20 names end with a 0")
          .isEqualTo(new Balance(200, 180, 20, 0, 0, 0));
      assertThat(orders).hasSizeBetween(80, 140);
      assertThat(shop.steps())
          .containsExactly(
              new JourneySummary.Step("shop.login", 0, 20L, 0L),
              new JourneySummary.Step("shop.order", 200 - orders.size(), 0L, 0L));
      assertThat(summary.warnings()).noneMatch(each -> each.contains("add up"));
      assertThat(counts(List.of(whole.resolve("run/latency.hdr"))))
          .containsEntry("shop-rt", 180L)
          .isEqualTo(
              counts(
                  List.of(
                      whole.resolve("run/machines/local-1/latency.hdr"),
                      whole.resolve("run/machines/local-2/latency.hdr"))));
      assertThat(ran.out()).contains("200 users of shop: 180 completed, 20 failed");
      assertThat(ran.err()).doesNotContain("live figures lack");
      for (String command : List.of("explain", "report")) {
        Ran more = Takt.command(whole, List.of(command, "run"));
        assertThat(more.code()).as(command + more.err()).isZero();
      }
    } finally {
      server.stop(0);
    }
  }

  /// Seven users are four on one machine and three on the other. They do 60 journeys together, of
  /// which each has a row of its own.
  @Test
  @Tag("slow")
  void closedPopulationIsSharedOut() throws Exception {
    List<String> requests = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    Path whole = newFolder("whole");
    Files.writeString(
        whole.resolve("users.csv"),
        "name\n" + IntStream.range(0, 60).mapToObj(i -> "u" + i + "\n").collect(joining()));
    Files.writeString(
        whole.resolve("plan.yaml"),
        """
        target: http://127.0.0.1:PORT/
        count: 60
        users: {count: 7, file: users.csv, pick: unique}
        journeys: {shop: {steps: [login: {path: '/{user.name}'}, think: 20ms, order: {path: /o}]}}
        """
            .replace("PORT", "" + server.getAddress().getPort()));
    try (TaktProcess takt = TaktProcess.run(whole, "plan.yaml", "--fleet=local:2")) {
      Ran ran = takt.await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5);
      assertThat(requests.stream().filter(each -> each.startsWith("/u")))
          .doesNotHaveDuplicates()
          .hasSize(60);
      RunSummary summary =
          Objects.requireNonNull(RunDirectory.open(whole.resolve("run")).read().summary());
      assertThat(summary.execution().users()).isEqualTo(7);
      assertThat(summary.results().rate().intended()).isNull();
      assertThat(summary.results().allJourneys().getFirst().balance())
          .isEqualTo(new Balance(60, 60, 0, 0, 0, 0));
      List<Integer> users = new ArrayList<>();
      for (int i = 1; i <= 2; i++) {
        Path own = whole.resolve("run/machines/local-" + i);
        RunSummary each = Objects.requireNonNull(RunDirectory.open(own).read().summary());
        users.add(Objects.requireNonNull(each.execution().users()));
        assertThat(each.results().allJourneys().getFirst().balance().completed()).isEqualTo(30);
      }
      assertThat(users).containsExactlyInAnyOrder(4, 3);
      assertThat(summary.warnings()).isEmpty();
      assertThat(ran.out()).contains("closed: 7 users");
    } finally {
      server.stop(0);
    }
  }

  /// Takes only what the answer needs: no operations. With them, `explain` is possible.
  @Test
  @Tag("slow")
  void summaryOfEachMachineIsCollectedIfThePlanSaysSo() throws Exception {
    for (String collect : List.of("all", "summary")) {
      try (TaktProcess takt =
          TaktProcess.run(
              newFolder(collect), plan("local:2", "--duration=2s", "--collect=" + collect))) {
        Ran ran = takt.await();
        assertThat(ran.code()).as(ran.err()).isIn(0, 5);
        Path whole = folder.resolve(collect + "/run");
        RunRecord run = RunDirectory.open(whole).read();
        assertThat(Objects.requireNonNull(run.summary()).results().balance().completed())
            .isEqualTo(400);
        for (String name : List.of("local-1", "local-2")) {
          Path own = whole.resolve("machines").resolve(name);
          assertThat(counts(List.of(own.resolve("latency.hdr")))).containsEntry("read-rt", 200L);
          assertThat(own.resolve("run.json")).exists();
          assertThat(Files.exists(own.resolve("operations.bin"))).isEqualTo(collect.equals("all"));
        }
        Ran explained = Takt.command(folder, List.of("explain", whole.toString()));
        assertThat(explained.code()).as(explained.err()).isEqualTo(collect.equals("all") ? 0 : 1);
        assertThat(explained.err())
            .isEqualTo(
                collect.equals("all")
                    ? ""
                    : "takt: "
                        + whole
                        + " has no operations: those of its machines were not received (--collect"
                        + " summary leaves them there)\n");
      }
    }
  }

  @Test
  void liveMetricsAndStatusLinesAreThoseOfAllMachines() throws Exception {
    try (TaktProcess takt =
        run("local:2", "--duration=3s", "--status", "--prometheus=0", "--prometheus-linger=30s")) {
      takt.awaitWord("metrics at http://127.0.0.1:");
      Matcher found = METRICS.matcher(takt.err());
      assertThat(found.find()).isTrue();
      List<Long> counts = new ArrayList<>();
      List<String> pages = new ArrayList<>();
      while (takt.process().isAlive()) {
        String page = page(URI.create(found.group()));
        Matcher count = COMPLETED.matcher(page);
        if (count.find()) {
          pages.add(page);
          counts.add(Long.parseLong(count.group(1)));
        }
        Thread.sleep(100);
      }
      Ran ran = takt.await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5);
      assertThat(counts).isSorted().last().isEqualTo(600L);
      assertThat(counts).as("while the run goes on").anyMatch(each -> each > 0 && each < 600);
      assertThat(pages)
          .as("while the run goes on")
          .anyMatch(each -> each.contains("takt_intended_operations_per_second 200\n"));
      assertThat(pages.getLast())
          .contains("takt_response_seconds_count{operation=\"read\",outcome=\"completed\"} 600\n")
          .doesNotContain("takt_generator_verdict", "takt_in_flight", "takt_backlog");
      assertThat(ran.err())
          .contains(" 0 sec: 0 operations; ")
          .contains(" sec: 600 operations; ")
          .doesNotContain("machines         rate");
    }
  }

  private static String page(URI url) {
    try (var in = url.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  /// The document of the only run that the explorer of a command shows; empty if there is none.
  private static String shown(URI explorer) {
    Matcher source = SOURCE.matcher(page(explorer.resolve("/api/sources")));
    return source.find() ? page(explorer.resolve("/api/sources/" + source.group(1))) : "";
  }

  /// Where a user can press keys, it stays until one does, or Ctrl-C.
  @Test
  void explorerShowsTheSumsOfAllMachinesWhileTheyRunAndTheMergedResultAfterwards()
      throws Exception {
    try (TaktProcess takt =
        TaktProcess.inShell(
            newFolder("whole"),
            "exec \"$@\" < <(sleep 100)",
            Map.of("TAKT_TTY", "in"),
            plan("local:2", "--duration=6s", "--explore"))) {
      takt.awaitWord("explore this run at http://127.0.0.1:").awaitWord("start in");
      Matcher address = EXPLORER.matcher(takt.err());
      assertThat(address.find()).isTrue();
      URI explorer = URI.create(address.group(1));
      List<Long> counts = new ArrayList<>();
      List<Double> ends = new ArrayList<>();
      while (takt.process().isAlive() && !takt.err().contains("still at ")) {
        String document = shown(explorer);
        Matcher end = SPAN_END.matcher(document);
        if (document.contains("\"state\":\"running\"")
            && document.contains("\"tag\":\"read-rt\"")
            && end.find()) {
          ends.add(Double.parseDouble(end.group(1)));
          counts.add(
              counts(List.of(folder.resolve("whole/run/latency.hdr"))).getOrDefault("read-rt", 0L));
        }
        Thread.sleep(100);
      }
      assertThat(counts)
          .as("while the run goes on")
          .isSorted()
          .anyMatch(each -> each > 150 && each < 1_050);
      // Intervals of a second are shown whole. An operation is in that in which it ended.
      assertThat(ends).as("ms").isSorted().allMatch(each -> each % 1_000 == 0 && each <= 7_000);
      for (int i = 0; i < ends.size(); i++) {
        double due = Math.min(ends.get(i), 6_000) / 5;
        assertThat((double) counts.get(i)).isBetween(due - 40, due + 240); // may be newer
      }
      Awaitility.await("the merged result")
          .atMost(Duration.ofSeconds(20))
          .until(() -> shown(explorer).contains("\"state\":\"complete\""));
      assertThat(shown(explorer))
          .contains("local-1::read-rt", "local-2::read-rt", "\"completed\":1200");
      Ran ran = takt.signal("INT").await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5);
      FleetLogs.assertUnion(folder.resolve("whole/run"));
    }
  }

  @Test
  void machineWithAnotherClockStartsWithTheOthers() throws Exception {
    assumeTrue(TimeNamespace.isPossible(), "no time namespaces here");
    int port = freePort();
    try (TaktProcess takt = run("listen:127.0.0.1:" + port, "--machines", "2", "--duration", "3s");
        TaktProcess here = join(port, "here", "exec \"$@\"");
        TaktProcess there = join(port, "there", ELSEWHERE)) {
      Ran ran = takt.await();
      assertThat(ran.code()).as(ran.err()).isIn(0, 5);
      Ran agent = here.await();
      assertThat(agent.code()).isZero();
      assertThat(agent.err()).endsWith("the run is over; the coordinator has its files\n");
      assertThat(there.await().code()).isZero();
      Path whole = folder.resolve("whole/run");
      RunRecord run = RunDirectory.open(whole).read();
      assertThat(Objects.requireNonNull(run.summary()).results().balance().completed())
          .isEqualTo(600);
      assertClock(run, whole, "here", 0);
      assertClock(run, whole, "there", AHEAD * SECOND);
    }
  }

  private static void assertClock(RunRecord run, Path whole, String name, long trueOffset)
      throws IOException {
    Fleet.Clock clock = machine(run, name).clock();
    assertThat(Math.abs(clock.offsetNanos() - trueOffset))
        .as(name + " is not further off than it says")
        .isLessThanOrEqualTo(clock.errorNanos());
    assertThat(clock.errorNanos()).as("its error").isLessThan(20_000_000);
    long origin =
        Objects.requireNonNull(
            RunDirectory.open(whole.resolve("machines").resolve(name))
                .read()
                .timeBase()
                .originNanoTime());
    long late = origin - trueOffset - Objects.requireNonNull(run.timeBase().originNanoTime());
    assertThat(Math.abs(late)).as("its start").isLessThanOrEqualTo(clock.errorNanos());
  }

  @Test
  void machineThatIsKilledIsNamedAndItsOperationsAreLost() throws Exception {
    int port = freePort();
    try (TaktProcess takt =
            run(
                "listen:127.0.0.1:" + port,
                "--machines",
                "2",
                "--duration",
                "6s",
                "--orphan",
                "1s",
                "--fail-if",
                "p50 > 0.5ms",
                "--fail-if",
                "p50 > 10s");
        TaktProcess here = join(port, "here", "exec \"$@\"");
        TaktProcess there = join(port, "there", "exec \"$@\"")) {
      takt.awaitWord("start in");
      Thread.sleep(4_500);
      there.process().descendants().forEach(ProcessHandle::destroyForcibly);
      there.process().destroyForcibly();
      Ran ran = takt.await();
      assertThat(here.await().code()).isZero();
      RunRecord run = RunDirectory.open(folder.resolve("whole/run")).read();
      var balance = Objects.requireNonNull(run.summary()).results().balance();
      assertThat(balance.intended()).isEqualTo(1_200);
      assertThat(balance.lost()).as("of the 600 of its share").isBetween(1L, 599L);
      assertThat(balance.completed() + balance.lost()).isEqualTo(1_200);
      assertThat(machine(run, "there").state()).isEqualTo(Fleet.State.LOST);
      assertThat(ran.code()).as(ran.out() + ran.err()).isIn(3, 5);
      assertThat(ran.out().replaceAll("\\s+", " "))
          .startsWith("Machine there (share 2/2) was lost after ")
          .contains(balance.lost() + " operations unknown");
      assertThat(ran.err()).contains("there (share 2/2) cannot be reached");
    }
  }

  @Test
  @Tag("slow")
  void ctrlCEndsAllMachinesAndCollectsTheirFiles() throws Exception {
    try (TaktProcess takt = run("local:2", "--duration", "60s")) {
      takt.awaitWord("start in");
      Thread.sleep(4_000);
      takt.signal("INT");
      Ran ran = takt.await();
      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.err())
          .containsOnlyOnce("takt: stopping; press Ctrl-C again to leave at once\n");
      RunRecord run = RunDirectory.open(folder.resolve("whole/run")).read();
      assertThat(run.state()).isEqualTo(RunRecord.State.STOPPED);
      assertThat(Objects.requireNonNull(run.fleet()).machines())
          .allMatch(each -> each.state() == Fleet.State.STOPPED);
      var balance = Objects.requireNonNull(run.summary()).results().balance();
      assertThat(balance.completed()).isBetween(1L, 2_000L);
      assertThat(balance.lost()).isZero();
    }
  }

  @Test
  @Tag("slow")
  void planThatNoMachineCanRunSendsNothingAndLeavesNothing() throws Exception {
    try (TaktProcess takt =
        TaktProcess.run(
            newFolder("whole"), "--target", "http://127.0.0.1:1/", "--fleet", "local:2")) {
      Ran ran = takt.await();
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err())
          .contains("its generator ended before the start")
          .contains("nothing was sent");
      assertThat(folder.resolve("whole/run/latency.hdr")).doesNotExist();
    }
  }

  @Test
  void withoutTheKeyNobodyTakesPart() throws Exception {
    for (String each : List.of("own.p12", "other.p12")) {
      assertThat(Takt.command(folder, List.of("fleet", "key", each)).code()).isZero();
    }
    Ran open = Takt.run(folder, plan("listen:0.0.0.0:0", "--machines=1"));
    assertThat(open.code()).isEqualTo(1);
    assertThat(open.err()).contains("a fleet at 0.0.0.0:0 needs a key");

    int port = freePort();
    String[] listening =
        plan(
            "listen:127.0.0.1:" + port, "--machines=1", "--fleet-key=own.p12", "--join-timeout=8s");
    try (var thread = Executors.newSingleThreadExecutor()) {
      Future<Ran> whole = thread.submit(() -> Takt.run(folder, listening));
      Ran other = joinHere(port, "--fleet-key=other.p12");
      assertThat(other.code()).isEqualTo(1);
      assertThat(other.err()).contains("key");
      Ran without = joinHere(port);
      assertThat(without.code()).isEqualTo(1);
      assertThat(without.err()).contains("requires the key of its fleet");
      Ran ran = whole.get();
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err()).contains("0 of 1 machines joined").contains("nothing was sent");
    }
  }

  private Ran joinHere(int port, String... more) {
    List<String> words =
        new ArrayList<>(List.of("fleet", "join", "127.0.0.1:" + port, "--join-timeout=2s"));
    words.addAll(List.of(more));
    return Takt.command(folder, words);
  }
}
