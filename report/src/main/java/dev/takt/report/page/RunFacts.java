package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.trace.TraceContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes the parts of `run.json` that the page shows.
final class RunFacts {

  private static final double NANOS_PER_SECOND = 1e9;

  private final RunRecord record;
  private final Map<String, Long> totals;
  private final long spanNanos;

  /// @param totals the number of values of each tag in the log, for a run without a summary
  /// @param spanNanos the length of the log
  RunFacts(RunRecord record, Map<String, Long> totals, long spanNanos) {
    this.record = record;
    this.totals = totals;
    this.spanNanos = spanNanos;
  }

  static String target(RunRecord record) {
    RunSummary summary = record.summary();
    return summary != null
        ? summary.execution().target()
        : text(record.plan(), "target", "unknown");
  }

  /// The measure that the page shows first.
  static Measure headline(RunRecord record) {
    return text(record.plan(), "mode", "fixed").equals("fixed")
        ? Measure.RESPONSE
        : Measure.SERVICE;
  }

  /// Whether a warning says that the offered load differed from the requested one.
  static boolean isMissedSchedule(String warning) {
    return warning.startsWith(RunSummary.MISSED_SCHEDULE);
  }

  static @Nullable Long p99(RunSummary summary) {
    Distribution response = summary.results().total().response();
    boolean isResponse = summary.execution().mode().equals("fixed") && response != null;
    Distribution headline = isResponse ? response : summary.results().total().service();
    return headline == null || headline.count() == 0 ? null : headline.p99();
  }

  private static String text(Map<String, Object> plan, String key, String otherwise) {
    Object value = plan.get(key);
    return value == null ? otherwise : String.valueOf(value);
  }

  void write(JsonWriter json) throws IOException {
    RunSummary summary = record.summary();
    json.open('{');
    String answer = summary == null ? null : summary.heading().headline();
    if (answer != null) {
      json.name("answer").string(answer);
    }
    json.name("target").string(target(record));
    json.name("schedule").string(schedule());
    String traceLink = TraceContext.linkOf(record);
    if (traceLink != null) {
      json.name("traceLink").string(traceLink);
    }
    json.name("headline").string(headline(record).lowerCase());
    Balance balance = summary == null ? recorded() : summary.results().balance();
    if (summary != null && summary.results().rate().intended() != null) {
      json.name("intendedRate").number(Double.toString(summary.results().rate().intended()));
    }
    json.name("achievedRate")
        .number(
            Double.toString(summary == null ? rate(balance) : summary.results().rate().achieved()));
    json.name("lengthMillis")
        .number(
            SourceDocument.millis(
                summary == null ? spanNanos : summary.execution().durationNanos()));
    balance(json, balance);
    statuses(json, summary == null ? null : summary.results().total().statuses());
    errors(json, summary == null ? Map.of() : summary.failures().counts(), files(summary));
    if (summary != null && summary.results().allocation() != null) {
      json.name("allocated").string(ByteText.of(summary.results().allocation()));
    }
    counters(json, summary == null ? null : summary.results().counters());
    verdict(json, summary);
    missedSchedule(json, summary == null ? List.of() : summary.warnings());
    assertions(json, summary == null ? List.of() : summary.assertions());
    if (record.fleet() != null) {
      machines(json, record.fleet());
    }
    if (record.plan().get("journeys") instanceof Map<?, ?> journeys) {
      JourneyFacts.write(json, journeys, summary);
    }
    json.name("environment").open('[');
    environment(json);
    json.close(']');
    json.close('}');
  }

  private String schedule() {
    Map<String, Object> plan = record.plan();
    if (text(plan, "mode", "fixed").equals("throughput")) {
      return "none: as fast as possible";
    } else if (text(plan, "mode", "fixed").equals("closed")) {
      Object users =
          plan.get("users") instanceof Map<?, ?> map ? map.get("count") : plan.get("users");
      return "closed: " + users + " users";
    }
    String schedule = text(plan, "schedule", "unknown");
    Object rate = plan.get("rate");
    return rate == null ? schedule : rate + ", " + schedule;
  }

