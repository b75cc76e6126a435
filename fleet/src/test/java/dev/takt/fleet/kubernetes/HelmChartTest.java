package dev.takt.fleet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.share.FleetSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The Helm chart. Its templates only fill in values, so that they can be rendered here without
/// Helm.
class HelmChartTest {

  private static final Path CHART = Path.of("..", "deploy", "helm", "takt");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(.*?)}}");
  private static final Pattern VALUE = Pattern.compile(" \\.Values\\.(\\w+)( \\| toJson)? ");

  private static final String PLAN = "target: http://shop/ # \"the\" <shop>\nrate: 5/s\n\n";

  private static final Settings FULL =
      new Settings(
          PLAN,
          20,
          "example.test:5000/takt:1",
          "checkout",
          "load",
          "key.of-checkout",
          new Resources("500m", "3Gi", "50Gi"));

  /// With an object for each document; empty templates have none.
  private static List<HasMetadata> rendered(Settings settings, Map<String, Object> values)
      throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    for (Path each : templates(".yaml")) {
      objects.addAll(ModelCheck.read(render(Files.readString(each), settings, values)));
    }
    return objects;
  }

  private static List<Path> templates(String end) throws IOException {
    try (Stream<Path> files = Files.list(CHART.resolve("templates"))) {
      return files.filter(each -> each.toString().endsWith(end)).toList();
    }
  }

  private static String render(String template, Settings settings, Map<String, Object> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(each ->
            Matcher.quoteReplacement(
                switch (each.group(1)) {
                  case " .Release.Name " -> settings.name();
                  case " .Release.Namespace " -> String.valueOf(settings.namespace());
                  default -> value(each.group(1), values);
                }));
  }

  private static String value(String expression, Map<String, Object> values) {
    Matcher matcher = VALUE.matcher(expression);
    assertThat(matcher.matches()).as(expression).isTrue();
    assertThat(values).containsKey(matcher.group(1));
    Object value = values.get(matcher.group(1));
    return matcher.group(2) == null
        ? String.valueOf(value)
        : JsonMapper.shared().writeValueAsString(value);
  }

  private static JsonNode defaults() throws IOException {
    return new YAMLMapper().readTree(Files.readString(CHART.resolve("values.yaml")));
  }

  private static JsonNode schema() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(CHART.resolve("values.schema.json")));
  }

  private static Map<String, HasMetadata> byName(List<HasMetadata> objects) {
    Map<String, HasMetadata> byName = new TreeMap<>();
    objects.forEach(each -> byName.put(each.getKind() + " " + each.getMetadata().getName(), each));
    assertThat(byName).hasSize(6);
    return byName;
  }

  @Test
  void chartWithItsValuesMakesTheObjectsThatTheCommandPrints() throws IOException {
    Map<String, Object> values =
        Map.of(
            "plan",
            PLAN,
            "machines",
            20,
            "image",
            FULL.image(),
            "keySecret",
            FULL.keySecret(),
            "cpu",
            FULL.resources().cpu(),
            "memory",
            FULL.resources().memory(),
            "storage",
            FULL.resources().storage());
    assertThat(byName(rendered(FULL, values)))
        .isEqualTo(byName(ModelCheck.read(Manifests.of(FULL))));
  }

  @Test
  void chartHasTheDefaultsOfTheCommand() throws IOException {
    Settings settings =
        new Settings(
            PLAN, 2, "takt", "takt", "load", Settings.DEFAULT_KEY_SECRET, Resources.DEFAULT);
    Map<String, Object> values = new TreeMap<>();
    defaults().properties().forEach(each -> values.put(each.getKey(), each.getValue().asString()));
    values.put("plan", PLAN);
    values.put("image", "takt");
    assertThat(byName(rendered(settings, values)))
        .isEqualTo(byName(ModelCheck.read(Manifests.of(settings))));
  }

  @Test
  void eachValueIsUsedAndHasASchema() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Path each : templates("")) {
      Matcher matcher = PLACEHOLDER.matcher(Files.readString(each));
      while (matcher.find()) {
        Matcher value = VALUE.matcher(matcher.group(1));
        if (value.matches()) {
          used.add(value.group(1));
        }
      }
    }
    assertThat(used).containsExactlyInAnyOrderElementsOf(defaults().propertyNames());
    assertThat(schema().get("required").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrderElementsOf(used);
    used.add("global"); // Helm's own, in a chart of charts
    assertThat(used)
        .containsExactlyInAnyOrderElementsOf(schema().get("properties").propertyNames());
  }

  /// The regular expressions of Helm have no lookahead, so it does not refuse a quantity of 0.
  @Test
  void schemaAcceptsWhatTheCommandAccepts() throws IOException {
    JsonNode properties = schema().get("properties");
    assertThat(pattern(properties.get("image"))).isEqualTo(Settings.IMAGE.pattern());
    assertThat(pattern(properties.get("keySecret"))).isEqualTo(Settings.SUBDOMAIN.pattern());
    assertThat("(?=.*[1-9])" + pattern(schema().get("definitions").get("quantity")))
        .isEqualTo(Resources.QUANTITY.pattern());
    assertThat(properties.get("machines").get("maximum").asInt())
        .isEqualTo(FleetSettings.MAX_MACHINES);
  }

  private static String pattern(JsonNode schema) {
    String anchored = schema.get("pattern").asString();
    assertThat(anchored).startsWith("^").endsWith("$");
    return anchored.substring(1, anchored.length() - 1);
  }
}
