package dev.takt.explain.comparison;

import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares groups of runs with the first group, the baseline.
public final class Comparer {

  private static final double MAX_LENGTH_RATIO = 1.05;

  private final List<RunGroup> groups;
  private final List<Figure> figures;
  private final double runToRun;
  private final Measure measure;
  private final List<String> measureRemarks = new ArrayList<>();
  private final Map<RecordedRun, SeriesReader.ReadResult> read = new LinkedHashMap<>();

  private Comparer(
      List<RunGroup> groups, List<Figure> figures, @Nullable Measure wanted, double runToRun)
      throws IOException {
    this.groups = groups;
    this.figures = figures;
    this.runToRun = runToRun;
    this.measure = wanted == null ? commonHeadline() : checked(wanted);
  }

  /// Reads all runs, and compares each side with the first one.
  ///
  /// @param groups at least two; the first is the baseline
  /// @param figures the figures to compare
  /// @param measure the measure of the percentiles; null for the headline of all runs
  /// @param runToRun see [SignificanceTest#rows]
  /// @throws IOException with a message for people, if a log cannot be read, is empty, or the sides
  ///   cannot be compared
  public static List<Comparison> compare(
      List<RunGroup> groups, List<Figure> figures, @Nullable Measure measure, double runToRun)
      throws IOException {
    return new Comparer(groups, figures, measure, runToRun).all();
  }

  private Stream<RecordedRun> runs() {
    return groups.stream().flatMap(each -> each.runs().stream());
  }

  /// The headline of all runs; service time, which all have, if their headlines differ.
  private Measure commonHeadline() {
    List<Measure> headlines = runs().map(RecordedRun::headline).distinct().toList();
    if (headlines.size() == 1) {
      return headlines.getFirst();
    }
    RecordedRun unlike =
        runs().filter(each -> each.headline() != Measure.RESPONSE).findFirst().orElseThrow();
    RecordedRun like =
        runs().filter(each -> each.headline() == Measure.RESPONSE).findFirst().orElseThrow();
    measureRemarks.add(
        EnglishText.format(
            "service time is compared, not response time: %s has mode %s%s, %s has mode %s",
            unlike.name(),
            unlike.mode(),
            unlike.isScheduled()
                ? ", whose headline is service time"
                : ", which has no schedule and therefore no response time",
            like.name(),
            like.mode()));
    return Measure.SERVICE;
  }

  private Measure checked(Measure wanted) throws IOException {
    RecordedRun without = runs().filter(each -> !each.isScheduled()).findFirst().orElse(null);
    if (wanted != Measure.SERVICE && without != null) {
      throw new IOException(
          EnglishText.format(
              "%s has no %s time: mode throughput has no schedule; compare service time",
              without.name(), wanted.lowerCase()));
    }
    return wanted;
  }

  private List<Comparison> all() throws IOException {
    for (RecordedRun each : runs().toList()) {
      read.put(each, SeriesReader.read(each, measure));
    }
    List<Comparison> comparisons = new ArrayList<>();
    for (RunGroup each : groups.subList(1, groups.size())) {
      comparisons.add(pair(groups.getFirst(), each));
    }
    return comparisons;
  }

  private List<RunSeries> series(RunGroup group) {
    return group.runs().stream().map(this::series).toList();
  }

  private RunSeries series(RecordedRun run) {
    SeriesReader.ReadResult known = read.get(run);
    if (known == null) {
      throw new IllegalStateException(run.name() + " was not read");
    }
    return known.series();
  }

  private Comparison pair(RunGroup a, RunGroup b) throws IOException {
    List<String> labels = List.of(a.label(), b.label());
    List<Row> rows =
        SignificanceTest.rows(
            series(a), series(b), labels, figures, runToRun, MachineControl.of(a, b));
    if (rows.isEmpty()) {
      throw new IOException(
          EnglishText.format(
              "%s and %s have no operation in common: %s there, %s here",
              a.names(), b.names(), operations(a), operations(b)));
    }
    return new Comparison(
        a,
        b,
        measure,
        rows,
        SignificanceTest.overall(rows),
        new Comparison.Differences(
            Changes.ofEnvironment(a, b),
            Changes.ofPlan(a, b),
            Causes.between(a, b),
            CpuCost.between(a, b)),
        Stream.of(a, b)
            .flatMap(each -> each.runs().stream())
            .map(RecordedRun::warning)
            .filter(Objects::nonNull)
            .toList(),
        remarks(a, b));
  }

