package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.UserClassException;
import dev.takt.load.config.source.UserClasses;
import dev.takt.load.config.source.Values;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.UserFile;
import dev.takt.load.journey.UserFileException;
import dev.takt.load.journey.step.JourneyStep;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.text.Texts;
import dev.takt.runs.model.RunTags;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the journeys of a plan, and adds their steps to its operations.
final class JourneysReader {

  /// The key of a file of users.
  static final String USERS_FILE = "users.file";

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
  private boolean isClosed;

  /// The classes that steps name; null until one does.
  private @Nullable UserClasses classes;

  private boolean namesClass;

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
  /// @param mode of the plan
  /// @return null if the plan has no journeys
  @Nullable JourneyPlan read(Map<String, Setting> given, RateMode mode) {
    Setting setting = settings.get(PlanKey.JOURNEYS);
    if (setting == null) {
      keys.refuse(PlanKey.USERS, "belongs to journeys, and the plan has none");
      if (keys.choice(PlanKey.CONNECTION_POLICY).equals("user")) {
        keys.problem(PlanKey.CONNECTION_POLICY, "user is for journeys, and the plan has none");
      }
      return null;
    }
    isClosed = mode.isClosed();
    refuseOthers(given, mode);
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
    if (!namesClass && !problems.hasAny()) {
      keys.refuse(
          PlanKey.CLASSPATH, "nothing is looked for there: no step of a journey has a class");
    }
    return journeys.isEmpty() ? null : new JourneyPlan(users, journeys, classpath());
  }

  private void refuseOthers(Map<String, Setting> given, RateMode mode) {
    String either = "a plan has either this or journeys";
    keys.refuse(PlanKey.OPERATIONS, either);
    keys.refuse(PlanKey.WORKLOAD, either);
    keys.refuse(PlanKey.WORKLOAD_CLASS, either);
    given
        .values()
        .forEach(each -> problems.add(each.at(), each.key(), "set it in a step of a journey"));
    if (provider != null && !provider.drivesJourneys()) {
      keys.problem(
          PlanKey.JOURNEYS,
          "the driver "
              + provider.name()
              + " has no journeys yet; http, jdbc, redis and grpc have");
    }
    if (mode != RateMode.FIXED && !mode.isClosed()) {
      keys.problem(
          PlanKey.MODE,
          "users of journeys arrive on a schedule, or are a closed population: only modes fixed and"
              + " closed are supported");
    }
  }

  // Users.

  private JourneyPlan.@Nullable Users users() {
    Setting setting = settings.get(PlanKey.USERS);
    if (setting == null) {
      return null;
    }
    String key = setting.key();
    if (setting.value() instanceof Node.Scalar scalar && OfferedLoad.isNumber(scalar)) {
      return null; // their number, which is a part of the load
    }
    if (!(setting.value() instanceof Node.Mapping mapping)) {
      problems.add(
          setting.value().at(),
          key,
          "expected file and pick, such as {file: users.csv, pick: sequential}, or a number of users,"
              + " found "
              + setting.value().found());
      return null;
    }
    Node fileNode = null;
    boolean hasCount = false;
    boolean hasPick = false;
    Feeder.Pick pick = Feeder.Pick.SEQUENTIAL;
    String digest = null;
    for (Node.Entry entry : mapping.byKey(problems, key).values()) {
      String path = key + "." + entry.key();
      switch (entry.key()) {
        case JourneyPlan.FILE -> fileNode = entry.value();
        case JourneyPlan.PICK -> {
          pick = pick(path, entry.value());
          hasPick = true;
        }
        case JourneyPlan.DIGEST -> digest = values.text(path, entry.value());
        case Settings.USER_COUNT -> hasCount = true; // a part of the load
        default ->
            problems.add(entry.at(), path, "is not known here: expected count, file or pick");
      }
    }
    if (fileNode == null && hasCount && !hasPick) {
      return null;
    }
    if (fileNode == null) {
      problems.add(mapping.at(), USERS_FILE, "is missing: a CSV file with a header, or JSON lines");
      return null;
    }
    return users(fileNode, pick, digest);
  }

