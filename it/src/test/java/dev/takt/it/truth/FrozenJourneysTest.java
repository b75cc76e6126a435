package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.targets.SquareWave;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.testing.HostMeter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Journeys of three steps over real HTTP, at a server that is frozen for 200 ms of every 2 s. A
/// step that is intended during a freeze waits for its end, whatever the number of connections.
@Tag("timing")
class FrozenJourneysTest {

  private static final long MS = 1_000_000;
  private static final long PERIOD = 2000 * MS;
  private static final long FREEZE = 200 * MS;
  private static final long THINK = 30 * MS;
  private static final int RATE = 100;
  private static final int USERS = 600;

  /// The backlog of a freeze is 20 users, who are answered one after the other in each step.
  private static final long TOLERANCE = 5 * MS;

  private static final String JOURNEYS =
      "{shop: {steps: [login: {path: /login}, think: 30ms, browse: {path: /items}, order: {path: /o}]}}";

  @TempDir private Path directory;

  /// The first run of a JVM takes milliseconds for what later ones take microseconds.
  @BeforeAll
  static void compileWhatIsMeasured(@TempDir Path folder) throws Exception {
    try (SquareWave target = new SquareWave()) {
      Takt.measure(
          folder,
          "--target=" + target.url(),
          "--set=journeys=" + JOURNEYS,
          "--rate=500/s",
          "--count=1500",
          "--connections=16",
          "--format=json");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 500})
  void responseTimesOfStepsAndJourneysAreThoseOfTheClosedForm(int connections) throws Exception {
    Attempts.of(host -> {
      try (SquareWave target = new SquareWave()) {
        Ran run =
            Takt.measure(
                directory,
                "--target=" + target.url(),
                "--set=journeys=" + JOURNEYS,
                "--rate=" + RATE + "/s",
                "--count=" + USERS,
                "--connections=" + connections,
                "--format=json");
        judge(run, target.originNanoTime(), host);
        assertThat(target.requests()).isEqualTo(3 * USERS);
      }
    });
  }

  private static void judge(Ran run, long freezes, HostMeter host) throws Exception {
    RunSummary summary = run.printedSummary();
    JourneySummary shop = summary.results().allJourneys().getFirst();
    assertThat(shop.balance()).isEqualTo(new Balance(USERS, USERS, 0, 0, 0, 0));
    assertThat(summary.results().balance())
        .isEqualTo(new Balance(3 * USERS, 3 * USERS, 0, 0, 0, 0));
    List<OperationRecord> steps = run.operationsByIntended();
    for (OperationRecord each : steps) {
      assertThat(each.elapsed()).isEqualTo(each.waiting() + each.service());
      // Nothing is answered during a freeze.
      assertThat(each.end()).isGreaterThanOrEqualTo(answerAt(each.intended(), freezes));
    }
    Sample responses = responses(steps);
    assertPrinted(Objects.requireNonNull(shop.response()), responses);

    long origin = Objects.requireNonNull(run.record().timeBase().originNanoTime());
    long[] arrivals =
        LongStream.range(0, USERS).map(user -> origin + user * 1000 * MS / RATE).toArray();
    long[] logins = LongStream.of(arrivals).map(each -> answerAt(each, freezes)).toArray();
    long[] browsing = LongStream.of(logins).map(each -> each + THINK).toArray();
    long[] browsed = LongStream.of(browsing).map(each -> answerAt(each, freezes)).toArray();
    long[] ordered = LongStream.of(browsed).map(each -> answerAt(each, freezes)).toArray();
    Map<String, OperationSummary> byName =
        summary.results().operations().stream()
            .collect(Collectors.toMap(OperationSummary::name, each -> each));
    for (String name : List.of("login", "browse", "order")) {
      OperationSummary printed = Objects.requireNonNull(byName.get("shop." + name));
      assertPrinted(Objects.requireNonNull(printed.response()), elapsed(steps, "shop." + name));
    }
    if (!host.isBusy()) {
      assertClosedForm("shop", responses, between(arrivals, ordered));
      assertClosedForm("login", elapsed(steps, "shop.login"), between(arrivals, logins));
      assertClosedForm("browse", elapsed(steps, "shop.browse"), between(browsing, browsed));
      assertClosedForm("order", elapsed(steps, "shop.order"), between(browsed, ordered));
      assertThat(run.code()).isZero();
    }
  }

  private static Sample between(long[] begins, long[] ends) {
    return new Sample(
        IntStream.range(0, begins.length).mapToLong(i -> ends[i] - begins[i]).toArray());
  }

  private static Sample elapsed(List<OperationRecord> steps, String name) {
    return new Sample(of(steps, name).stream().mapToLong(OperationRecord::elapsed).toArray());
  }

  private static void assertClosedForm(String name, Sample measured, Sample closedForm) {
    for (double p : new double[] {50, 90, 95, 99, 100}) {
      assertThat(measured.percentile(p))
          .as("%s p%s", name, p)
          .isCloseTo(closedForm.percentile(p), Offset.offset(TOLERANCE));
    }
  }

  /// When the server answers what it receives at a moment.
  private static long answerAt(long moment, long freezes) {
    long phase = Math.floorMod(moment - freezes, PERIOD);
    return phase < FREEZE ? moment - phase + FREEZE : moment;
  }

  /// The response times of the journeys, from the records of their steps: what follows a step of a
  /// user was intended exactly at its end, or a think time later.
  private static Sample responses(List<OperationRecord> steps) {
    Map<Long, Long> arrivals = new HashMap<>();
    Map<Long, Long> browsing = new HashMap<>();
    LongStream.Builder responses = LongStream.builder();
    of(steps, "shop.login").forEach(r -> arrivals.put(r.end() + THINK, r.intended()));
    of(steps, "shop.browse")
        .forEach(r ->
            browsing.put(
                r.end(),
                Objects.requireNonNull(arrivals.get(r.intended()), "a think time of 30 ms")));
    of(steps, "shop.order")
        .forEach(r ->
            responses.add(
                r.end() - Objects.requireNonNull(browsing.get(r.intended()), "no think time")));
    return new Sample(responses.build().toArray());
  }

  private static List<OperationRecord> of(List<OperationRecord> steps, String name) {
    List<OperationRecord> some = steps.stream().filter(r -> r.operation().equals(name)).toList();
    assertThat(some).hasSize(USERS);
    return some;
  }

  /// Within the histogram's precision.
  private static void assertPrinted(Distribution printed, Sample traced) {
    assertThat((double) printed.p50())
        .isBetween(traced.percentile(50) * 0.999, traced.percentile(50) * 1.001);
    assertThat((double) printed.p99())
        .isBetween(traced.percentile(99) * 0.999, traced.percentile(99) * 1.001);
    assertThat((double) printed.max())
        .isBetween(traced.percentile(100) * 0.999, traced.percentile(100) * 1.001);
  }
}
