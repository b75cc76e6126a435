package dev.takt.load.config;

import dev.takt.load.config.journey.AnswerRules;
import dev.takt.load.config.journey.ThinkTimeReader;
import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.Values;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.journey.CsvException;
import dev.takt.load.journey.CsvFile;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.text.Texts;
import dev.takt.runs.model.RunTags;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the journeys of a plan, and adds their steps to its operations.
final class JourneysReader {

  /// What a journey will be able to do between steps. Reserved, so that plans stay valid.
  private static final Set<String> CONTROL =
      Set.of("repeat", "if", "while", "choose", "parallel", "group", "abort");

  /// The key of a file of users.
  static final String USERS_FILE = "users.file";

  private static final String NOT_YET = "is not supported yet: a journey is a sequence of steps";

  private final Settings settings;
  private final KeyReader keys;
  private final Problems problems;
  private final Values values;
  private final OperationsReader operations;
  private final @Nullable DriverProvider provider;
  private final Path folder;

  /// The variables of all journeys by name: first the columns, then what is extracted.
  private final Map<String, Integer> variables = new LinkedHashMap<>();

  private int columns;

  /// @param folder of the plan; file names are relative to it
  JourneysReader(
      Settings settings,
      KeyReader keys,
      Problems problems,
      OperationsReader operations,
      @Nullable DriverProvider provider,
      Path folder) {
    this.settings = settings;
    this.keys = keys;
    this.problems = problems;
    this.values = keys.values();
    this.operations = operations;
    this.provider = provider;
    this.folder = folder;
  }

  /// @param given settings of operations at the top level
  /// @return null if the plan has no journeys
  @Nullable JourneyPlan read(Map<String, Setting> given) {
    Setting setting = settings.get(PlanKey.JOURNEYS);
    if (setting == null) {
      keys.refuse(PlanKey.USERS, "belongs to journeys, and the plan has none");
      return null;
    }
    refuseOthers(given);
    JourneyPlan.Users users = users();
    List<JourneySpec> journeys = new ArrayList<>();
    if (!(setting.value() instanceof Node.Mapping mapping) || mapping.entries().isEmpty()) {
      problems.add(
          setting.value().at(),
          setting.key(),
          "expected names and journeys (each with steps), found " + setting.value().found());
      return null;
    }
    for (Node.Entry entry : mapping.entries()) {
      JourneySpec journey = journey(setting.key() + "." + entry.key(), entry);
      if (journey != null) {
        journeys.add(journey);
      }
    }
    return journeys.isEmpty() ? null : new JourneyPlan(users, journeys);
  }

  private void refuseOthers(Map<String, Setting> given) {
    String either = "a plan has either this or journeys";
    keys.refuse(PlanKey.OPERATIONS, either);
    keys.refuse(PlanKey.WORKLOAD, either);
    keys.refuse(PlanKey.WORKLOAD_CLASS, either);
    given
        .values()
        .forEach(each -> problems.add(each.at(), each.key(), "set it in a step of a journey"));
    if (provider != null && !provider.drivesJourneys()) {
      keys.problem(
          PlanKey.JOURNEYS, "the driver " + provider.name() + " has no journeys yet; http has");
    }
    if (!keys.choice(PlanKey.MODE).equals("fixed")) {
      keys.problem(
          PlanKey.MODE, "users of journeys arrive on a schedule: only mode fixed is supported");
    }
  }

  // Users.

  private JourneyPlan.@Nullable Users users() {
    Setting setting = settings.get(PlanKey.USERS);
    if (setting == null) {
      return null;
    }
    String key = setting.key();
    if (!(setting.value() instanceof Node.Mapping mapping)) {
      problems.add(
          setting.value().at(),
          key,
          "expected file and pick, such as {file: users.csv, pick: sequential}, found "
              + setting.value().found());
      return null;
    }
    Node fileNode = null;
    Feeder.Pick pick = Feeder.Pick.SEQUENTIAL;
    for (Node.Entry entry : mapping.entries()) {
      String path = key + "." + entry.key();
      switch (entry.key()) {
        case JourneyPlan.FILE -> fileNode = entry.value();
        case JourneyPlan.PICK -> pick = pick(path, entry.value());
        default -> problems.add(entry.at(), path, "is not known here: expected file or pick");
      }
    }
    if (fileNode == null) {
      problems.add(mapping.at(), USERS_FILE, "is missing: a CSV file with a header");
      return null;
    }
    return users(USERS_FILE, fileNode, pick);
  }