  private Feeder.Pick pick(String path, Node node) {
    String text = values.choice(path, node, List.of("sequential", "random", "unique"));
    return text == null
        ? Feeder.Pick.SEQUENTIAL
        : Feeder.Pick.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private JourneyPlan.@Nullable Users users(Node node, Feeder.Pick pick, @Nullable String digest) {
    String name = values.text(USERS_FILE, node);
    if (name == null) {
      return null;
    }
    try {
      Path file = folder.resolve(name);
      Feeder rows = Feeder.of(UserFile.read(file), pick);
      rows.columns().forEach(each -> idOf(Feeder.PREFIX + each));
      columns = variables.size();
      if (digest != null && !digest.equals(rows.digest())) {
        problems.add(
            node.at(),
            USERS_FILE,
            Texts.quoted(name)
                + " has other rows here than where the plan comes from; all machines need the same");
      }
      return new JourneyPlan.Users(file, rows, digest);
    } catch (InvalidPathException e) {
      problems.add(
          node.at(), USERS_FILE, Texts.quoted(name) + " is not a file name: " + e.getReason());
    } catch (UserFileException e) {
      problems.add(node.at(), USERS_FILE, String.valueOf(e.getMessage()));
    }
    return null;
  }

  // Classes of the user's.

  /// Jars and folders; file names in a plan are relative to it.
  private List<String> classpath() {
    Setting setting = settings.get(PlanKey.CLASSPATH);
    Path base = setting == null ? folder : setting.folder(folder);
    List<String> files = new ArrayList<>();
    for (String each : keys.texts(PlanKey.CLASSPATH)) {
      for (String part : UserClasses.parts(each)) {
        try {
          files.add(base.resolve(part).toString());
        } catch (InvalidPathException _) {
          files.add(part); // reported when it is opened
        }
      }
    }
    return files;
  }

  private @Nullable JourneyStep load(String className) throws UserClassException {
    namesClass = true;
    UserClasses known = classes;
    if (known == null) {
      try {
        known = UserClasses.of(classpath());
        classes = known;
      } catch (UserClassException e) {
        keys.problem(PlanKey.CLASSPATH, String.valueOf(e.getMessage()));
        return null;
      }
    }
    return known.instance(JourneyStep.class, className);
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
    double share = weight == null ? 1 : weight;
    StepsReader reader =
        new StepsReader(
            problems,
            values,
            operations,
            key,
            name,
            share,
            isClosed,
            new StepsReader.Variables(this::idOf, columns, this::isTaken, this::load));
    Map<String, Integer> known = new LinkedHashMap<>(variables);
    known.values().removeIf(id -> id >= columns);
    List<Part> read = reader.read(list, known);
    try {
      JourneySpec spec = read.isEmpty() ? null : new JourneySpec(name, share, read);
      if (spec != null) {
        refuseUnreadable(key, list, spec);
      }
      return spec;
    } catch (IllegalArgumentException e) {
      problems.add(list.at(), key + ".steps", String.valueOf(e.getMessage()));
      return null;
    }
  }

  /// What no answer of the driver has would be a failure of each user.
  private void refuseUnreadable(String key, Node.Sequence list, JourneySpec journey) {
    if (provider == null) {
      return;
    }
    for (StepSpec step : journey.steps()) {
      if (operations.boundaryOf(step.operation()) != DriverProvider.Boundary.NONE) {
        refuseReading(key, list, step);
        continue;
      }
      for (Subject subject : step.subjects()) {
        provider
            .unreadable(subject)
            .ifPresent(why -> problems.add(list.at(), key + "." + step.name(), why));
      }
    }
  }

  /// The begin or end of a transaction has no answer that what comes after it could read.
  private void refuseReading(String key, Node.Sequence list, StepSpec step) {
    step.later().stream()
        .filter(each -> !(each instanceof Subject.Variable))
        .distinct()
        .forEach(each ->
            problems.add(
                Objects.requireNonNullElse(
                    operations.originOf(step.operation(), "transaction"), list.at()),
                key + "." + step.name(),
                "has no "
                    + each
                    + " for what comes after it: extract a value in a step with sql, and use that"));
  }

  /// The entries of a map; null if it is none.
  private @Nullable Map<String, Node> parts(String key, Node node, List<String> known) {
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(
          node.at(), key, "expected " + String.join(" and ", known) + ", found " + node.found());
      return null;
    }
    Map<String, Node> parts = new LinkedHashMap<>();
    for (Node.Entry each : mapping.byKey(problems, key).values()) {
      if (known.contains(each.key())) {
        parts.put(each.key(), each.value());
      } else {
        problems.add(
            each.at(),
            key + "." + each.key(),
            "is not known here: expected " + String.join(" or ", known));
      }
    }
    return parts;
  }

  private boolean isTaken(String variable) {
    Setting generators = settings.get(PlanKey.GENERATORS);
    return variable.equals("key")
        || (generators != null
            && generators.value() instanceof Node.Mapping mapping
            && mapping.entries().stream().anyMatch(each -> each.key().equals(variable)));
  }
}
