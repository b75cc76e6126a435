package dev.takt.load.config;

import dev.takt.load.config.journey.AnswerRules;
import dev.takt.load.config.journey.ClassStepReader;
import dev.takt.load.config.journey.ControlReader;
import dev.takt.load.config.journey.JsonBody;
import dev.takt.load.config.journey.ThinkTimeReader;
import dev.takt.load.config.journey.TransactionRule;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Values;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Count;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.text.Texts;
import dev.takt.runs.model.RunTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the steps of one journey, and adds them to the operations of the plan.
///
/// A value that a step extracts is known in what every user does after it: not after an `if` that
/// the step is in.
final class StepsReader {

  private static final int MIN_AT_ONCE = 2;

  private static final int MAX_AT_ONCE = 1000;

  /// Keys of drivers that a `json` sets.
  private static final String BODY = "body";

  private static final String HEADER = "header";

  private static final Pattern CONTENT_TYPE =
      Pattern.compile("content-type\\s*:", Pattern.CASE_INSENSITIVE);

  private static final String NOT_YET =
      "is not supported yet: a journey has steps, think, repeat, if, while, choose, group, parallel and"
          + " abort, each in the list of steps";

  private final Problems problems;
  private final Values values;
  private final OperationsReader operations;
  private final ControlReader control;
  private final String key;
  private final String journey;
  private final double weight;
  private final boolean isClosed;
  private final Variables variables;
  private final TransactionRule transaction;
  private boolean isBroken;

  /// The variables of a plan.
  ///
  /// @param indexOf the index of a value that is extracted, by its name
  /// @param columns how many values come before these
  /// @param isTaken whether a name is that of something else
  /// @param loader makes what sets some of them
  record Variables(
      ToIntFunction<String> indexOf,
      int columns,
      Predicate<String> isTaken,
      ClassStepReader.Loader loader) {}

  /// @param key of the journey
  /// @param journey its name
  /// @param isClosed whether users start when they are ready, so that they can think before and
  ///   after a journey
  StepsReader(
      Problems problems,
      Values values,
      OperationsReader operations,
      String key,
      String journey,
      double weight,
      boolean isClosed,
      Variables variables) {
    this.problems = problems;
    this.values = values;
    this.operations = operations;
    this.control = new ControlReader(problems, values);
    this.key = key;
    this.journey = journey;
    this.weight = weight;
    this.isClosed = isClosed;
    this.variables = variables;
    this.transaction = new TransactionRule(problems);
  }

  /// The parts of the journey; empty after a problem.
  ///
  /// @param known the values that users have at their arrival
  List<Part> read(Node.Sequence list, Map<String, Integer> known) {
    List<Part> parts = parts(key + ".steps", list, new TreeMap<>(known), true);
    if (!isBroken && !parts.isEmpty() && !begins(parts)) {
      problem(
          list.items().getFirst(),
          key + ".steps",
          "have to begin with a step that every user does"
              + (isClosed ? "" : ": a user arrives on schedule"));
    }
    isBroken |= !isBroken && !transaction.end();
    return isBroken ? List.of() : parts;
  }

  private boolean begins(List<Part> parts) {
    return isClosed ? Part.beginJourney(parts) : Part.beginWithStep(parts);
  }

  private void problem(Node at, String path, String message) {
    problems.add(at.at(), path, message);
    isBroken = true;
  }

  /// @param known gets what is extracted
  /// @param isWhole whether these are all parts of the journey
  private List<Part> parts(
      String path, Node.Sequence list, Map<String, Integer> known, boolean isWhole) {
    List<Part> parts = new ArrayList<>();
    boolean afterThink = false;
    for (int i = 0; i < list.items().size(); i++) {
      Node item = list.items().get(i);
      Node.Entry entry = entry(path + "[" + i + "]", item);
      boolean isThink = entry != null && entry.key().equals(JourneyPlan.THINK);
      if (isThink && (afterThink || (isWhole && i == 0 && !isClosed))) {
        problem(
            item,
            key + ".think",
            afterThink
                ? "has its place between two steps, once"
                : "has its place between two steps: a user arrives on schedule");
      } else if (isThink && isWhole && !isClosed && i == list.items().size() - 1) {
        problem(item, key + ".think", "is the end of the journey: no step comes after it");
      } else {
        Part part = entry == null ? null : part(path + "[" + i + "]", entry, known);
        isBroken |= part == null;
        if (part != null) {
          parts.add(part);
        }
      }
      afterThink = isThink;
    }
    return parts;
  }

