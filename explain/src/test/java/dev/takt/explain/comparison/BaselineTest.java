package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.runs.json.JsonText;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {

  private static final List<Figure> FIGURES =
      List.of(
          new Figure.Percentile(50),
          new Figure.Percentile(90),
          new Figure.Percentile(99),
          new Figure.Percentile(99.9),
          new Figure.Max(),
          new Figure.Throughput(),
          new Figure.Errors());

  @TempDir Path folder;

  /// A watched run at 100/s of which one operation in 50 fails.
  private RecordedRun watched(String name, int seconds, long nanos) throws IOException {
    return series(name, seconds, nanos, "read")
        .plan(Map.of("mode", "fixed", "rate", "100/s"))
        .stalls(stalls(List.of(StallKind.GC_PAUSE, StallKind.MONITOR_WAIT), StallKind.GC_PAUSE))
        .cost(450_000_000, 10_000, 500, 2_100_000_000L)
        .write();
  }

  /// A run of several operations, with a gap of three seconds in its log.
  private MadeRun series(String name, int seconds, long nanos, String... operations)
      throws IOException {
    MadeRun run = new MadeRun(folder.resolve(name)).warmup(500);
    SplittableRandom random = new SplittableRandom(name.hashCode());
    for (String operation : operations) {
      for (int i = 0; i < seconds; i++) {
        if (i < 4 || i > 6) {
          long[] values = random.longs(98, nanos, 2 * nanos).toArray();
          values[0] *= 1 + random.nextInt(20);
          run.interval(operation + "-rt", i * 1000L, i * 1000L + 1000, values);
          run.interval(operation + "-st", i * 1000L, i * 1000L + 1000, values);
          run.interval(operation + ":failed-rt", i * 1000L, i * 1000L + 1000, nanos, nanos);
        }
      }
    }
    return run;
  }

  private static Stalls stalls(List<StallKind> observed, StallKind... occurred) {
    StallSource source =
        new StallSource(
            "jfr",
            Side.TARGET,
            "JFR",
            new StallSource.ClockAlignment(0, "same"),
            0,
            0L,
            observed,
            List.of());
    List<Stall> stalls = new ArrayList<>();
    for (StallKind each : occurred) {
      stalls.add(
          Stall.of(
              each,
              Side.TARGET,
              new Stall.Interval(MadeRun.SECOND, 2 * MadeRun.SECOND + 123_456_789, 0, "jfr")));
    }
    return new Stalls(
        Stalls.FORMAT_VERSION,
        List.of(source),
        List.of(),
        stalls,
        0,
        List.of(),
        Map.of("transparent huge pages", "always", "swappiness", "60"));
  }

  private Path write(List<RecordedRun> runs, List<Figure> figures, @Nullable Measure measure)
      throws IOException {
    Baseline baseline = Comparer.baseline(new RunGroup("A", runs), figures, measure);
    String text = JsonText.of(baseline, Baseline.INDENTED_LEVELS);
    return Files.writeString(folder.resolve("base.json"), text);
  }

  /// The same comparison with directories, with their baseline file on the left, and with the file
  /// on the right.
  private void isSame(List<RecordedRun> a, RecordedRun b) throws IOException {
    Path file = write(a, FIGURES, null);
    RunGroup directories = new RunGroup("A", a);
    RunGroup stored = RunGroup.read("A", file, a.size() == 1 ? a.getFirst().name() : "all");

    Comparison expected = compare(directories, new RunGroup("B", List.of(b)));
    Comparison actual = compare(stored, new RunGroup("B", List.of(b)));

    assertThat(expected.rows()).isNotEmpty();
    assertThat(actual.rows()).isEqualTo(expected.rows());
    assertThat(actual.verdict()).isEqualTo(expected.verdict());
    assertThat(actual.measure()).isEqualTo(expected.measure());
    assertThat(actual.differences()).isEqualTo(expected.differences());
    assertThat(actual.remarks())
        .containsExactlyElementsOf(
            expected.remarks().stream()
                .map(each -> a.size() == 1 ? each : each.replaceFirst("^(a\\d)", "all ($1)"))
                .toList());
    assertThat(actual.warnings()).isEqualTo(expected.warnings());
    Comparison swapped =
        compare(new RunGroup("A", List.of(b)), new RunGroup("B", stored.runs(), stored.stored()));
    assertThat(swapped.rows())
        .isEqualTo(compare(new RunGroup("A", List.of(b)), new RunGroup("B", a)).rows());
  }

  private static Comparison compare(RunGroup a, RunGroup b) throws IOException {
    return Comparer.compare(List.of(a, b), FIGURES, null, 0.007).getFirst();
  }

  @Test
  void watchedRunIsComparedLikeItsDirectory() throws IOException {
    RecordedRun a = watched("a", 60, 1_000_000);
    RecordedRun b = watched("b", 60, 1_100_000);

    isSame(List.of(a), b);

    Comparison comparison = compare(new RunGroup("A", List.of(a)), new RunGroup("B", List.of(b)));
    assertThat(comparison.verdict()).isEqualTo(Verdict.WORSE);
    assertThat(comparison.differences().causes()).hasSize(1);
    assertThat(comparison.differences().costs()).hasSize(2);
    assertThat(a.setup().environment()).containsEntry("host swappiness", "60");
  }

  /// More intervals than are resampled, an operation of which nothing completed, and one that only
  /// one side has.
  @Test
  void longRunIsComparedLikeItsDirectory() throws IOException {
    MadeRun a = series("a", 1300, 1_000_000, "read", "write").state(RunRecord.State.STOPPED);
    a.interval("delete:failed-rt", 2000, 3000, 5_000_000);
    a.interval("list-rt", 2000, 3000, 5_000_000);
    MadeRun b = series("b", 700, 1_000_000, "read", "write");
    b.interval("delete:failed-rt", 2000, 3000, 5_000_000);

    isSame(List.of(a.write()), b.write());
  }

  /// The variation between them counts, and one has an operation that others lack.
  @Test
  void repeatsAreComparedLikeTheirDirectories() throws IOException {
    RecordedRun a1 = series("a1", 30, 1_000_000, "read").write();
    RecordedRun a2 = series("a2", 40, 1_030_000, "read", "write").write();
    RecordedRun a3 =
        series("a3", 30, 1_010_000, "read").plan(Map.of("mode", "fixed", "seed", 3)).write();
    RecordedRun b = series("b", 30, 1_090_000, "read").write();

    isSame(List.of(a1, a2, a3), b);

    Comparison comparison =
        compare(new RunGroup("A", List.of(a1, a2, a3)), new RunGroup("B", List.of(b)));
    assertThat(comparison.remarks()).contains("not compared, since not all runs have them: write");
    Row throughput = comparison.rows().get(FIGURES.indexOf(new Figure.Throughput()));
    assertThat(throughput.baseline())
        .isCloseTo((27 + 37 + 27) * 98 / (29.5 + 39.5 + 29.5), within(1e-3));

    RunGroup stored = RunGroup.read("A", folder.resolve("base.json"), "base.json");
    assertThat(stored.runs())
        .extracting(RecordedRun::name)
        .containsExactly("base.json (a1)", "base.json (a2)", "base.json (a3)");
    assertThat(stored.runs())
        .extracting(each -> each.setup().plan().get("seed"))
        .containsExactly(null, null, "3");
    assertThat(stored.runs().getFirst().isSameAs(stored.runs().getLast())).isFalse();
    assertThat(stored.runs().getFirst().isSameAs(a1)).isTrue();
    assertThat(stored.runs().getFirst().isSameAs(a2)).isFalse();
    assertThat(a1.isSameAs(stored.runs().getFirst())).isTrue();
  }

  @Test
  void runWithADamagedLogIsComparedLikeItsDirectory() throws IOException {
    RecordedRun a = series("a", 30, 1_000_000, "read").write();
    Path log = folder.resolve("a/latency.hdr");
    Files.writeString(log, Files.readString(log) + "Tag=read-rt,damaged\n");
    RecordedRun b = series("b", 30, 1_000_000, "read").write();

    isSame(List.of(a), b);

    assertThat(compare(new RunGroup("A", List.of(a)), new RunGroup("B", List.of(b))).remarks())
        .anyMatch(each -> each.startsWith("a: latency.hdr:"));
  }

  /// The variance of a side of repeats is that of their mean; a single run varies more.
  @Test
  void aSingleRunVariesAsMuchAsARepeat() {
    Figure p50 = new Figure.Percentile(50);
    Baseline.Estimates estimates =
        new Baseline.Estimates(
            Map.of("p50", 1000L), Map.of("p50", 0.25), Map.of("p50", 3.0), Map.of("p50", 9));

    Estimate ofFour =
        Estimate.of(p50, new Baseline.Operation(4, MadeRun.SECOND, 1, 1, 0, 9, 0, estimates));
    Estimate ofOne =
        Estimate.of(p50, new Baseline.Operation(1, MadeRun.SECOND, 1, 1, 0, 9, 0, estimates));

    assertThat(ofFour.variance()).isEqualTo(0.25);
    assertThat(ofFour.runVariance()).isEqualTo(1);
    assertThat(ofFour.isOfOneRun()).isFalse();
    assertThat(ofOne.isOfOneRun()).isTrue();
    assertThat(ofOne.withRunVarianceOf(ofFour).variance()).isEqualTo(1);
  }

  @Test
  void closedLoopIsComparedLikeItsDirectory() throws IOException {
    MadeRun a = series("a", 30, 1_000_000, "read").mode("throughput");
    MadeRun b = series("b", 30, 1_000_000, "read").mode("throughput");

    isSame(
        List.of(a.cost(1_000_000, 10_000, 0, null).write()),
        b.cost(1_000_000, 10_000, 0, null).write());
  }

  /// As many lines as a watched run of three operations has: a plan of 35 keys, and all kinds of
  /// stalls, half of which occurred.
  @Test
  void threeOperationsFitIntoFiveKilobytes() throws IOException {
    Map<String, Object> plan = new LinkedHashMap<>(Map.of("mode", "fixed"));
    for (int i = 0; i < 30; i++) {
      plan.put("operations[" + i + "]", "a value");
    }
    List<StallKind> kinds = List.of(StallKind.values());
    StallKind[] occurred = kinds.subList(0, kinds.size() / 2).toArray(StallKind[]::new);
    RecordedRun run =
        series("demo", 60, 1_000_000, "browse", "search", "order")
            .plan(plan)
            .stalls(stalls(kinds, occurred))
            .cost(450_000_000, 10_000, 500, 2_100_000_000L)
            .write();

    assertThat(Files.size(write(List.of(run), FIGURES, null))).isBetween(3_000L, 5_000L);
    RecordedRun repeat = series("again", 60, 1_000_000, "browse").write();
    assertThat(Files.size(write(List.of(repeat), FIGURES, null))).isLessThan(3_000);
  }

  @Test
  void fileHasOneMeasureAndTheGivenPercentiles() throws IOException {
    RecordedRun run = watched("a", 20, 1_000_000);
    List<Figure> figures = new ArrayList<>(FIGURES);
    figures.add(new Figure.Percentile(97.5));
    RunGroup stored =
        RunGroup.read("A", write(List.of(run), figures, Measure.SERVICE), "base.json");
    RunGroup run2 = new RunGroup("B", List.of(run));

    assertThat(Comparer.compare(List.of(stored, run2), figures, Measure.SERVICE, 0)).hasSize(1);
    assertThatThrownBy(() -> compare(stored, run2))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "base.json has only service time; write the baseline with --measure response, or"
                + " compare service time");
    List<Figure> p75 = List.of(new Figure.Percentile(75));
    assertThatThrownBy(() -> Comparer.compare(List.of(stored, run2), p75, Measure.SERVICE, 0))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "base.json has no p75, only p50, p90, p99, p99.9, throughput, errors, p97.5; write the"
                + " baseline with --percentiles p75");
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Path file = write(List.of(watched("a", 20, 1_000_000)), FIGURES, null);
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("\"variance\"", "\"variant\""));
    assertThatThrownBy(() -> RunGroup.read("A", file, "base.json"))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is damaged: operations.read has no variance");
    Files.writeString(file, text.substring(0, 500));
    assertThatThrownBy(() -> RunGroup.read("A", file, "base.json"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " is damaged in line ");
    Files.writeString(file, "#[Histogram log]");
    assertThatThrownBy(() -> RunGroup.read("A", file, "base.json"))
        .hasMessageContaining("is a file, but no baseline");
    Files.writeString(file, text.replace("\"formatVersion\": 1,", "\"formatVersion\": 2,"));
    assertThatThrownBy(() -> RunGroup.read("A", file, "base.json"))
        .hasMessageContaining("was written by a newer Takt");
  }
}
