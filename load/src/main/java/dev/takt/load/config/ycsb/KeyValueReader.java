package dev.takt.load.config.ycsb;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanFile;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.ycsb.PropertiesText.PropertyValue;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.PropertyError;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.text.Texts;
import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a plan's key-value workload, and derives the run's settings from its properties where the
/// plan does not set them.
public final class KeyValueReader {

  /// Properties of the run whose value is a whole number.
  private static final List<String> WHOLE =
      List.of(
          "operationcount",
          "maxexecutiontime",
          "target",
          "threadcount",
          "status.interval",
          "core_workload_insertion_retry_limit",
          "core_workload_insertion_retry_interval");

  private final Settings settings;
  private final KeyReader keys;
  private final Problems problems;
  private final Path folder;
  private final Map<String, PropertyValue> propertyValues = new LinkedHashMap<>();

  /// @param folder of the plan; file names are relative to it
  public KeyValueReader(Settings settings, KeyReader keys, Problems problems, Path folder) {
    this.settings = settings;
    this.keys = keys;
    this.problems = problems;
    this.folder = folder;
  }

  /// @return null if the plan has no key-value workload
  public @Nullable KeyValuePlan read() throws PlanException {
    readWorkload();
    readProperties();
    String workloadClass = keys.textOrNull(PlanKey.WORKLOAD_CLASS);
    List<String> classpath = keys.texts(PlanKey.CLASSPATH);
    if (propertyValues.isEmpty() && workloadClass == null && !settings.has(PlanKey.WORKLOAD)) {
      if (!settings.has(PlanKey.JOURNEYS)) {
        keys.refuse(
            PlanKey.CLASSPATH,
            "nothing is looked for there without --workload-class, or a journey with a class");
      }
      return null;
    }
    KeyValuePlan plan =
        new KeyValuePlan(
            properties(),
            className(workloadClass, classpath),
            classpath,
            places(),
            hasEndCondition());
    checkWorkload(plan);
    checkRun();
    new DerivedSettings(settings, propertyValues, plan).derive();
    keys.refuse(PlanKey.OPERATIONS, "the workload says which operations there are");
    return plan;
  }

  // Files, maps and single properties, in this order; the last value of a property wins.

  private void readWorkload() throws PlanException {
    Setting setting = settings.get(PlanKey.WORKLOAD);
    if (setting == null) {
      return;
    }
    if (setting.value() instanceof Node.Sequence list) {
      for (Node each : list.items()) {
        readOne(setting, each);
      }
    } else {
      readOne(setting, setting.value());
    }
  }

  private void readOne(Setting setting, Node node) throws PlanException {
    if (node instanceof Node.Mapping mapping) {
      for (Node.Entry entry : mapping.entries()) {
        String value = keys.values().text(setting.key() + "." + entry.key(), entry.value());
        put(entry.key(), value == null ? "" : value, entry.value().at());
      }
      return;
    }
    String name = keys.values().text(setting.key(), node);
    if (name != null) {
      readFile(setting, node, name);
    }
  }

  private void readFile(Setting setting, Node node, String name) throws PlanException {
    Path file;
    try {
      file = setting.folder(folder).resolve(name);
    } catch (InvalidPathException e) {
      problems.add(node.at(), setting.key(), Texts.quoted(name) + " is no file name");
      return;
    }
    Map<String, PropertyValue> entries =
        PropertiesText.parse(file.toString(), PlanFile.text(file, "workload"));
    if (entries.isEmpty()) {
      problems.add(
          node.at(), setting.key(), file + " has no properties: expected lines of NAME=VALUE");
    }
    entries.forEach((key, value) -> put(key, value.value(), value.at()));
  }

  private void readProperties() {
    for (String text : keys.texts(PlanKey.PROPERTY)) {
      int equals = text.indexOf('=');
      if (equals <= 0) {
        problems.addAlso(Origin.flag("-p"), "", "expected NAME=VALUE, found " + Texts.quoted(text));
      } else {
        String name = text.substring(0, equals).strip();
        put(name, text.substring(equals + 1).strip(), Origin.flag("-p " + name));
      }
    }
  }

  private void put(String name, String value, Origin at) {
    propertyValues.remove(name);
    propertyValues.put(name, new PropertyValue(value, at));
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    propertyValues.forEach((name, value) -> properties.put(name, value.value()));
    return properties;
  }

  /// File positions at which properties were set.
  private Map<String, String> places() {
    Map<String, String> places = new LinkedHashMap<>();
    propertyValues.forEach((name, value) -> {
      if (value.at().line() > 0) {
        places.put(name, value.at().source() + ":" + value.at().line());
      }
    });
    return places;
  }