  /// An item of the list: a map of one key.
  private Node.@Nullable Entry entry(String path, Node item) {
    if (item instanceof Node.Mapping mapping && mapping.entries().size() == 1) {
      return mapping.entries().getFirst();
    }
    problem(
        item,
        path,
        "expected one step, such as login: {path: /login}, or think, found "
            + (item instanceof Node.Mapping
                ? "several keys: indent what belongs to it"
                : item.found()));
    return null;
  }

  private @Nullable Part part(String path, Node.Entry entry, Map<String, Integer> known) {
    String name = entry.key();
    String own = path + "." + name;
    return switch (name) {
      case JourneyPlan.THINK -> {
        ThinkTime time = new ThinkTimeReader(problems, values).read(key + ".think", entry.value());
        yield time == null ? null : new Part.Think(time);
      }
      case ControlReader.ABORT -> {
        Condition when = control.condition(own, entry.value(), known);
        yield when == null ? null : new Part.Abort(when);
      }
      case ControlReader.CHOOSE -> choose(own, entry.value(), known);
      case ControlReader.GROUP -> group(own, entry.value(), known);
      case ControlReader.REPEAT, ControlReader.IF, ControlReader.WHILE ->
          block(own, name, entry.value(), known);
      case ControlReader.PARALLEL -> parallel(own, entry.value(), known);
      default -> ClassStepReader.isOne(entry.value()) ? call(entry, known) : step(entry, known);
    };
  }

  /// Steps at once: none of them knows what another one extracts.
  private @Nullable Part parallel(String path, Node node, Map<String, Integer> known) {
    boolean hasLimit =
        node instanceof Node.Mapping mapping
            && mapping.entries().stream()
                .anyMatch(each -> each.key().equals(ControlReader.AT_ONCE));
    Map<String, Node> given =
        control.all(
            path,
            node,
            hasLimit
                ? List.of(ControlReader.AT_ONCE, JourneyPlan.STEPS)
                : List.of(JourneyPlan.STEPS));
    Node.Sequence list = given == null ? null : steps(path, node, given);
    if (given == null || list == null) {
      return null;
    }
    Node limitNode = given.get(ControlReader.AT_ONCE);
    int atOnce =
        limitNode == null ? Part.Parallel.DEFAULT_AT_ONCE : atOnce(path + ".at-once", limitNode);
    Map<String, Integer> after = new TreeMap<>();
    isBroken |= !transaction.beginParallel(path, node.at());
    List<Part> parts = stepsAtOnce(path, list, known, after);
    transaction.endParallel();
    known.putAll(after);
    return parts.isEmpty() || atOnce == 0 ? null : new Part.Parallel(atOnce, parts);
  }