  private String operations(RunGroup group) {
    Set<String> names = new TreeSet<>();
    series(group).forEach(each -> names.addAll(each.operations().keySet()));
    return String.join(", ", names);
  }

  private List<String> remarks(RunGroup a, RunGroup b) throws IOException {
    List<String> remarks = new ArrayList<>(measureRemarks);
    sameDirectory(a, b, remarks);
    for (RunGroup group : List.of(a, b)) {
      for (RecordedRun run : group.runs()) {
        run.remarks().forEach(each -> remarks.add(run.name() + ": " + each));
        SeriesReader.ReadResult known = read.get(run);
        if (known != null) {
          known.remarks().forEach(each -> remarks.add(run.name() + ": " + each));
        }
      }
    }
    lengths(a, b, remarks);
    notInCommon(a, b, remarks);
    repeats(a, b, remarks);
    causes(a, b, remarks);
    return List.copyOf(remarks);
  }

  private static void sameDirectory(RunGroup a, RunGroup b, List<String> remarks)
      throws IOException {
    for (RecordedRun each : a.runs()) {
      for (RecordedRun other : b.runs()) {
        if (each.isSameAs(other)) {
          remarks.add(
              EnglishText.format(
                  "%s and %s are the same directory: this compares a run with itself",
                  each.name(), other.name()));
        }
      }
    }
  }

  private void lengths(RunGroup a, RunGroup b, List<String> remarks) {
    double first = seconds(a);
    double second = seconds(b);
    if (Math.max(first, second) > MAX_LENGTH_RATIO * Math.min(first, second)) {
      remarks.add(
          EnglishText.format(
              "%s lasted %.0f s and %s %.0f s: max and causes increase with the duration",
              a.label(), first, b.label(), second));
    }
  }

  private double seconds(RunGroup group) {
    return series(group).stream().mapToLong(RunSeries::nanos).sum() / 1e9;
  }

  private void notInCommon(RunGroup a, RunGroup b, List<String> remarks) {
    List<RunSeries> all = new ArrayList<>(series(a));
    all.addAll(series(b));
    Set<String> common = SignificanceTest.common(all);
    Set<String> rest = new TreeSet<>();
    all.forEach(each -> rest.addAll(each.operations().keySet()));
    rest.removeAll(common);
    if (!rest.isEmpty()) {
      remarks.add("not compared, since not all runs have them: " + String.join(", ", rest));
    }
  }

  private void repeats(RunGroup a, RunGroup b, List<String> remarks) {
    int runs = Math.min(a.runs().size(), b.runs().size());
    if (Math.max(a.runs().size(), b.runs().size()) == 1) {
      remarks.add(
          EnglishText.format(
              "one run of each side: the verdict applies to these two runs. The variation between runs"
                  + " of the same system is unknown, and often larger than that within a run. %s %% is"
                  + " assumed; repeat the runs for a verdict on the systems",
              percent(runToRun)));
    } else if (runs == 1) {
      remarks.add(
          "one side has only one run: its variation between runs is assumed to be that of the other");
    }
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
        .round(new MathContext(3))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static void causes(RunGroup a, RunGroup b, List<String> remarks) {
    RecordedRun without = Causes.unwatched(a).or(() -> Causes.unwatched(b)).orElse(null);
    boolean anyWatched =
        Stream.of(a, b)
            .flatMap(each -> each.runs().stream())
            .anyMatch(each -> each.observed() != null);
    if (without != null && anyWatched) {
      remarks.add(
          EnglishText.format("causes are not compared: %s was not watched", without.name()));
    }
  }
}