  private boolean hasEndCondition() {
    return settings.has(PlanKey.COUNT)
        || settings.has(PlanKey.DURATION)
        || propertyValues.containsKey("operationcount")
        || propertyValues.containsKey("maxexecutiontime");
  }

  // Which workload class to use.

  private @Nullable String className(@Nullable String asked, List<String> classpath) {
    PropertyValue named = propertyValues.get(YcsbProperties.WORKLOAD);
    if (asked != null || named == null || YcsbProperties.CORE_WORKLOADS.contains(named.value())) {
      return asked;
    }
    if (!classpath.isEmpty()) {
      return named.value();
    }
    problem(
        YcsbProperties.WORKLOAD,
        EnglishText.format(
            "expected site.ycsb.workloads.CoreWorkload, found %s; a workload of your own in Java is found with --classpath, see docs/tutorial/ycsb.md",
            Texts.quoted(named.value())));
    return null;
  }

  private void checkWorkload(KeyValuePlan plan) {
    if (plan.workloadClass() == null) {
      for (PropertyError mistake : CoreWorkload.check(plan.properties())) {
        problem(mistake.name(), mistake.message());
      }
    }
    if (plan.isLoad() && plan.recordsToInsert() > RecordList.MOST) {
      problem(
          propertyValues.containsKey("insertcount") ? "insertcount" : "recordcount",
          EnglishText.format(
              "one load can insert at most %d records; split them with insertstart and insertcount",
              RecordList.MOST));
    }
    if (plan.isLoad() && plan.records().count() == 0) {
      problem("recordcount", "expected the number of records to insert: -p recordcount=N");
    }
    Setting count = settings.get(PlanKey.COUNT);
    String records = Long.toString(plan.records().count());
    if (plan.isLoad() && count != null && !records.equals(keys.textOrNull(PlanKey.COUNT))) {
      problems.add(
          count.at(),
          count.key(),
          EnglishText.format("the load phase inserts each of its %s records", records));
    }
    PropertyValue transactions = propertyValues.get(YcsbProperties.TRANSACTIONS);
    if (transactions != null && !transactions.value().matches("(?i)true|false")) {
      problem(
          YcsbProperties.TRANSACTIONS,
          "expected true or false, found " + Texts.quoted(transactions.value()));
    }
  }

  private void checkRun() {
    for (String name : WHOLE) {
      long least = name.equals("threadcount") || name.equals("status.interval") ? 1 : 0;
      PropertyValue number = propertyValues.get(name);
      if (number != null && !isWhole(number.value(), least)) {
        String expected =
            EnglishText.format("expected a whole number of at least %d, found ", least);
        problem(name, expected + Texts.quoted(number.value()));
        propertyValues.remove(name); // ignore it in later checks
      }
    }
    OutputProperties.check(properties()).forEach(each -> problem(each.name(), each.message()));
  }

  private static boolean isWhole(String text, long least) {
    return text.matches("\\d{1,18}") && Long.parseLong(text) >= least;
  }

  private void problem(String property, String message) {
    PropertyValue at = propertyValues.get(property);
    if (at == null) {
      Setting setting = settings.get(PlanKey.WORKLOAD);
      Origin place = setting == null ? Origin.flag("-p " + property) : setting.value().at();
      problems.addAlso(place, setting == null ? "" : property, message);
    } else {
      problems.add(at.at(), at.at().line() == 0 ? "" : property, message);
    }
  }

  /// Creates the workload once, to check that this works, and returns its operations.
  public List<OperationSpec> operations(KeyValuePlan plan, long seed) {
    if (problems.hasAny()) {
      return List.of(new OperationSpec("read", 1, Map.of())); // the problem is already reported
    }
    List<OperationSpec> operations = new ArrayList<>();
    try {
      KeyValues workload = plan.make(seed, RecordList.range(0, 1));
      for (int i = 0; i < workload.kinds().size(); i++) {
        String name = workload.kinds().get(i).operationName();
        operations.add(new OperationSpec(name, workload.weights().get(i), Map.of()));
      }
    } catch (WorkloadClassException e) {
      Setting setting = settings.get(PlanKey.WORKLOAD_CLASS);
      Origin at = setting == null ? Origin.flag("-p workload") : setting.value().at();
      problems.add(at, PlanKey.WORKLOAD_CLASS.key(), String.valueOf(e.getMessage()));
    }
    return operations;
  }
}