  /// @param known the values from before the block
  /// @param after gets what is known after it
  private List<Part> stepsAtOnce(
      String path, Node.Sequence list, Map<String, Integer> known, Map<String, Integer> after) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      String own = path + ".steps[" + i + "]";
      Node item = list.items().get(i);
      Node.Entry entry = entry(own, item);
      Map<String, Integer> inner = new TreeMap<>(known);
      Part part;
      if (entry == null) {
        continue;
      } else if (entry.key().equals(ControlReader.IF)) {
        part = ifAtOnce(own + "." + entry.key(), entry.value(), known);
      } else if (ControlReader.WORDS.contains(entry.key())
          || entry.key().equals(JourneyPlan.THINK)
          || ClassStepReader.isOne(entry.value())) {
        problem(
            item,
            own + "." + entry.key(),
            "is not possible in parallel: only steps are"
                + (ClassStepReader.isOne(entry.value()) ? " that send something" : ""));
        continue;
      } else {
        part = step(entry, inner);
        after.putAll(inner);
      }
      isBroken |= part == null || !isAtOnce(own, item, part);
      if (part != null) {
        parts.add(part);
      }
    }
    return parts;
  }

  private @Nullable Part ifAtOnce(String path, Node node, Map<String, Integer> known) {
    Map<String, Node> given =
        control.all(path, node, List.of(ControlReader.WHEN, JourneyPlan.STEPS));
    Node.Sequence list = given == null ? null : steps(path, node, given);
    if (given == null || list == null) {
      return null;
    }
    Condition when = control.condition(path + ".when", given.get(ControlReader.WHEN), known);
    List<Part> parts = stepsAtOnce(path, list, known, new TreeMap<>());
    return when == null || parts.isEmpty() ? null : new Part.If(when, parts);
  }

  /// Whether a step can be one of several at once, which is reported if not.
  private boolean isAtOnce(String path, Node item, Part part) {
    if (part instanceof Part.If(Condition when, List<Part> inner)) {
      if (when.readsAnswer()) {
        problem(
            item,
            path + ".if",
            "can read only random and variables in parallel: there is no last answer");
      }
      return !when.readsAnswer() && inner.stream().allMatch(each -> isAtOnce(path, item, each));
    } else if (!(part instanceof Part.Step)) {
      problem(item, path, "has a repeat or a while, which is not possible in parallel");
      return false;
    }
    return true;
  }

  /// @return 0 if it is none, which has been reported
  private int atOnce(String path, Node node) {
    Count count = control.count(path, node);
    if (count == null) {
      return 0;
    } else if (!count.isConstant() || count.low() < MIN_AT_ONCE || count.low() > MAX_AT_ONCE) {
      problem(node, path, "expected a number from 2 to " + MAX_AT_ONCE + ", found " + count);
      return 0;
    }
    return count.low();
  }

  /// A list of steps below its own condition or count.
  private @Nullable Part block(String path, String name, Node node, Map<String, Integer> known) {
    List<String> expected =
        switch (name) {
          case ControlReader.REPEAT -> List.of(ControlReader.TIMES, JourneyPlan.STEPS);
          case ControlReader.IF -> List.of(ControlReader.WHEN, JourneyPlan.STEPS);
          default -> List.of(ControlReader.WHEN, ControlReader.MAX, JourneyPlan.STEPS);
        };
    Map<String, Node> given = control.all(path, node, expected);
    if (given == null) {
      return null;
    }
    Control none = new Control(null, null, null, 0);
    Control own =
        switch (name) {
          case ControlReader.REPEAT ->
              none.withTimes(control.count(path + ".times", given.get(ControlReader.TIMES)));
          case ControlReader.IF ->
              none.withIf(control.condition(path + ".when", given.get(ControlReader.WHEN), known));
          default -> loop(none, path, given, known);
        };
    Node.Sequence list = steps(path, node, given);
    if (list == null) {
      return null;
    }
    Map<String, Integer> inner = new TreeMap<>(known);
    TransactionRule.Begun before = transaction.open();
    List<Part> parts = parts(path + ".steps", list, inner, false);
    isBroken |= !transaction.same(before, path, node.at());
    if (own.isEmpty() || parts.isEmpty()) {
      return null;
    }
    if (own.isCertain()) {
      known.putAll(inner);
    }
    return own.around(parts);
  }

  /// Steps with a name, which are all steps of the journey as well.
  private @Nullable Part group(String path, Node node, Map<String, Integer> known) {
    Map<String, Node> given =
        control.all(path, node, List.of(ControlReader.NAME, JourneyPlan.STEPS));
    Node nameNode = given == null ? null : given.get(ControlReader.NAME);
    String name = nameNode == null ? null : values.text(path + ".name", nameNode);
    if (given == null || nameNode == null || name == null) {
      return null;
    } else if (!RunTags.isOperationName(name) || name.contains(".")) {
      problem(
          nameNode,
          path + ".name",
          "expected a name of letters, digits, '_' and '-', found " + Texts.quoted(name));
      return null;
    } else if (!operations.reserve(journey + "." + name)) {
      problem(
          nameNode,
          path + ".name",
          "two journeys, groups or steps are named " + Texts.quoted(journey + "." + name));
      return null;
    }
    Node.Sequence list = steps(path, node, given);
    List<Part> parts = list == null ? List.of() : parts(path + ".steps", list, known, false);
    return parts.isEmpty() ? null : new Part.Group(name, parts);
  }

  /// The list of steps of a block; null if it is none, which has been reported.
  private Node.@Nullable Sequence steps(String path, Node block, Map<String, Node> given) {
    Node steps = given.get(JourneyPlan.STEPS);
    if (steps instanceof Node.Sequence list && !list.items().isEmpty()) {
      return list;
    }
    problems.add(
        steps == null ? block.at() : steps.at(),
        path + ".steps",
        "expected a list of steps, such as - login: {path: /login}");
    return null;
  }

  private Control loop(
      Control own, String path, Map<String, Node> given, Map<String, Integer> known) {
    Condition when = control.condition(path + ".when", given.get(ControlReader.WHEN), known);
    Node limit = given.get(ControlReader.MAX);
    Count max = control.count(path + ".max", limit);
    if (limit != null && max != null && !max.isConstant()) {
      problem(limit, path + ".max", "expected one number, such as 20, found " + max);
    }
    return when == null || max == null ? own : own.withWhile(when, max.high());
  }

  /// What a step or a list of steps depends on.
  ///
  /// @param max how often a `while` goes round at most
  private record Control(
      @Nullable Condition when, @Nullable Count times, @Nullable Condition loop, int max) {

    Control withIf(@Nullable Condition condition) {
      return new Control(condition, times, loop, max);
    }

    Control withTimes(@Nullable Count count) {
      return new Control(when, count, loop, max);
    }

    Control withWhile(Condition condition, int limit) {
      return new Control(when, times, condition, limit);
    }

    boolean isEmpty() {
      return when == null && times == null && loop == null;
    }

    /// Whether every user does it at least once.
    boolean isCertain() {
      return when == null && loop == null && (times == null || times.low() > 0);
    }

    /// The parts with all of it around them; the first of them if there is nothing.
    Part around(List<Part> parts) {
      Part part = parts.getFirst();
      List<Part> inner = parts;
      if (loop != null) {
        part = new Part.While(loop, max, inner);
        inner = List.of(part);
      }
      if (times != null) {
        part = new Part.Repeat(times, inner);
        inner = List.of(part);
      }
      return when == null ? part : new Part.If(when, inner);
    }
  }

  private @Nullable Part choose(String path, Node node, Map<String, Integer> known) {
    if (!(node instanceof Node.Sequence list) || list.items().isEmpty()) {
      problems.add(
          node.at(), path, "expected a list of branches, such as - {weight: 3, steps: […]}");
      return null;
    }
    List<Part.Branch> branches = new ArrayList<>();
    Map<String, Integer> inAll = null;
    TransactionRule.Begun before = transaction.open();
    TransactionRule.Begun afterFirst = null;
    for (int i = 0; i < list.items().size(); i++) {
      transaction.reset(before);
      String own = path + "[" + i + "]";
      Node item = list.items().get(i);
      Map<String, Node> given =
          control.all(own, item, List.of(JourneyPlan.WEIGHT, JourneyPlan.STEPS));
      Double share = given == null ? null : values.weight(own + ".weight", need(given));
      Node steps = given == null ? null : given.get(JourneyPlan.STEPS);
      if (steps != null && !(steps instanceof Node.Sequence)) {
        problem(steps, own + ".steps", "expected a list of steps, found " + steps.found());
      }
      Map<String, Integer> inner = new TreeMap<>(known);
      List<Part> parts =
          steps instanceof Node.Sequence some
              ? parts(own + ".steps", some, inner, false)
              : List.of();
      if (i == 0) {
        afterFirst = transaction.open();
      } else {
        isBroken |= !transaction.same(afterFirst, own, item.at());
      }
      if (share == null) {
        isBroken = true;
      } else {
        branches.add(new Part.Branch(share, parts));
      }
      if (inAll == null) {
        inAll = inner;
      } else {
        inAll.keySet().retainAll(inner.keySet());
      }
    }
    if (inAll != null) {
      known.putAll(inAll);
    }
    return branches.isEmpty() ? null : new Part.Choose(branches);
  }

  private static Node need(Map<String, Node> given) {
    return Objects.requireNonNull(given.get(JourneyPlan.WEIGHT));
  }

  /// A step in Java, which is no operation.
  private @Nullable Part call(Node.Entry step, Map<String, Integer> known) {
    String path = key + "." + step.key();
    if (!isName(path, step) || !(step.value() instanceof Node.Mapping mapping)) {
      return null;
    }
    Map<String, Integer> inner = new TreeMap<>(known);
    Part.Call call =
        new ClassStepReader(problems, values, variables.loader)
            .read(
                path,
                step.key(),
                mapping,
                known,
                new AnswerRules(problems, values, path, variables.isTaken),
                name -> {
                  int id = variables.indexOf.applyAsInt(name);
                  inner.put(name, id);
                  return id - variables.columns;
                });
    known.putAll(inner);
    return call;
  }

  private boolean isName(String path, Node.Entry step) {
    if (RunTags.isOperationName(step.key()) && !step.key().contains(".")) {
      return true;
    }
    problems.add(
        step.at(),
        path,
        "expected a name of letters, digits, '_' and '-', found " + Texts.quoted(step.key()));
    return false;
  }

  private @Nullable Part step(Node.Entry step, Map<String, Integer> known) {
    String path = key + "." + step.key();
    if (!isName(path, step)) {
      return null;
    }
    if (!(step.value() instanceof Node.Mapping mapping)) {
      problems.add(
          step.value().at(),
          path,
          "expected what the step sends, such as {path: /login}, found " + step.value().found());
      return null;
    }
    Node extract = null;
    Node check = null;
    Node.Entry json = null;
    Control own = new Control(null, null, null, 0);
    List<Node.Entry> properties = new ArrayList<>();
    Map<String, Node.Entry> given = mapping.byKey(problems, path);
    isBroken |= given.size() < mapping.entries().size();
    for (Node.Entry each : given.values()) {
      String place = path + "." + each.key();
      switch (each.key()) {
        case AnswerRules.EXTRACT -> extract = each.value();
        case AnswerRules.CHECK -> check = each.value();
        case JsonBody.JSON -> json = each;
        case ControlReader.IF -> own = own.withIf(condition(place, each.value(), known));
        case ControlReader.REPEAT -> {
          Count times = control.count(place, each.value());
          isBroken |= times == null;
          own = own.withTimes(times);
        }
        case ControlReader.WHILE -> {
          Map<String, Node> loop =
              control.all(place, each.value(), List.of(ControlReader.WHEN, ControlReader.MAX));
          isBroken |= loop == null;
          own = loop == null ? own : loop(own, place, loop, known);
        }
        default -> {
          if (ControlReader.WORDS.contains(each.key())) {
            problems.add(each.at(), place, NOT_YET);
            isBroken = true;
          } else {
            properties.add(each);
          }
        }
      }
    }
    if (own.times != null && own.loop != null) {
      problem(mapping, path, "has both repeat and while: put one of them around the other");
    }
    if (json != null) {
      addBody(path, json, properties);
    }
    int operation =
        operations.addStep(
            journey + "." + step.key(), weight, path, step.at(), properties, Map.copyOf(known));
    isBroken |=
        !transaction.step(
            operations.boundaryOf(operation),
            path,
            step.key(),
            Objects.requireNonNullElse(operations.originOf(operation, "transaction"), step.at()),
            own.isEmpty());
    if (operations.boundaryOf(operation) != DriverProvider.Boundary.NONE) {
      refuseReading(extract, path + "." + AnswerRules.EXTRACT);
      refuseReading(check, path + "." + AnswerRules.CHECK);
    }
    AnswerRules rules = new AnswerRules(problems, values, path, variables.isTaken);
    Map<String, Integer> inner = new TreeMap<>(known);
    StepSpec spec =
        StepSpec.of(
            step.key(),
            operation,
            extract == null
                ? List.of()
                : rules.extractions(
                    extract,
                    name -> {
                      int id = variables.indexOf.applyAsInt(name);
                      inner.put(name, id);
                      return id - variables.columns;
                    }),
            check == null ? List.of() : rules.checks(check));
    if (own.isCertain()) {
      known.putAll(inner);
    }
    return own.around(
        List.of(new Part.Step(transaction.open() == null ? spec : spec.keepingConnection())));
  }

  private void refuseReading(@Nullable Node node, String path) {
    if (node != null) {
      problem(node, path, "has nothing to read: a step with transaction has no answer");
    }
  }

  /// A body in JSON is one with its `Content-Type`, unless the step has another.
  private void addBody(String path, Node.Entry json, List<Node.Entry> properties) {
    Node.Entry headers = null;
    for (Node.Entry each : properties) {
      if (each.key().equals(BODY)) {
        problem(json.value(), path + "." + JsonBody.JSON, "is a body, and the step has another");
        return;
      } else if (each.key().equals(HEADER)) {
        headers = each;
      }
    }
    if (!(json.value() instanceof Node.Mapping) && !(json.value() instanceof Node.Sequence)) {
      problem(
          json.value(),
          path + "." + JsonBody.JSON,
          "expected a map or a list, such as {user: '{user.name}'}, found " + json.value().found());
    }
    Origin at = json.value().at();
    String text = new JsonBody(problems).text(path + "." + JsonBody.JSON, json.value());
    properties.add(new Node.Entry(BODY, json.at(), new Node.Scalar(text, at)));
    List<Node> lines = new ArrayList<>();
    if (headers != null) {
      properties.remove(headers);
      lines.addAll(
          headers.value() instanceof Node.Sequence list ? list.items() : List.of(headers.value()));
    }
    boolean isTyped =
        lines.stream()
            .anyMatch(each ->
                each instanceof Node.Scalar line
                    && line.text() != null
                    && CONTENT_TYPE.matcher(line.text()).lookingAt());
    if (!isTyped) {
      lines.add(new Node.Scalar("Content-Type: application/json", at));
    }
    properties.add(
        new Node.Entry(
            HEADER,
            headers == null ? json.at() : headers.at(),
            new Node.Sequence(lines, headers == null ? at : headers.value().at())));
  }

  private @Nullable Condition condition(String path, Node node, Map<String, Integer> known) {
    Condition condition = control.condition(path, node, known);
    isBroken |= condition == null;
    return condition;
  }
}
