package dev.takt.explain.comparison;

import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.Baseline.Estimates;
import dev.takt.runs.model.Baseline.Latencies;
import dev.takt.runs.model.Baseline.Operation;
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
  private final Map<RunGroup, Latencies> sides = new LinkedHashMap<>();

  /// The problems of each log.
  private final Map<RecordedRun, List<String>> logRemarks = new LinkedHashMap<>();

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

  /// The content of a baseline file of a side.
  ///
  /// @param group a side of run directories
  /// @param figures the figures that can be compared with the file
  /// @param measure the measure of the percentiles; null for the headline of all runs
  /// @throws IOException with a message for people, if a log cannot be read or is empty
  public static Baseline baseline(RunGroup group, List<Figure> figures, @Nullable Measure measure)
      throws IOException {
    Comparer comparer = new Comparer(List.of(group), figures, measure, 0);
    Latencies latencies = comparer.estimated(group);
    Map<String, Baseline.Run> runs = new LinkedHashMap<>();
    Baseline.Setup first = group.runs().getFirst().setup();
    for (RecordedRun each : group.runs()) {
      Baseline.Run content = each.content();
      boolean isRepeat = !runs.isEmpty() && each.setup().equals(first);
      runs.put(
          each.name(),
          new Baseline.Run(
              content.state(),
              content.started(),
              isRepeat ? null : each.setup(),
              content.work(),
              content.stalls(),
              content.allocation(),
              content.counters(),
              comparer.remarks(each)));
    }
    return new Baseline(Baseline.FORMAT_VERSION, latencies, runs);
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
                : ", " + withoutResponse(unlike),
            like.name(),
            like.mode()));
    return Measure.SERVICE;
  }

  private static String withoutResponse(RecordedRun run) {
    return run.mode().equals("closed")
        ? "whose answers decide when it sends"
        : "which has no schedule and therefore no response time";
  }

  private Measure checked(Measure wanted) throws IOException {
    RecordedRun without = runs().filter(each -> !each.isScheduled()).findFirst().orElse(null);
    if (wanted != Measure.SERVICE && without != null) {
      throw new IOException(
          EnglishText.format(
              "%s has no %s time to compare: mode %s, %s; compare service time",
              without.name(), wanted.lowerCase(), without.mode(), withoutResponse(without)));
    }
    return wanted;
  }

  private List<Comparison> all() throws IOException {
    for (RunGroup each : groups) {
      Latencies stored = each.stored();
      sides.put(each, stored == null ? estimated(each) : checked(each, stored));
    }
    List<Comparison> comparisons = new ArrayList<>();
    for (RunGroup each : groups.subList(1, groups.size())) {
      comparisons.add(pair(groups.getFirst(), each));
    }
    return comparisons;
  }

  /// Reads the runs of a side, and estimates its figures.
  private Latencies estimated(RunGroup group) throws IOException {
    List<RunSeries> series = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (RecordedRun each : group.runs()) {
      SeriesReader.ReadResult read = SeriesReader.read(each, measure);
      logRemarks.put(each, read.remarks());
      series.add(read.series());
      names.addAll(read.series().operations().keySet());
    }
    Map<String, Operation> operations = SignificanceTest.estimates(series, figures);
    names.removeAll(operations.keySet());
    return new Latencies(measure, operations, List.copyOf(names));
  }

  /// A baseline file must have the measure and the percentiles that are compared.
  private Latencies checked(RunGroup group, Latencies stored) throws IOException {
    String name = group.runs().getFirst().name();
    if (stored.measure() != measure) {
      throw new IOException(
          EnglishText.format(
              "%s has only %s time; write the baseline with --measure %s, or compare %s time",
              name,
              stored.measure().lowerCase(),
              measure.lowerCase(),
              stored.measure().lowerCase()));
    }
    for (Operation each : stored.operations().values()) {
      checkHasFigures(name, each.estimates());
    }
    return stored;
  }

  private void checkHasFigures(String name, Estimates estimates) throws IOException {
    for (Figure each : figures) {
      boolean isKnown =
          estimates.variance().containsKey(each.label())
              && estimates.degrees().containsKey(each.label());
      if (!isKnown && !(each instanceof Figure.Max)) {
        throw new IOException(
            EnglishText.format(
                "%s has no %s, only %s; write the baseline with --percentiles %s",
                name,
                each.label(),
                String.join(", ", estimates.variance().keySet()),
                each.label()));
      }
    }
  }

  private Latencies side(RunGroup group) {
    Latencies known = sides.get(group);
    if (known == null) {
      throw new IllegalStateException(group.names() + " was not read");
    }
    return known;
  }

  private Comparison pair(RunGroup a, RunGroup b) throws IOException {
    List<String> labels = List.of(a.label(), b.label());
    List<Row> rows =
        SignificanceTest.rows(
            side(a).operations(),
            side(b).operations(),
            labels,
            figures,
            runToRun,
            MachineControl.of(a, b));
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
            Costs.between(a, b)),
        Stream.of(a, b)
            .flatMap(each -> each.runs().stream())
            .map(RecordedRun::warning)
            .filter(Objects::nonNull)
            .toList(),
        remarks(a, b));
  }

  private String operations(RunGroup group) {
    return String.join(", ", names(group));
  }

  private Set<String> names(RunGroup group) {
    Set<String> names = new TreeSet<>(side(group).operations().keySet());
    names.addAll(side(group).otherOperations());
    return names;
  }

  private List<String> remarks(RunGroup a, RunGroup b) throws IOException {
    List<String> remarks = new ArrayList<>(measureRemarks);
    sameDirectory(a, b, remarks);
    for (RunGroup group : List.of(a, b)) {
      for (RecordedRun run : group.runs()) {
        remarks(run).forEach(each -> remarks.add(run.name() + ": " + each));
      }
    }
    lengths(a, b, remarks);
    notInCommon(a, b, remarks);
    repeats(a, b, remarks);
    causes(a, b, remarks);
    return List.copyOf(remarks);
  }

  /// The remarks on a run, and on its log.
  private List<String> remarks(RecordedRun run) {
    return Stream.concat(
            run.content().remarks().stream(), logRemarks.getOrDefault(run, List.of()).stream())
        .toList();
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
    return side(group).operations().values().iterator().next().lengthNanos() / 1e9;
  }

  private void notInCommon(RunGroup a, RunGroup b, List<String> remarks) {
    Set<String> common = new TreeSet<>(side(a).operations().keySet());
    common.retainAll(side(b).operations().keySet());
    Set<String> rest = names(a);
    rest.addAll(names(b));
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
            .anyMatch(each -> each.content().stalls() != null);
    if (without != null && anyWatched) {
      remarks.add(
          EnglishText.format("causes are not compared: %s was not watched", without.name()));
    }
  }
}