  private Feeder.Pick pick(String path, Node node) {
    String text = values.choice(path, node, List.of("sequential", "random", "unique"));
    return text == null
        ? Feeder.Pick.SEQUENTIAL
        : Feeder.Pick.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private JourneyPlan.@Nullable Users users(String key, Node node, Feeder.Pick pick) {
    String name = values.text(key, node);
    if (name == null) {
      return null;
    }
    try {
      Path file = folder.resolve(name);
      Feeder rows = Feeder.of(CsvFile.read(file), pick);
      rows.columns().forEach(each -> idOf(Feeder.PREFIX + each));
      columns = variables.size();
      return new JourneyPlan.Users(file, rows);
    } catch (InvalidPathException e) {
      problems.add(node.at(), key, Texts.quoted(name) + " is not a file name: " + e.getReason());
    } catch (CsvException e) {
      problems.add(node.at(), key, String.valueOf(e.getMessage()));
    }
    return null;
  }

  private int idOf(String variable) {
    return variables.computeIfAbsent(variable, _ -> variables.size());
  }

  // Journeys.

  private @Nullable JourneySpec journey(String key, Node.Entry entry) {
    String name = entry.key();
    if (!RunTags.isOperationName(name)) {
      problems.add(
          entry.at(),
          key,
          "expected a name of letters, digits, '.', '_' and '-', found " + Texts.quoted(name));
      return null;
    } else if (!operations.reserve(name)) {
      problems.add(entry.at(), key, "two journeys or steps are named " + Texts.quoted(name));
      return null;
    }
    Map<String, Node> parts = parts(key, entry.value(), List.of("weight", "steps"));
    Node weightNode = parts == null ? null : parts.get(JourneyPlan.WEIGHT);
    Node stepsNode = parts == null ? null : parts.get(JourneyPlan.STEPS);
    Double weight = weightNode == null ? null : values.weight(key + ".weight", weightNode);
    if (!(stepsNode instanceof Node.Sequence list) || list.items().isEmpty()) {
      problems.add(
          stepsNode == null ? entry.at() : stepsNode.at(),
          key + ".steps",
          "expected a list of steps, such as - login: {path: /login}, found "
              + (stepsNode == null || stepsNode instanceof Node.Sequence
                  ? "none"
                  : stepsNode.found()));
      return null;
    }
    List<StepSpec> steps = steps(key, name, weight == null ? 1 : weight, list);
    return steps.isEmpty() ? null : new JourneySpec(name, weight == null ? 1 : weight, steps);
  }

  /// The entries of a map; null if it is none.
  private @Nullable Map<String, Node> parts(String key, Node node, List<String> known) {
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(
          node.at(), key, "expected " + String.join(" and ", known) + ", found " + node.found());
      return null;
    }
    Map<String, Node> parts = new LinkedHashMap<>();
    for (Node.Entry each : mapping.entries()) {
      if (!known.contains(each.key())) {
        problems.add(
            each.at(),
            key + "." + each.key(),
            "is not known here: expected " + String.join(" or ", known));
      } else if (parts.putIfAbsent(each.key(), each.value()) != null) {
        problems.add(each.at(), key + "." + each.key(), "is here for the second time");
      }
    }
    return parts;
  }

  private List<StepSpec> steps(String key, String journey, double weight, Node.Sequence list) {
    List<StepSpec> steps = new ArrayList<>();
    Map<String, Integer> known = new TreeMap<>();
    variables.entrySet().stream()
        .limit(columns)
        .forEach(each -> known.put(each.getKey(), each.getValue()));
    ThinkTime think = null;
    Origin thinkAt = list.at();
    for (int i = 0; i < list.items().size(); i++) {
      Node.Entry step = step(key + ".steps[" + i + "]", list.items().get(i));
      if (step == null) {
        continue;
      }
      if (!step.key().equals(JourneyPlan.THINK)) {
        StepSpec read = step(key, journey, weight, step, think, known);
        if (read != null) {
          steps.add(read);
        }
        think = null;
      } else if (think != null || i == 0) {
        problems.add(
            step.at(),
            key + ".think",
            "has its place between two steps, once: a user arrives on schedule");
      } else {
        think = new ThinkTimeReader(problems, values).read(key + ".think", step.value());
        thinkAt = step.at();
      }
    }
    if (think != null) {
      problems.add(thinkAt, key + ".think", "is the end of the journey: no step comes after it");
    }
    return steps;
  }

  /// An item of the list: a map of one key.
  private Node.@Nullable Entry step(String key, Node item) {
    if (!(item instanceof Node.Mapping mapping) || mapping.entries().size() != 1) {
      problems.add(
          item.at(),
          key,
          "expected one step, such as login: {path: /login}, or think, found "
              + (item instanceof Node.Mapping
                  ? "several keys: indent what belongs to it"
                  : item.found()));
      return null;
    }
    Node.Entry step = mapping.entries().getFirst();
    if (CONTROL.contains(step.key())) {
      problems.add(step.at(), key + "." + step.key(), NOT_YET);
      return null;
    }
    return step;
  }

  private @Nullable StepSpec step(
      String key,
      String journey,
      double weight,
      Node.Entry step,
      @Nullable ThinkTime think,
      Map<String, Integer> known) {
    String path = key + "." + step.key();
    if (!RunTags.isOperationName(step.key()) || step.key().contains(".")) {
      problems.add(
          step.at(),
          path,
          "expected a name of letters, digits, '_' and '-', found " + Texts.quoted(step.key()));
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
    List<Node.Entry> properties = new ArrayList<>();
    for (Node.Entry each : mapping.entries()) {
      if (each.key().equals(AnswerRules.EXTRACT)) {
        extract = each.value();
      } else if (each.key().equals(AnswerRules.CHECK)) {
        check = each.value();
      } else if (CONTROL.contains(each.key())) {
        problems.add(each.at(), path + "." + each.key(), NOT_YET);
      } else {
        properties.add(each);
      }
    }
    int operation =
        operations.addStep(
            journey + "." + step.key(), weight, path, step.at(), properties, Map.copyOf(known));
    AnswerRules rules = new AnswerRules(problems, values, path, this::isTaken);
    return StepSpec.of(
        step.key(),
        operation,
        think == null ? ThinkTime.NONE : think,
        extract == null
            ? List.of()
            : rules.extractions(
                extract,
                name -> {
                  int id = idOf(name);
                  known.put(name, id);
                  return id - columns;
                }),
        check == null ? List.of() : rules.checks(check));
  }

  private boolean isTaken(String variable) {
    Setting generators = settings.get(PlanKey.GENERATORS);
    return variable.equals("key")
        || (generators != null
            && generators.value() instanceof Node.Mapping mapping
            && mapping.entries().stream().anyMatch(each -> each.key().equals(variable)));
  }
}
