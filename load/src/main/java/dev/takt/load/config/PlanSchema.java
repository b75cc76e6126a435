package dev.takt.load.config;

import dev.takt.load.config.journey.AnswerRules;
import dev.takt.load.config.journey.ClassStepReader;
import dev.takt.load.config.journey.ControlReader;
import dev.takt.load.config.journey.JsonBody;
import dev.takt.load.config.replay.ReplayReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Settings;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.journey.Feeder;
import dev.takt.load.share.FleetSettings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The JSON schema of plans, for editors. Generated from the table that the reader uses and from
/// the drivers' declarations.
public final class PlanSchema {

  private static final String TIME = "^\\s*([0-9]+(\\.[0-9]+)?\\s*(h|ms|m|s|us|µs|ns)\\s*)+$";
  private static final String TIME_OR_OFF = TIME.replace("$", "$|^off$");
  private static final String RATE = "^\\s*[0-9]+(\\.[0-9]+)?\\s*[kM]?\\s*(/\\s*[a-z]+)?\\s*$";
  private static final String TYPE = "type";

  private PlanSchema() {}

  /// The schema (draft 2020-12) for plans of these drivers.
  public static String json(List<DriverProvider> providers) {
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(plan(providers))
        + "\n";
  }

  private static Map<String, Object> plan(List<DriverProvider> providers) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (PlanKey key : PlanKey.values()) {
      properties.put(key.key(), key(key, providers));
    }
    PropertyTexts texts = new PropertyTexts(providers);
    for (DriverProvider provider : providers) {
      provider.targetProperties().forEach(each -> add(properties, texts, each));
      provider.operationProperties().forEach(each -> add(properties, texts, each));
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "A plan of takt run");
    schema.put(TYPE, "object");
    schema.put("additionalProperties", false);
    schema.put("properties", properties);
    return schema;
  }

  private static Map<String, Object> key(PlanKey key, List<DriverProvider> providers) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("description", key.description());
    schema.putAll(form(key.form(), providers));
    if (!key.defaultText().isEmpty()) {
      schema.put("default", plainDefault(key));
    }
    return schema;
  }

  private static Object plainDefault(PlanKey key) {
    return key.form() == PlanKey.Form.WHOLE
        ? (Object) Long.valueOf(key.defaultText())
        : key.defaultText();
  }

  private static Map<String, Object> form(PlanKey.Form form, List<DriverProvider> providers) {
    return switch (form) {
      case TEXT -> ordered(TYPE, "string");
      case WHOLE -> ordered(TYPE, "integer");
      case TIME -> ordered(TYPE, "string", "pattern", TIME);
      case TIME_OR_OFF -> ordered(TYPE, "string", "pattern", TIME_OR_OFF);
      case RATE -> ordered(TYPE, List.of("string", "number"), "pattern", RATE);
      case SCHEDULE, RULES, TEXTS, PROPERTIES -> textOrTexts();
      case WORKLOAD -> workload();
      case MODE, PACING, WORKER_THREADS, TRANSPORT, CONNECTION_POLICY, WATCH, TEMPORALITY ->
          ordered("enum", form.choices());
      case FLEET -> fleet();
      case GENERATORS -> ordered(TYPE, "object", "additionalProperties", ordered(TYPE, "string"));
      case OPERATIONS -> operations(providers);
      case USERS -> users();
      case REPLAY -> replay();
      case JOURNEYS -> journeys(providers);
    };
  }

  private static Map<String, Object> workload() {
    Map<String, Object> text = ordered(TYPE, "string");
    Map<String, Object> properties =
        ordered(
            TYPE,
            "object",
            "additionalProperties",
            ordered(TYPE, List.of("string", "number", "boolean")));
    Map<String, Object> one = ordered("anyOf", List.of(text, properties));
    return ordered("anyOf", List.of(text, properties, ordered(TYPE, "array", "items", one)));
  }

  private static Map<String, Object> fleet() {
    Map<String, Object> time = ordered(TYPE, "string", "pattern", TIME);
    return ordered(
        TYPE,
        "object",
        "additionalProperties",
        false,
        "properties",
        ordered(
            "machines",
            ordered(TYPE, "integer", "minimum", 1, "maximum", FleetSettings.MAX_MACHINES),
            "watchers",
            ordered(TYPE, "integer", "minimum", 0, "maximum", FleetSettings.MAX_WATCHERS),
            "on-loss",
            ordered("enum", SharingReader.names(FleetSettings.OnLoss.values())),
            "orphan",
            time,
            "join-timeout",
            time,
            "start-lead",
            time,
            "collect",
            ordered("enum", SharingReader.names(FleetSettings.Collect.values()))));
  }

  private static Map<String, Object> textOrTexts() {
    Map<String, Object> text = ordered(TYPE, "string");
    return ordered("anyOf", List.of(text, ordered(TYPE, "array", "items", text)));
  }

  private static Map<String, Object> users() {
    Map<String, Object> text = ordered(TYPE, "string");
    List<String> picks = Arrays.stream(Feeder.Pick.values()).map(Feeder.Pick::lowerCase).toList();
    Map<String, Object> count = ordered(TYPE, "integer", "minimum", 1);
    Map<String, Object> map =
        object(
            List.of(),
            ordered(
                Settings.USER_COUNT,
                count,
                JourneyPlan.FILE,
                text,
                JourneyPlan.PICK,
                ordered("enum", picks),
                JourneyPlan.DIGEST,
                text));
    return ordered("anyOf", List.of(count, map));
  }

  private static Map<String, Object> replay() {
    Map<String, Object> text = ordered(TYPE, "string");
    Map<String, Object> properties = new LinkedHashMap<>();
    ReplayReader.KEYS.forEach(each -> properties.put(each, text));
    properties.put(ReplayReader.SPEED, ordered(TYPE, List.of("number", "string")));
    properties.put(ReplayReader.STATUS, ordered(TYPE, List.of("integer", "string")));
    properties.put(ReplayReader.FIELDS, ordered(TYPE, "object", "additionalProperties", text));
    return ordered("anyOf", List.of(text, object(List.of(Settings.REPLAY_FILE), properties)));
  }

  /// The items of a list of steps have one key each: a word of control, or the name of a step.
  private static Map<String, Object> journeys(List<DriverProvider> providers) {
    Map<String, Object> properties = new LinkedHashMap<>();
    PropertyTexts texts = new PropertyTexts(providers);
    providers.stream()
        .filter(DriverProvider::drivesJourneys)
        .flatMap(each -> each.operationProperties().stream())
        .forEach(each -> add(properties, texts, each));
    properties.put(AnswerRules.EXTRACT, ordered(TYPE, "object"));
    properties.put(ClassStepReader.CLASS, ordered(TYPE, "string"));
    properties.put(ClassStepReader.READS, textOrTexts());
    properties.put(ClassStepReader.SETS, textOrTexts());
    properties.put(AnswerRules.CHECK, textOrTexts());
    properties.put(JsonBody.JSON, ordered(TYPE, List.of("object", "array")));
    Map<String, Object> condition = ordered(TYPE, List.of("string", "boolean"));
    Map<String, Object> count = ordered(TYPE, List.of("integer", "object"));
    properties.put(ControlReader.IF, condition);
    properties.put(ControlReader.REPEAT, count);
    properties.put(
        ControlReader.WHILE,
        object(
            List.of(ControlReader.WHEN, ControlReader.MAX),
            ordered(ControlReader.WHEN, condition, ControlReader.MAX, ordered(TYPE, "integer"))));
    Map<String, Object> step = ordered(TYPE, "object", "additionalProperties", false);
    step.put("properties", properties);
    Map<String, Object> item = ordered(TYPE, "object", "minProperties", 1, "maxProperties", 1);
    item.put(
        "properties",
        ordered(
            JourneyPlan.THINK,
            ordered(TYPE, List.of("string", "object")),
            ControlReader.REPEAT,
            ordered(TYPE, "object"),
            ControlReader.IF,
            ordered(TYPE, "object"),
            ControlReader.WHILE,
            ordered(TYPE, "object"),
            ControlReader.CHOOSE,
            ordered(TYPE, "array"),
            ControlReader.GROUP,
            ordered(TYPE, "object"),
            ControlReader.PARALLEL,
            ordered(TYPE, "object"),
            ControlReader.ABORT,
            condition));
    item.put("additionalProperties", step);
    Map<String, Object> weight = ordered(TYPE, "number", "exclusiveMinimum", 0, "default", 1);
    Map<String, Object> steps = ordered(TYPE, "array", "minItems", 1, "items", item);
    return ordered(
        TYPE,
        "object",
        "minProperties",
        1,
        "additionalProperties",
        object(
            List.of(JourneyPlan.STEPS),
            ordered(JourneyPlan.WEIGHT, weight, JourneyPlan.STEPS, steps)));
  }

  private static Map<String, Object> object(List<String> required, Map<String, Object> properties) {
    return ordered(
        TYPE,
        "object",
        "required",
        required,
        "additionalProperties",
        false,
        "properties",
        properties);
  }

  private static Map<String, Object> operations(List<DriverProvider> providers) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("name", ordered(TYPE, "string", "pattern", "^[A-Za-z0-9._-]+$"));
    properties.put("weight", ordered(TYPE, "number", "exclusiveMinimum", 0, "default", 1));
    PropertyTexts texts = new PropertyTexts(providers);
    for (DriverProvider provider : providers) {
      provider.operationProperties().forEach(each -> add(properties, texts, each));
    }
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put(TYPE, "object");
    operation.put("required", List.of("name"));
    operation.put("additionalProperties", false);
    operation.put("properties", properties);
    return ordered(TYPE, "array", "minItems", 1, "items", operation);
  }

  /// Drivers that declare the same property share one entry.
  private static void add(Map<String, Object> properties, PropertyTexts texts, Property property) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("description", texts.named(property.name()));
    schema.putAll(type(property.type()));
    properties.putIfAbsent(property.name(), schema);
  }

  private static Map<String, Object> type(DriverProvider.Type type) {
    return switch (type) {
      case STRING -> ordered(TYPE, List.of("string", "number", "boolean"));
      case INTEGER -> ordered(TYPE, "integer");
      case BOOLEAN -> ordered(TYPE, "boolean");
      case DURATION -> ordered(TYPE, "string", "pattern", TIME);
      case STRINGS, FILES -> textOrTexts();
    };
  }

  /// The order of [Map#of] varies between processes; a published file needs a stable order.
  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