  /// The balance of a killed run, which has no summary: what its log holds.
  private Balance recorded() {
    long completed = sum(OperationState.COMPLETED, Measure.SERVICE);
    long failed = sum(OperationState.FAILED, Measure.SERVICE);
    long timedOut = sum(OperationState.TIMED_OUT, Measure.SERVICE);
    long unfinished = sum(OperationState.UNFINISHED, Measure.RESPONSE);
    long neverSent = sum(OperationState.NEVER_SENT, Measure.RESPONSE);
    long all = completed + failed + timedOut + unfinished + neverSent;
    return new Balance(all, completed, failed, timedOut, unfinished, neverSent);
  }

  private long sum(OperationState state, Measure measure) {
    return totals.entrySet().stream()
        .filter(each -> {
          RunTags.Tag tag = RunTags.parse(each.getKey());
          return tag != null
              && !tag.warmup()
              && tag.state() == state
              && tag.measure() == measure
              && !isJourney(tag.operation());
        })
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /// The steps of journeys and groups are operations: they would count twice.
  private boolean isJourney(@Nullable String operation) {
    return operation != null
        && record.plan().get("journeys") instanceof Map<?, ?> journeys
        && journeys.entrySet().stream()
            .anyMatch(each ->
                operation.equals(each.getKey())
                    || (operation.startsWith(each.getKey() + ".")
                        && hasGroup(
                            each.getValue(),
                            operation.substring(String.valueOf(each.getKey()).length() + 1))));
  }

  private static boolean hasGroup(@Nullable Object part, String name) {
    return switch (part) {
      case Map<?, ?> map ->
          (map.get("group") instanceof Map<?, ?> group && name.equals(group.get("name")))
              || map.values().stream().anyMatch(each -> hasGroup(each, name));
      case List<?> list -> list.stream().anyMatch(each -> hasGroup(each, name));
      case null, default -> false;
    };
  }

  private double rate(Balance balance) {
    long answered = balance.completed() + balance.failed() + balance.timedOut();
    return spanNanos == 0 ? 0 : answered / (spanNanos / NANOS_PER_SECOND);
  }

  private static void balance(JsonWriter json, Balance balance) throws IOException {
    json.name("balance").open('{');
    json.name("intended").number(balance.intended());
    json.name("completed").number(balance.completed());
    json.name("failed").number(balance.failed());
    json.name("timedOut").number(balance.timedOut());
    json.name("unfinished").number(balance.unfinished());
    json.name("neverSent").number(balance.neverSent());
    if (balance.lost() > 0) {
      json.name("lost").number(balance.lost());
    }
    json.close('}');
  }

  private static void statuses(JsonWriter json, @Nullable Map<String, Long> statuses)
      throws IOException {
    if (statuses == null) {
      return;
    }
    json.name("statuses").open('[');
    for (Map.Entry<String, Long> each : statuses.entrySet()) {
      json.open('{');
      json.name("status").string(each.getKey());
      json.name("count").number(each.getValue());
      json.close('}');
    }
    json.close(']');
  }

  private static void counters(JsonWriter json, @Nullable List<EventRate> rates)
      throws IOException {
    if (rates == null) {
      return;
    }
    EventRate ipc = EventRate.instructionsPerCycle(rates);
    json.name("counters").open('[');
    for (EventRate each : Stream.concat(rates.stream(), Stream.ofNullable(ipc)).toList()) {
      json.open('{');
      json.name("event").string(each.event());
      json.name("value").number(Double.toString(each.perOperation()));
      json.name("timeShare").number(Double.toString(each.timeShare()));
      json.close('}');
    }
    json.close(']');
  }

  private static Map<String, String> files(@Nullable RunSummary summary) {
    Map<String, String> files = summary == null ? null : summary.failures().files();
    return files == null ? Map.of() : files;
  }

  private static void errors(JsonWriter json, Map<String, Long> errors, Map<String, String> files)
      throws IOException {
    json.name("errors").open('[');
    for (Map.Entry<String, Long> each : errors.entrySet()) {
      json.open('{');
      json.name("text").string(each.getKey());
      json.name("count").number(each.getValue());
      String file = files.get(each.getKey());
      if (file != null) {
        json.name("file").string(file);
      }
      json.close('}');
    }
    json.close(']');
  }

  private static void verdict(JsonWriter json, @Nullable RunSummary summary) throws IOException {
    json.name("verdict").open('{');
    if (summary == null) {
      json.name("word").string("unknown");
      json.name("ok").bool(false);
      SourceDocument.strings(
          json, "findings", List.of("The run has no summary, so the generator was not judged."));
    } else {
      GeneratorReport.Verdict verdict = summary.generator().verdict();
      json.name("word").string(verdict.lowerCase());
      json.name("ok").bool(verdict == GeneratorReport.Verdict.OK);
      json.name("inPart").bool(summary.generator().partToBlame() != null);
      json.name("decides").bool(!Boolean.FALSE.equals(summary.heading().generatorDecides()));
      SourceDocument.strings(json, "findings", summary.generator().findings());
    }
    json.close('}');
  }

  private static void missedSchedule(JsonWriter json, List<String> warnings) throws IOException {
    json.name("missed").open('[');
    for (String each : warnings) {
      if (isMissedSchedule(each)) {
        json.string(each);
      }
    }
    json.close(']');
  }

  private static void assertions(JsonWriter json, List<AssertionResult> results)
      throws IOException {
    json.name("assertions").open('[');
    for (AssertionResult each : results) {
      json.open('{');
      json.name("rule").string(each.rule());
      json.name("actual").string(each.actual());
      json.name("broken").bool(each.broken());
      if (each.undecided() != null) {
        json.name("undecided").string(each.undecided());
      }
      json.close('}');
    }
    json.close(']');
  }

  private static void machines(JsonWriter json, Fleet fleet) throws IOException {
    json.name("machines").open('[');
    for (Fleet.Machine each : fleet.machines()) {
      json.open('{');
      json.name("name").string(each.name());
      json.name("host").string(each.host());
      if (each.share() != null) {
        json.name("share").string(each.share());
      }
      json.name("state").string(each.stateInOneWord());
      Long error = each.clock().knownErrorNanos();
      if (error != null) {
        json.name("clockError").number(error);
      }
      Long late = each.startLateNanos();
      if (late != null) {
        json.name("startLate").number(late);
      }
      json.close('}');
    }
    json.close(']');
  }

  private void environment(JsonWriter json) throws IOException {
    Environment where = record.environment();
    pair(json, "Takt", where.takt().text());
    pair(json, "JVM", where.jvm().name() + ", " + where.jvm().version());
    pair(json, "collectors", String.join(", ", where.jvm().collectors()));
    pair(json, "JVM flags", String.join(" ", where.jvm().flags()));
    pair(json, "system", where.os().name() + ", kernel " + where.os().kernel());
    pair(json, "processors", where.cpu().count() + " × " + where.cpu().model());
    Environment.Container container = where.container();
    if (container != null) {
      pair(json, "container", limits(container));
    }
    pair(json, "host", where.hostName());
    for (Map.Entry<String, Object> each : record.plan().entrySet()) {
      pair(json, "--" + each.getKey(), String.valueOf(each.getValue()));
    }
  }

  private static String limits(Environment.Container container) {
    String cpus = container.cpus() == null ? "no limit" : container.cpus().toString();
    String memory =
        container.memoryBytes() == null ? "no limit" : (container.memoryBytes() >> 20) + " MB";
    return "processors: " + cpus + ", memory: " + memory;
  }

  private static void pair(JsonWriter json, String name, String value) throws IOException {
    json.open('[');
    json.string(name);
    json.string(value);
    json.close(']');
  }
}
