package dev.takt.imports.postman;

import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.TemplateText;
import dev.takt.load.text.SecretNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What `{{name}}` stands for: a value of the file, what a step extracted, or a variable of the
/// environment.
final class PostmanVariables {

  private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}\\r\\n]+?)\\s*}}");
  private static final int MAX_DEPTH = 10;

  private final PlanDraft plan;
  private final Map<String, String> values = new HashMap<>();
  private final Set<String> secrets = new HashSet<>();
  private final Set<String> extracted = new HashSet<>();
  private final Set<String> everExtracted = new HashSet<>();

  /// What was not known where it stands, in the order in which it was found.
  private final Set<String> unknown = new LinkedHashSet<>();

  PostmanVariables(PlanDraft plan) {
    this.plan = plan;
  }

  /// Adds a list of `key` and `value`; empty values are to be set by the user.
  void add(JsonNode list) {
    for (JsonNode each : list) {
      String name = each.path("key").asString(each.path("id").asString(""));
      String value = each.path("value").asString("");
      boolean isOff =
          each.path("disabled").asBoolean(false) || !each.path("enabled").asBoolean(true);
      if (!isOff && !value.isEmpty()) {
        values.put(name, value);
        if (SecretNames.isSecret(name) || each.path("type").asString("").equals("secret")) {
          secrets.add(name);
        }
      }
    }
  }

  /// Begins a journey, whose users know nothing yet.
  void begin() {
    extracted.clear();
  }

  /// A step extracts a value of this name, which later ones know.
  void extracted(String name) {
    extracted.add(name);
    everExtracted.add(name);
  }

  /// Reports what one journey extracts and another one, or a step before, would have to know.
  void reportShared() {
    for (String each : unknown) {
      if (everExtracted.contains(each)) {
        plan.leftOut()
            .add(
                "{{" + each + "}}",
                "what another folder or a later step extracts: an {env.NAME}, because a journey"
                    + " only knows what its own steps before have extracted");
      }
    }
  }

  /// A text of the file as a template.
  String template(String text) {
    return template(text, 0);
  }

  private String template(String text, int depth) {
    if (depth > 0 && !plan.budget().take(text.length())) {
      return "";
    }
    TemplateText template = new TemplateText();
    Matcher matcher = VARIABLE.matcher(text);
    int from = 0;
    while (matcher.find()) {
      template.literal(text.substring(from, matcher.start()));
      template.template(value(matcher.group(1), depth));
      from = matcher.end();
    }
    return template.literal(text.substring(from)).toString();
  }

  private String value(String name, int depth) {
    String value = values.get(name);
    if (extracted.contains(name)) {
      return "{" + name + "}";
    } else if (name.startsWith("$")) {
      return dynamic(name);
    } else if (value == null || depth > MAX_DEPTH) {
      unknown.add(name);
      return plan.credentials().variable(name, "the variable " + name + " of the collection");
    }
    String resolved = template(value, depth + 1);
    return secrets.contains(name) ? plan.credentials().replace(name, resolved) : resolved;
  }

  private String dynamic(String name) {
    return switch (name) {
      case "$guid", "$randomUUID" -> "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}";
      case "$randomInt" -> "{uniform:0..1000}";
      default -> {
        plan.leftOut().add("{{" + name + "}}", "values that Postman makes: random letters instead");
        yield "{alpha:10}";
      }
    };
  }
}
