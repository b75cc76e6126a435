package dev.takt.load.config;

import dev.takt.load.config.journey.AnswerRules;
import dev.takt.load.config.journey.ClassStepReader;
import dev.takt.load.config.journey.ControlReader;
import dev.takt.load.config.source.Settings;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.journey.Check;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Count;
import dev.takt.load.journey.Extraction;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.ThinkTime;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The journeys of a plan; their steps are its operations.
///
/// @param users where the values of users come from; null for nowhere
/// @param journeys at least one
/// @param classpath jars and folders with the classes of its steps
public record JourneyPlan(
    @Nullable Users users, List<JourneySpec> journeys, List<String> classpath) {

  static final String WEIGHT = "weight";
  static final String STEPS = "steps";
  static final String THINK = "think";
  static final String FILE = "file";
  static final String PICK = "pick";
  static final String DIGEST = "digest";

  /// A file with a row for each user.
  ///
  /// @param file a CSV file, or JSON lines
  /// @param rows of the file when the plan was read
  /// @param digest what the rows must be, see [Feeder#digest]; null if the plan does not say it
  public record Users(Path file, Feeder rows, @Nullable String digest) {}

  /// Copies the lists, so that the record is immutable.
  public JourneyPlan {
    journeys = List.copyOf(journeys);
    classpath = List.copyOf(classpath);
  }

  /// The same for a generator elsewhere, which must have the same file at the same place: only then
  /// are rows unique on all machines.
  JourneyPlan forGenerator() {
    return new JourneyPlan(
        users == null
            ? null
            : new Users(users.file.toAbsolutePath().normalize(), users.rows, users.rows.digest()),
        journeys,
        classpath.stream()
            .map(each -> Path.of(each).toAbsolutePath().normalize().toString())
            .toList());
  }

  /// The rows of the users; [Feeder#NONE] if they have none.
  public Feeder rows() {
    return users == null ? Feeder.NONE : users.rows;
  }

  /// How many steps a user has under way at once, at most.
  int mostAtOnce() {
    return journeys.stream().mapToInt(JourneySpec::mostAtOnce).max().orElse(1);
  }

  /// Whether users think anywhere.
  boolean hasThinkTimes() {
    return journeys.stream().anyMatch(JourneySpec::hasThinkTimes);
  }

  /// The names of the journeys.
  public List<String> names() {
    return journeys.stream().map(JourneySpec::name).toList();
  }

  /// The names of all groups, each after that of its journey.
  List<String> groupNames() {
    return journeys.stream()
        .flatMap(each -> each.groups().stream().map(group -> each.name() + "." + group.name()))
        .toList();
  }

  /// The users as a plan has them; null for none.
  ///
  /// @param count of a closed population; null for none
  @Nullable Object plainUsers(@Nullable Integer count) {
    if (users == null) {
      return count;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    if (count != null) {
      map.put(Settings.USER_COUNT, count);
    }
    map.put(FILE, users.file.toString());
    map.put(PICK, users.rows.pick().lowerCase());
    if (users.digest != null) {
      map.put(DIGEST, users.digest);
    }
    return map;
  }

  /// The journeys as a plan has them.
  Map<String, Object> plain(List<OperationSpec> operations) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (JourneySpec each : journeys) {
      Map<String, Object> journey = new LinkedHashMap<>();
      journey.put(WEIGHT, Target.number(each.weight()));
      journey.put(STEPS, parts(each.parts(), operations));
      map.put(each.name(), journey);
    }
    return map;
  }

  private static List<Object> parts(List<Part> parts, List<OperationSpec> operations) {
    return parts.stream().<Object>map(each -> part(each, operations)).toList();
  }

  private static Map<String, Object> part(Part part, List<OperationSpec> operations) {
    return switch (part) {
      case Part.Step(StepSpec step) -> Map.of(step.name(), step(step, operations));
      case Part.Think(ThinkTime time) -> Map.of(THINK, time.plain());
      case Part.Call call -> Map.of(call.name(), call(call));
      case Part.Abort(Condition when) -> Map.of(ControlReader.ABORT, when.toString());
      case Part.Repeat(Count times, List<Part> inner) -> {
        Object count = times.isConstant() ? times.low() : Map.of("uniform", times.toString());
        yield block(
            ControlReader.REPEAT, Map.of(ControlReader.TIMES, count), parts(inner, operations));
      }
      case Part.If(Condition when, List<Part> inner) ->
          block(
              ControlReader.IF,
              Map.of(ControlReader.WHEN, when.toString()),
              parts(inner, operations));
      case Part.While(Condition when, int max, List<Part> inner) -> {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put(ControlReader.WHEN, when.toString());
        head.put(ControlReader.MAX, max);
        yield block(ControlReader.WHILE, head, parts(inner, operations));
      }
      case Part.Group(String name, List<Part> inner) ->
          block(ControlReader.GROUP, Map.of(ControlReader.NAME, name), parts(inner, operations));
      case Part.Parallel(int atOnce, List<Part> inner) ->
          block(
              ControlReader.PARALLEL,
              Map.of(ControlReader.AT_ONCE, atOnce),
              parts(inner, operations));
      case Part.Choose(List<Part.Branch> branches) ->
          Map.of(
              ControlReader.CHOOSE,
              branches.stream().map(each -> branch(each, operations)).toList());
    };
  }

  private static Map<String, Object> call(Part.Call call) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(ClassStepReader.CLASS, call.code().className());
    if (!call.reads().isEmpty()) {
      map.put(ClassStepReader.READS, List.copyOf(call.reads().keySet()));
    }
    if (!call.sets().isEmpty()) {
      map.put(ClassStepReader.SETS, List.copyOf(call.sets().keySet()));
    }
    return map;
  }

  private static Map<String, Object> block(
      String word, Map<String, Object> head, List<Object> steps) {
    Map<String, Object> block = new LinkedHashMap<>(head);
    block.put(STEPS, steps);
    return Map.of(word, block);
  }

  private static Map<String, Object> branch(Part.Branch branch, List<OperationSpec> operations) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(WEIGHT, Target.number(branch.weight()));
    map.put(STEPS, parts(branch.parts(), operations));
    return map;
  }

  private static Map<String, Object> step(StepSpec spec, List<OperationSpec> operations) {
    Map<String, Object> step = new LinkedHashMap<>();
    operations
        .get(spec.operation())
        .properties()
        .forEach((name, value) -> step.put(name, KeyWriter.plain(value)));
    Map<String, Object> extract = new LinkedHashMap<>();
    spec.extractions().forEach(one -> extract.put(one.variable(), plain(one)));
    if (!extract.isEmpty()) {
      step.put(AnswerRules.EXTRACT, extract);
    }
    if (!spec.checks().isEmpty()) {
      step.put(AnswerRules.CHECK, spec.checks().stream().map(Check::toString).toList());
    }
    return step;
  }

  private static Object plain(Extraction extraction) {
    Map<String, Object> map = new LinkedHashMap<>();
    switch (extraction.subject()) {
      case Subject.Json json -> map.put(AnswerRules.JSON, json.toString());
      case Subject.Header header -> map.put(AnswerRules.HEADER, header.name());
      case Subject.Cookie cookie -> map.put(AnswerRules.COOKIE, cookie.name());
      case Subject.Status _, Subject.Size _, Subject.Variable _ -> {
        return AnswerRules.STATUS;
      }
      case Subject.Rows _ -> {
        return AnswerRules.ROWS;
      }
      case Subject.Body _ -> {}
    }
    if (extraction.pattern() != null) {
      map.put(AnswerRules.REGEX, extraction.pattern().pattern());
    }
    return map;
  }
}
