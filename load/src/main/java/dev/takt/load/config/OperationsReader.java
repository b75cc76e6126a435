package dev.takt.load.config;

import dev.takt.load.config.journey.AnswerRules;
import dev.takt.load.config.journey.ControlReader;
import dev.takt.load.config.journey.JsonBody;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Values;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.text.Texts;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the list of operations, and records where each setting was written.
final class OperationsReader {

  private static final String WEIGHT = "weight";

  private final Problems problems;
  private final Values values;
  private final Path folder;
  private final @Nullable DriverProvider provider;
  private final Map<String, Property> properties = new LinkedHashMap<>();
  private final List<OperationSpec> operations = new ArrayList<>();
  private final List<Map<String, Origin>> origins = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  /// @param folder of the plan; file names are relative to it
  OperationsReader(
      Problems problems, Values values, @Nullable DriverProvider provider, Path folder) {
    this.problems = problems;
    this.values = values;
    this.folder = folder;
    this.provider = provider;
    if (provider != null) {
      provider.operationProperties().forEach(each -> properties.put(each.name(), each));
    }
  }

  List<OperationSpec> operations() {
    return operations;
  }

  /// Where a property of an operation was set; `""` stands for the operation as a whole.
  @Nullable Origin originOf(int operation, String property) {
    Map<String, Origin> places = origins.get(operation);
    Origin place = places.get(property);
    return place != null ? place : places.get("");
  }

  /// What an operation does with the transaction of its user.
  DriverProvider.Boundary boundaryOf(int operation) {
    return provider == null
        ? DriverProvider.Boundary.NONE
        : provider.boundary(operations.get(operation).properties());
  }

  /// The key of an operation in the plan.
  String keyOf(int operation) {
    return keys.get(operation);
  }

  /// Reserves the name of a journey.
  ///
  /// @return false if there is such a name already
  boolean reserve(String name) {
    return names.add(name);
  }

  /// Adds a step of a journey.
  ///
  /// @param given its properties, as written, each once
  /// @return its index
  int addStep(
      String name,
      double weight,
      String key,
      Origin at,
      List<Node.Entry> given,
      Map<String, Integer> variables) {
    if (!names.add(name)) {
      problems.add(at, key, "two journeys or steps are named " + Texts.quoted(name));
    }
    Map<String, Node> byKey = new LinkedHashMap<>();
    given.forEach(each -> byKey.put(each.key(), each.value()));
    Map<String, Origin> places = places(at, given);
    List<String> own =
        List.of(
            AnswerRules.EXTRACT,
            AnswerRules.CHECK,
            JsonBody.JSON,
            ControlReader.IF,
            ControlReader.REPEAT,
            ControlReader.WHILE);
    operations.add(new OperationSpec(name, weight, properties(key, byKey, places, own), variables));
    origins.add(places);
    keys.add(key);
    return operations.size() - 1;
  }

  private static Map<String, Origin> places(Origin at, Collection<Node.Entry> given) {
    Map<String, Origin> places = new LinkedHashMap<>();
    places.put("", at);
    given.forEach(each -> places.put(each.key(), each.at()));
    return places;
  }

  void read(Node node) {
    if (!(node instanceof Node.Sequence list) || list.items().isEmpty()) {
      problems.add(
          node.at(),
          PlanKey.OPERATIONS.key(),
          "expected a list of operations (each with name and weight), found "
              + (node instanceof Node.Sequence ? "an empty list" : node.found()));
      return;
    }
    for (int i = 0; i < list.items().size(); i++) {
      readOne(PlanKey.OPERATIONS.key() + "[" + i + "]", list.items().get(i));
    }
  }

