package dev.takt.metrics;

import dev.takt.load.engine.Progress;
import dev.takt.metrics.Family.Figure;
import dev.takt.metrics.Family.Histogram;
import dev.takt.metrics.Family.Sample;
import dev.takt.metrics.Figures.Series;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.GeneratorReport.Verdict;
import dev.takt.runs.OperationState;
import dev.takt.runs.RunTags.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Maps the figures of a run to metric families: their names, help texts, labels and values.
final class Families {

  private static final double NANOS = 1e9;

  private Families() {}

  /// All families, in the order in which they are written.
  static List<Family> of(Figures figures) {
    List<Family> all = new ArrayList<>(facts(figures.facts()));
    all.add(operations(figures));
    for (Measure measure : List.of(Measure.RESPONSE, Measure.SERVICE, Measure.WAIT)) {
      if (figures.facts().hasSchedule() || measure == Measure.SERVICE) {
        all.add(times(figures, measure));
      }
    }
    if (figures.lateness() != null) {
      all.add(
          new Family(
              "takt.lateness",
              "How long an operation could have been sent and was not: the generator's own delay.",
              Family.Type.HISTOGRAM,
              Family.Unit.SECONDS,
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

  private static List<Family> facts(RunFacts facts) {
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

  private static Family info(String base, String help, Map<String, String> labels) {
    return new Family(
        base, help, Family.Type.INFO, Family.Unit.NONE, List.of(new Figure(labels, 1)));
  }

  private static Family operations(Figures figures) {
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
        samples.add(new Figure(labels(operation, state), count));
      }
    }
    return new Family(
        "takt.operations",
        "Operations of the measured part, by outcome.",
        Family.Type.COUNTER,
        Family.Unit.OPERATIONS,
        samples);
  }

  private static Family times(Figures figures, Measure measure) {
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
    return new Family(
        "takt." + measure.lowerCase(), help, Family.Type.HISTOGRAM, Family.Unit.SECONDS, samples);
  }

  private static List<Family> progress(Progress progress, boolean hasSchedule) {
    List<Family> all = new ArrayList<>();
    all.add(
        oneOf(
            "takt.phase",
            "The current phase of the run: 1 for that phase, 0 for the others.",
            "phase",
            Progress.Phase.values(),
            progress.phase()));
    all.add(
        Family.gauge(
            "takt.elapsed",
            "Time since the start of the schedule.",
            Family.Unit.SECONDS,
            progress.elapsedNanos() / NANOS));
    if (hasSchedule) {
      all.add(
          Family.gauge(
              "takt.intended.operations",
              "Operations due in the last interval, per second.",
              Family.Unit.OPERATIONS_PER_SECOND,
              progress.intendedRate()));
    }
    all.add(
        Family.gauge(
            "takt.achieved.operations",
            "Operations answered in the last interval, per second.",
            Family.Unit.OPERATIONS_PER_SECOND,
            progress.achievedRate()));
    all.add(
        Family.gauge(
            "takt.in_flight.operations",
            "Operations sent and not answered.",
            Family.Unit.OPERATIONS,
            (double) progress.inFlight()));
    all.add(
        Family.gauge(
            "takt.backlog.operations",
            "Operations due and not sent.",
            Family.Unit.OPERATIONS,
            (double) progress.backlog()));
    return all;
  }

  private static List<Family> generator(GeneratorReport report) {
    List<Family> all = new ArrayList<>();
    all.add(
        oneOf(
            "takt.generator.verdict",
            "The generator's verdict if the run ended now: 1 for that verdict, 0 for the others.",
            "verdict",
            Verdict.values(),
            report.verdict()));
    all.add(
        Family.gauge(
            "takt.generator.stalls",
            "How often the generator did not run when it should have; adjacent stalls count as one.",
            Family.Unit.NONE,
            (double) report.stalls()));
    all.add(
        Family.gauge(
            "takt.generator.stalled",
            "The total time of the generator's stalls.",
            Family.Unit.SECONDS,
            report.stalledNanos() / NANOS));
    all.add(
        Family.gauge(
            "takt.generator.longest_stall",
            "The longest of the generator's stalls.",
            Family.Unit.SECONDS,
            report.longestStall() / NANOS));
    all.add(
        Family.counter(
            "takt.generator.collections",
            "Garbage collections of the generator's JVM since the schedule began.",
            Family.Unit.NONE,
            (double) report.gcCount()));
    all.add(
        Family.counter(
            "takt.generator.collection",
            "Time spent in garbage collections of the generator's JVM since the schedule began.",
            Family.Unit.SECONDS,
            report.gcNanos() / NANOS));
    all.add(
        Family.counter(
            "takt.generator.cpu",
            "CPU time of the generator's process since the schedule began.",
            Family.Unit.SECONDS,
            report.cpuNanos() / NANOS));
    if (report.utilisation() != null) {
      all.add(
          Family.gauge(
              "takt.generator.utilisation",
              "The share of time that the busiest sending thread worked since the schedule began.",
              Family.Unit.RATIO,
              report.utilisation()));
    }
    return all;
  }

  /// A state as a set of gauges: one for each constant, 1 for the current one and 0 for the others.
  private static <E extends Enum<E>> Family oneOf(
      String base, String help, String label, E[] all, E now) {
    List<Sample> samples = new ArrayList<>();
    for (E each : all) {
      String name = each.name().toLowerCase(Locale.ROOT);
      samples.add(new Figure(labels(label, name), each == now ? 1 : 0));
    }
    return new Family(base, help, Family.Type.GAUGE, Family.Unit.NONE, samples);
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
