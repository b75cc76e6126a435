package dev.takt.metrics;

import dev.takt.load.engine.recording.Progress;
import dev.takt.metrics.MetricFamily.Histogram;
import dev.takt.metrics.MetricFamily.Sample;
import dev.takt.metrics.MetricFamily.Value;
import dev.takt.metrics.MetricsSnapshot.Series;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Maps the figures of a run to metric families: their names, help texts, labels and values.
final class MetricFamilies {

  private static final double NANOS = 1e9;

  private MetricFamilies() {}

  /// All families, in the order in which they are written.
  static List<MetricFamily> of(MetricsSnapshot figures) {
    List<MetricFamily> all = new ArrayList<>(facts(figures.facts()));
    all.add(operations(figures));
    for (Measure measure : List.of(Measure.RESPONSE, Measure.SERVICE, Measure.WAIT)) {
      if (figures.facts().hasSchedule() || measure == Measure.SERVICE) {
        all.add(times(figures, measure));
      }
    }
    if (figures.lateness() != null) {
      all.add(
          new MetricFamily(
              "takt.lateness",
              "How long an operation could have been sent and was not: the generator's own delay.",
              MetricFamily.Type.HISTOGRAM,
              MetricFamily.Unit.SECONDS,
              List.of(new Histogram(Map.of(), figures.lateness()))));
    }
    if (figures.progress() != null) {
      all.addAll(progress(figures.progress(), figures.facts().hasSchedule()));
    }
    if (figures.generator() != null) {
      all.addAll(generator(figures.generator()));
    }
    return all;
  }

  private static List<MetricFamily> facts(RunFacts facts) {
    return List.of(
        info(
            "takt.build",
            "The version of Takt that drives the run.",
            labels("version", facts.version(), "revision", facts.revision())),
        info(
            "takt.run",
            "The run, its target and its rate mode.",
            labels("run", facts.run(), "target", facts.target(), "mode", facts.mode())));
  }

  private static MetricFamily info(String base, String help, Map<String, String> labels) {
    return new MetricFamily(
        base, help, MetricFamily.Type.INFO, MetricFamily.Unit.NONE, List.of(new Value(labels, 1)));
  }

  private static MetricFamily operations(MetricsSnapshot figures) {
    Measure measure = figures.facts().hasSchedule() ? Measure.RESPONSE : Measure.SERVICE;
    List<Sample> samples = new ArrayList<>();
    for (String operation : figures.facts().operations()) {
      for (OperationState state : OperationState.values()) {
        long count =
            figures.series().stream()
                .filter(each -> each.operation().equals(operation))
                .filter(each -> each.state() == state && each.measure() == measure)
                .mapToLong(each -> each.slots().count())
                .sum();
        samples.add(new Value(labels(operation, state), count));
      }
    }
    return new MetricFamily(
        "takt.operations",
        "Operations of the measured part, by outcome.",
        MetricFamily.Type.COUNTER,
        MetricFamily.Unit.OPERATIONS,
        samples);
  }

  private static MetricFamily times(MetricsSnapshot figures, Measure measure) {
    List<Sample> samples = new ArrayList<>();
    for (Series each : figures.series()) {
      if (each.measure() == measure) {
        samples.add(new Histogram(labels(each.operation(), each.state()), each.slots()));
      }
    }
    String help =
        switch (measure) {
          case RESPONSE -> "Response time: from the intended start of an operation to its end.";
          case WAIT -> "Wait time: from the intended start of an operation until it was sent.";
          default -> "Service time: from sending an operation to its end.";
        };
    return new MetricFamily(
        "takt." + measure.lowerCase(),
        help,
        MetricFamily.Type.HISTOGRAM,
        MetricFamily.Unit.SECONDS,
        samples);
  }