  private void readOne(String key, Node node) {
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(node.at(), key, "expected name, weight and so on, found " + node.found());
      return;
    }
    Map<String, Node.Entry> given = mapping.byKey(problems, key);
    Map<String, Node> byKey = new LinkedHashMap<>();
    given.forEach((name, each) -> byKey.put(name, each.value()));
    Map<String, Origin> places = places(mapping.at(), given.values());
    String name = name(key, mapping, byKey.remove("name"));
    double weight = weight(key, byKey.remove(WEIGHT));
    List<String> own = List.of("name", WEIGHT);
    operations.add(new OperationSpec(name, weight, properties(key, byKey, places, own)));
    origins.add(places);
    keys.add(key);
  }

  private String name(String key, Node.Mapping operation, @Nullable Node node) {
    String path = key + ".name";
    if (node == null) {
      problems.add(operation.at(), path, "is missing: each operation needs a name");
      return "";
    }
    String name = values.text(path, node);
    if (name == null) {
      return "";
    }
    if (!RunTags.isOperationName(name)) {
      problems.add(
          node.at(),
          path,
          "expected letters, digits, '.', '_' and '-'"
              + (name.equals(RunRecord.Phase.WARMUP)
                  ? " (but not the word that marks the warm-up)"
                  : "")
              + ", found "
              + Texts.quoted(name));
    } else if (!names.add(name)) {
      problems.add(node.at(), path, "two operations are named " + Texts.quoted(name));
    }
    return name;
  }

  private double weight(String key, @Nullable Node node) {
    Double weight = node == null ? null : values.weight(key + "." + WEIGHT, node);
    return weight == null ? 1 : weight;
  }

  private Map<String, Object> properties(
      String key, Map<String, Node> byKey, Map<String, Origin> places, List<String> own) {
    Map<String, Object> result = new LinkedHashMap<>();
    byKey.forEach((name, node) -> {
      Property property = properties.get(name);
      Object value =
          property == null ? null : values.property(key + "." + name, property, node, folder);
      if (property == null) {
        problems.add(places.getOrDefault(name, node.at()), key + "." + name, unknown(name, own));
      } else if (value != null) {
        result.put(name, value);
      }
    });
    return result;
  }

  private String unknown(String name, List<String> own) {
    List<String> known = new ArrayList<>(own);
    known.addAll(properties.keySet());
    String meant = Texts.didYouMean(name, known);
    return "is not known here"
        + (meant.isEmpty()
            ? (own.contains(WEIGHT) ? "; an operation has " : "; a step has ")
                + String.join(", ", known)
            : meant);
  }

  /// The operations of a plan that lists none: the driver's defaults, if the top level and the
  /// flags have no operation settings. Otherwise one operation with these settings, based on the
  /// driver's default if it has exactly one.
  void useDefaults(List<OperationSpec> defaults, Map<String, Setting> given) {
    if (given.isEmpty() && !defaults.isEmpty()) {
      defaults.forEach(each -> add(each, Map.of()));
      return;
    }
    OperationSpec base =
        defaults.size() == 1 ? defaults.getFirst() : new OperationSpec("operation", 1, Map.of());
    Map<String, Object> merged = new LinkedHashMap<>(base.properties());
    given.forEach((name, setting) -> put(merged, name, setting));
    String name = provider == null ? base.name() : provider.operationName(merged, base.name());
    add(new OperationSpec(name, base.weight(), merged), given);
  }

  /// Uses the operations of a key-value workload or a replay. Settings of the top level and flags
  /// apply to each of them.
  void ofWorkload(List<OperationSpec> made, Map<String, Setting> given) {
    for (OperationSpec each : made) {
      Map<String, Object> merged = new LinkedHashMap<>(each.properties());
      given.forEach((name, setting) -> put(merged, name, setting));
      add(new OperationSpec(each.name(), each.weight(), merged), given);
    }
  }

  /// Applies settings of the top level and flags to the plan's only operation.
  void applyToOnly(Map<String, Setting> given) {
    if (given.isEmpty()) {
      return;
    }
    if (operations.size() != 1) {
      given
          .values()
          .forEach(each ->
              problems.add(
                  each.at(),
                  each.key(),
                  EnglishText.format(
                      "the plan has %d operations: set it there, for each of them",
                      operations.size())));
      return;
    }
    OperationSpec only = operations.getFirst();
    Map<String, Object> merged = new LinkedHashMap<>(only.properties());
    given.forEach((name, setting) -> put(merged, name, setting));
    operations.set(0, new OperationSpec(only.name(), only.weight(), merged));
    given.forEach((name, setting) -> origins.getFirst().put(name, setting.at()));
  }

  private void put(Map<String, Object> target, String name, Setting setting) {
    Property property = properties.get(name);
    Object value =
        property == null
            ? null
            : values.property(name, property, setting.value(), setting.folder(folder));
    if (value != null) {
      target.put(name, value);
    }
  }

  private void add(OperationSpec operation, Map<String, Setting> given) {
    operations.add(operation);
    keys.add("");
    Map<String, Origin> places = new LinkedHashMap<>();
    given.forEach((name, setting) -> places.put(name, setting.at()));
    origins.add(places);
  }
}
