package dev.takt.imports.jmx;

import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.TemplateText;
import dev.takt.load.text.SecretNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `${name}` stands for: a value of the plan, a column of a file, what a step extracted, a
/// function, or a variable of the environment.
final class JmxVariables {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^{}$]+)}");
  private static final Pattern FUNCTION =
      Pattern.compile("__(\\w+)(?:\\((.*)\\))?", Pattern.DOTALL);
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,15}");
  private static final int MAX_DEPTH = 10;

  private final PlanDraft plan;
  private final Map<String, String> values = new HashMap<>();
  private final Set<String> columns = new HashSet<>();
  private final Set<String> extracted = new HashSet<>();

  JmxVariables(PlanDraft plan) {
    this.plan = plan;
  }

  /// A variable with its value.
  void value(String name, String value) {
    values.put(name, value);
  }

  /// A column of the file of users.
  void column(String name) {
    columns.add(name);
  }

  /// Begins a journey, whose users know nothing yet.
  void begin() {
    extracted.clear();
  }

  void extracted(String name) {
    extracted.add(name);
  }

  /// A text of the file as a template.
  String template(String place, String text) {
    return template(place, text, 0);
  }

  private String template(String place, String text, int depth) {
    if (depth > 0 && !plan.budget().take(text.length())) {
      return "";
    }
    TemplateText template = new TemplateText();
    Matcher matcher = VARIABLE.matcher(text);
    int from = 0;
    while (matcher.find()) {
      template.literal(text.substring(from, matcher.start()));
      template.template(value(place, matcher.group(1).strip(), depth));
      from = matcher.end();
    }
    return template.literal(text.substring(from)).toString();
  }

  private String value(String place, String name, int depth) {
    Matcher function = FUNCTION.matcher(name);
    String value = values.get(name);
    if (function.matches()) {
      String arguments = function.group(2);
      return function(place, function.group(1), arguments == null ? "" : arguments, depth);
    } else if (extracted.contains(name)) {
      return "{" + name + "}";
    } else if (columns.contains(name)) {
      return "{user." + name + "}";
    } else if (value != null && depth < MAX_DEPTH) {
      String resolved = template(place, value, depth + 1);
      return SecretNames.isSecret(name) ? plan.credentials().replace(name, resolved) : resolved;
    }
    return plan.credentials().variable(name, "the variable " + name + " of the test plan");
  }

  private String function(String place, String name, String text, int depth) {
    String[] arguments = text.split("(?<!\\\\),", -1);
    String first = arguments[0].strip();
    String second = arguments.length > 1 ? arguments[1].strip() : "";
    switch (name) {
      case "P", "property" -> {
        String last = name.equals("P") ? second : arguments.length > 2 ? arguments[2].strip() : "";
        return last.isEmpty()
            ? plan.credentials().variable(first, "the property " + first)
            : template(place, last, depth + 1);
      }
      case "env" -> {
        return plan.credentials().environment(first);
      }
      case "Random" -> {
        if (WHOLE.matcher(first).matches() && WHOLE.matcher(second).matches()) {
          long low = Long.parseLong(first);
          long high = Long.parseLong(second);
          return "{uniform:" + Math.min(low, high) + ".." + Math.max(low, high) + "}";
        }
      }
      case "UUID" -> {
        return "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}";
      }
      case "counter", "threadNum" -> {
        return "{seq}";
      }
      default -> {
        // reported below
      }
    }
    plan.leftOut().add(place + " __" + name, "functions: random letters instead");
    return "{alpha:8}";
  }

  /// A number, such as a delay; NaN if it is none.
  double number(String place, String text) {
    String plain = TemplateText.unescaped(template(place, text.strip()));
    try {
      return plain.isEmpty() ? 0 : Double.parseDouble(plain);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }
}
