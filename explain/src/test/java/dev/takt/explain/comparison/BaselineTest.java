package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.explain.comparison.OperationSeries.IntervalCounts;
import dev.takt.record.histogram.Layout;
import dev.takt.runs.json.JsonText;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {

  private static final List<Figure> FIGURES =
      List.of(
          new Figure.Percentile(50),
          new Figure.Percentile(99),
          new Figure.Max(),
          new Figure.Throughput(),
          new Figure.Errors());

  @TempDir Path folder;

  /// A watched run at 50/s of which one operation in 50 fails.
  private RecordedRun made(String name, int seconds, long nanos) throws IOException {
    MadeRun run = new MadeRun(folder.resolve(name));
    SplittableRandom random = new SplittableRandom(name.hashCode());
    for (int i = 0; i < seconds; i++) {
      long[] values = random.longs(49, nanos, 2 * nanos).toArray();
      run.interval("read-rt", i * 1000L, i * 1000L + 1000, values);
      run.interval("read-st", i * 1000L, i * 1000L + 1000, values);
      run.interval("read:failed-rt", i * 1000L, i * 1000L + 1000, nanos);
    }
    Stall.Interval when = new Stall.Interval(MadeRun.SECOND, 2 * MadeRun.SECOND, 0, "jfr");
    return run.stalls(
            new Stalls(
                Stalls.FORMAT_VERSION,
                List.of(source()),
                List.of(),
                List.of(Stall.of(StallKind.GC_PAUSE, Side.TARGET, when)),
                0,
                List.of(),
                Map.of("thp", "always")))
        .cost(450_000_000, 10_000, 500, 2_100_000_000L)
        .write();
  }

  private static StallSource source() {
    return new StallSource(
        "jfr",
        Side.TARGET,
        "JFR",
        new StallSource.ClockAlignment(0, "same"),
        0,
        0L,
        List.of(StallKind.GC_PAUSE, StallKind.MONITOR_WAIT),
        List.of());
  }

  private List<RecordedRun> stored(RecordedRun... runs) throws IOException {
    Path file = folder.resolve("base.json");
    Files.writeString(file, JsonText.of(RecordedRun.baseline(List.of(runs), Measure.RESPONSE)));
    return RecordedRun.openAll(file, "base.json");
  }

  private static Comparison compare(List<RecordedRun> a, RecordedRun b) throws IOException {
    return Comparer.compare(
            List.of(new RunGroup("A", a), new RunGroup("B", List.of(b))), FIGURES, null, 0.007)
        .getFirst();
  }

  @Test
  void fileGivesTheSameComparisonAsTheDirectory() throws IOException {
    RecordedRun a = made("a", 20, 1_000_000);
    RecordedRun b = made("b", 20, 1_100_000);

    Comparison ofFile = compare(stored(a), b);

    Comparison ofDirectory = compare(List.of(a), b);
    assertThat(ofDirectory.rows()).hasSize(5);
    assertThat(ofFile.rows()).isEqualTo(ofDirectory.rows());
    assertThat(ofFile.differences()).isEqualTo(ofDirectory.differences());
    assertThat(ofFile.differences().causes()).hasSize(1);
    assertThat(ofFile.baseline().runs().getFirst().observed()).isEqualTo(a.observed());
    assertThat(ofFile.differences().costs()).hasSize(2);
    assertThat(ofFile.baseline().names()).isEqualTo("base.json");
  }

  /// Intervals are merged, so that the file stays small: nothing is lost, and no figure changes.
  @Test
  void longRunIsStoredInTwentyIntervals() throws IOException {
    RecordedRun run = made("long", 100, 1_000_000);

    List<RecordedRun> stored = stored(run);

    RunSeries series = SeriesReader.read(stored.getFirst(), Measure.RESPONSE).series();
    assertThat(series.lengths()).hasSize(20).containsOnly(5 * MadeRun.SECOND);
    OperationSeries read = Objects.requireNonNull(series.operations().get("read"));
    assertThat(read.values()).isEqualTo(4900);
    assertThat(read.completed()).isEqualTo(4900);
    assertThat(read.errors()).isEqualTo(100);
    assertThat(compare(stored, run).rows())
        .allSatisfy(row -> assertThat(row.baseline()).isEqualTo(row.candidate()));
    assertThat(Files.size(folder.resolve("base.json"))).isLessThan(20_000);
  }

  @Test
  void severalRepeatsAreOneFile() throws IOException {
    List<RecordedRun> runs = stored(made("a1", 20, 1_000_000), made("a2", 20, 1_000_000));

    assertThat(runs)
        .extracting(RecordedRun::name)
        .containsExactly("base.json (a1)", "base.json (a2)");
    assertThat(runs.getFirst().isSameAs(runs.getLast())).isFalse();
    assertThat(runs.getFirst().isSameAs(runs.getFirst())).isTrue();
    assertThat(runs.getFirst().isSameAs(RecordedRun.open(folder.resolve("a1"), "a1"))).isTrue();
  }

  @Test
  void anotherMeasureIsNotInTheFile() throws IOException {
    RecordedRun stored = stored(made("a", 20, 1_000_000)).getFirst();

    assertThatThrownBy(() -> SeriesReader.read(stored, Measure.SERVICE))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "base.json has only response time; write the baseline with --measure service, or compare"
                + " response time");
  }

  @Test
  void packedIntervalsAreTheSameAgain() throws IOException {
    int last = Layout.THREE_DIGITS.slots() - 1;
    OperationSeries series =
        new OperationSeries.Builder()
            .add(new int[] {0, 0, 7, last}, 4, 1L << 40)
            .add(IntervalCounts.EMPTY)
            .add(new int[] {last}, 0, 0)
            .build();

    OperationSeries read = OperationSeries.unpack(series.pack());

    assertThat(read.intervals()).usingRecursiveComparison().isEqualTo(series.intervals());
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    RecordedRun run = made("a", 20, 1_000_000);
    String text = JsonText.of(RecordedRun.baseline(List.of(run), Measure.RESPONSE));
    String packed = text.replaceFirst("(?s).*\"read\" : \"([^\"]+)\".*", "$1");
    Path file = folder.resolve("base.json");
    for (String other : List.of("AAAA", "?", "", packed.substring(0, 40), "eJz7/x8AAf8A/w==")) {
      Files.writeString(file, text.replace(packed, other));
      RecordedRun stored = RecordedRun.openAll(file, "base.json").getFirst();
      assertThatThrownBy(() -> SeriesReader.read(stored, Measure.RESPONSE))
          .as(other)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("base.json is damaged: ");
    }
    Files.writeString(file, "#[Histogram log]");
    assertThatThrownBy(() -> RecordedRun.openAll(file, "base.json"))
        .hasMessageContaining("is a file, but no baseline");
    Files.writeString(
        file,
        text.replace("\"formatVersion\" : 1,\n  \"runs\"", "\"formatVersion\" : 2,\n  \"runs\""));
    assertThatThrownBy(() -> RecordedRun.openAll(file, "base.json"))
        .hasMessageContaining("was written by a newer Takt");
  }
}