  private static List<MetricFamily> progress(Progress progress, boolean hasSchedule) {
    List<MetricFamily> all = new ArrayList<>();
    all.add(
        stateSet(
            "takt.phase",
            "The current phase of the run: 1 for that phase, 0 for the others.",
            "phase",
            Progress.Phase.values(),
            progress.phase()));
    all.add(
        MetricFamily.gauge(
            "takt.elapsed",
            "Time since the start of the schedule.",
            MetricFamily.Unit.SECONDS,
            progress.elapsedNanos() / NANOS));
    if (hasSchedule && !Double.isNaN(progress.rates().intended())) {
      all.add(
          MetricFamily.gauge(
              "takt.intended.operations",
              "Operations due in the last interval, per second.",
              MetricFamily.Unit.OPERATIONS_PER_SECOND,
              progress.rates().intended()));
    }
    all.add(
        MetricFamily.gauge(
            "takt.achieved.operations",
            "Operations answered in the last interval, per second.",
            MetricFamily.Unit.OPERATIONS_PER_SECOND,
            progress.rates().achieved()));
    if (progress.counts().inFlight() != Progress.UNKNOWN) {
      all.add(
          MetricFamily.gauge(
              "takt.in_flight.operations",
              "Operations sent and not answered.",
              MetricFamily.Unit.OPERATIONS,
              (double) progress.counts().inFlight()));
    }
    if (progress.counts().backlog() != Progress.UNKNOWN) {
      all.add(
          MetricFamily.gauge(
              "takt.backlog.operations",
              "Operations due and not sent.",
              MetricFamily.Unit.OPERATIONS,
              (double) progress.counts().backlog()));
    }
    return all;
  }

  private static List<MetricFamily> generator(GeneratorReport report) {
    List<MetricFamily> all = new ArrayList<>();
    all.add(
        stateSet(
            "takt.generator.verdict",
            "The generator's verdict if the run ended now: 1 for that verdict, 0 for the others.",
            "verdict",
            Verdict.values(),
            report.verdict()));
    all.add(
        MetricFamily.gauge(
            "takt.generator.stalls",
            "How often the generator did not run when it should have; adjacent stalls count as one.",
            MetricFamily.Unit.NONE,
            (double) report.stalls().count()));
    all.add(
        MetricFamily.gauge(
            "takt.generator.stalled",
            "The total time of the generator's stalls.",
            MetricFamily.Unit.SECONDS,
            report.stalls().totalNanos() / NANOS));
    all.add(
        MetricFamily.gauge(
            "takt.generator.longest_stall",
            "The longest of the generator's stalls.",
            MetricFamily.Unit.SECONDS,
            report.stalls().longestNanos() / NANOS));
    all.add(
        MetricFamily.counter(
            "takt.generator.collections",
            "Garbage collections of the generator's JVM since the schedule began.",
            MetricFamily.Unit.NONE,
            (double) report.usage().gcCount()));
    all.add(
        MetricFamily.counter(
            "takt.generator.collection",
            "Time spent in garbage collections of the generator's JVM since the schedule began.",
            MetricFamily.Unit.SECONDS,
            report.usage().gcNanos() / NANOS));
    all.add(
        MetricFamily.counter(
            "takt.generator.cpu",
            "CPU time of the generator's process since the schedule began.",
            MetricFamily.Unit.SECONDS,
            report.usage().cpuNanos() / NANOS));
    if (report.utilisation() != null) {
      all.add(
          MetricFamily.gauge(
              "takt.generator.utilisation",
              "The share of time that the busiest sending thread worked since the schedule began.",
              MetricFamily.Unit.RATIO,
              report.utilisation()));
    }
    return all;
  }

  /// A state as a set of gauges: one for each constant, 1 for the current one and 0 for the others.
  private static <E extends Enum<E>> MetricFamily stateSet(
      String base, String help, String label, E[] all, E now) {
    List<Sample> samples = new ArrayList<>();
    for (E each : all) {
      String name = each.name().toLowerCase(Locale.ROOT);
      samples.add(new Value(labels(label, name), each == now ? 1 : 0));
    }
    return new MetricFamily(base, help, MetricFamily.Type.GAUGE, MetricFamily.Unit.NONE, samples);
  }

  private static Map<String, String> labels(String operation, OperationState state) {
    return labels("operation", operation, "outcome", outcome(state));
  }

  /// The name of a state, as in the log's tags.
  private static String outcome(OperationState state) {
    return switch (state) {
      case COMPLETED -> "completed";
      case FAILED -> "failed";
      case TIMED_OUT -> "timeout";
      case UNFINISHED -> "unfinished";
      case NEVER_SENT -> "unsent";
    };
  }

  private static Map<String, String> labels(String... namesAndValues) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return labels;
  }
}
