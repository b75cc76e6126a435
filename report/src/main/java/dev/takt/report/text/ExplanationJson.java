package dev.takt.report.text;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.JourneyExplanation;
import dev.takt.explain.JourneyExplanation.CauseTime;
import dev.takt.explain.JourneyExplanation.SlowUser;
import dev.takt.explain.JourneyExplanation.StepTime;
import dev.takt.explain.JourneyExplanation.Tail;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Writes an [Explanation] as JSON. All durations are in nanoseconds.
public final class ExplanationJson {

  /// Name and version of the format.
  private static final String FORMAT = "takt-explanation-1";

  private final JsonWriter json;
  private final ExplanationFormat format;

  private ExplanationJson(JsonWriter json, ExplanationFormat format) {
    this.json = json;
    this.format = format;
  }

  /// Writes a complete document, with times in nanoseconds from the first operation's.
  ///
  /// @param stalls what the observers saw in the measured part; null without observers
  public static void write(
      Explanation explanation, long origin, @Nullable Stalls stalls, Appendable out)
      throws IOException {
    write(explanation, new JsonWriter(out), new ExplanationFormat.RelativeTimes(origin, stalls));
  }

  /// Writes the explanation as a value within another document.
  public static void write(Explanation explanation, JsonWriter json, ExplanationFormat form)
      throws IOException {
    new ExplanationJson(json, form).document(explanation);
  }

  /// Writes one operation, with times in nanoseconds from the first operation's.
  public static void write(SlowOperation operation, long origin, Appendable out)
      throws IOException {
    new ExplanationJson(new JsonWriter(out), new ExplanationFormat.RelativeTimes(origin, null))
        .operation(operation);
  }

  private void document(Explanation explanation) throws IOException {
    json.open('{');
    json.name("format").string(FORMAT);
    json.name("measure").string(explanation.operations().scheduled() ? "response" : "service");
    number("servers", explanation.operations().servers());
    number("operations", explanation.operations().count());
    number("slow", explanation.operations().slow());
    number("excess", explanation.excess().nanos());
    number("p99", explanation.percentiles().p99());
    number("p999", explanation.percentiles().p999());
    number("excessAtP99", explanation.excess().atP99());
    number("excessAtP999", explanation.excess().atP999());
    json.name("causes").open('[');
    for (CauseRow each : explanation.causes()) {
      cause(each);
    }
    json.close(']');
    unexplained(explanation.unexplained());
    percentiles("withoutGenerator", explanation.withoutGenerator());
    json.name("slowest").open('[');
    for (SlowOperation each : explanation.slowest()) {
      operation(each);
    }
    json.close(']');
    if (!explanation.operations().journeys().isEmpty()) {
      json.name("journeys").open('[');
      for (JourneyExplanation each : explanation.operations().journeys()) {
        journey(each);
      }
      json.close(']');
    }
    strings("notes", explanation.notes());
    format.writeAdditionalMembers(json);
    json.close('}');
  }

  private void journey(JourneyExplanation journey) throws IOException {
    json.open('{');
    json.name("name").string(journey.name());
    number("users", journey.users());
    json.name("tail");
    tail(journey.tail());
    if (journey.active() != null) {
      json.name("withoutThinking");
      tail(journey.active());
    }
    json.name("slowest").open('[');
    for (SlowUser each : journey.slowest()) {
      user(each);
    }
    json.close(']');
    json.close('}');
  }

  private void tail(Tail tail) throws IOException {
    json.open('{');
    number("users", tail.users());
    number("least", tail.least());
    number("response", tail.response());
    number("thinking", tail.thinking());
    json.name("steps").open('[');
    for (StepTime each : tail.steps()) {
      json.open('{');
      json.name("operation").string(each.operation());
      number("wait", each.waiting());
      number("service", each.service());
      json.name("causes").open('[');
      for (CauseTime cause : each.causes()) {
        json.open('{');
        format.writeCause(json, cause.cause());
        number("nanos", cause.nanos());
        json.close('}');
      }
      json.close(']');
      number("unexplained", each.unexplained());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void user(SlowUser user) throws IOException {
    json.open('{');
    number("number", user.number());
    format.writeTime(json, "arrival", user.arrival());
    format.writeTime(json, "end", user.end());
    number("thinking", user.thinking());
    json.name("steps").open('[');
    for (SlowOperation each : user.steps()) {
      operation(each);
    }
    json.close(']');
    json.close('}');
  }

  private void cause(CauseRow row) throws IOException {
    json.open('{');
    format.writeCause(json, row.cause());
    json.name("certainty").string(row.certainty().name().toLowerCase(Locale.ROOT));
    number("stalls", row.stalls().count());
    number("longest", row.stalls().longest());
    machine(row.stalls().machine());
    number("touched", row.affected());
    number("direct", row.direct());
    number("inherited", row.inherited());
    number("error", row.error());
    number("atP99", row.excess().atP99());
    number("atP999", row.excess().atP999());
    percentiles("without", row.without());
    json.close('}');
  }

  /// Writes side, kind and detail of a cause as members of the open object.
  public static void writeCause(JsonWriter json, Cause cause) throws IOException {
    json.name("side").string(cause.side().lowerCase());
    json.name("kind").string(cause.kind() == null ? "sent_late" : cause.kind().lowerCase());
    json.name("detail").string(cause.detail());
  }

  private void unexplained(Unexplained unexplained) throws IOException {
    json.name("unexplained").open('{');
    number("touched", unexplained.affected());
    number("waiting", unexplained.waiting());
    number("service", unexplained.service());
    number("atP99", unexplained.excess().atP99());
    number("atP999", unexplained.excess().atP999());
    json.close('}');
  }

  private void percentiles(String name, @Nullable Percentiles percentiles) throws IOException {
    json.name(name);
    if (percentiles == null) {
      json.string(null);
      return;
    }
    json.open('{');
    number("p99", percentiles.p99());
    number("p999", percentiles.p999());
    json.close('}');
  }

  private void operation(SlowOperation operation) throws IOException {
    json.open('{');
    number("id", operation.id());
    json.name("name").string(operation.name());
    json.name("state").string(operation.state().name().toLowerCase(Locale.ROOT));
    machine(operation.machine());
    if (operation.traceId() != null) {
      json.name("traceId").string(operation.traceId());
    }
    format.writeTime(json, "due", operation.times().due());
    format.writeTime(json, "start", operation.times().start());
    format.writeTime(json, "end", operation.times().end());
    number("normal", operation.normal());
    json.name("parts").open('[');
    for (Part each : operation.parts()) {
      part(each);
    }
    json.close(']');
    number("unexplainedWait", operation.unexplainedWait());
    number("unexplainedService", operation.unexplainedService());
    json.close('}');
  }

  private void machine(@Nullable String machine) throws IOException {
    if (machine != null) {
      json.name("machine").string(machine);
    }
  }

  private void part(Part part) throws IOException {
    json.open('{');
    format.writeCause(json, part.cause());
    format.writeStall(json, part.stall());
    number("directWait", part.directWait());
    number("directService", part.directService());
    number("inheritedWait", part.inheritedWait());
    number("inheritedService", part.inheritedService());
    json.close('}');
  }

  private void number(String name, long value) throws IOException {
    json.name(name).number(Long.toString(value));
  }

  private void strings(String name, List<String> texts) throws IOException {
    json.name(name).open('[');
    for (String each : texts) {
      json.string(each);
    }
    json.close(']');
  }
}
