package dev.takt.imports.plan;

import dev.takt.load.text.SecretNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces credentials by placeholders for environment variables, and knows which ones have to be
/// set. The same value always gets the same variable.
public final class Credentials {

  private static final Pattern SCHEME =
      Pattern.compile("(?i)(bearer|basic|digest|token|apikey|jwt)\\s+(.+)", Pattern.DOTALL);

  /// A word with a letter or a digit, and `=` if a value follows.
  private static final Pattern WORD =
      Pattern.compile("([^\\s;,\"'=&]*[\\p{L}\\p{N}][^\\s;,\"'=&]*)(=(?=[^=\\s;,\"'&]|$))?");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  /// Variables that most environments have, with other values.
  private static final Set<String> COMMON =
      Set.of("PATH", "HOME", "USER", "SHELL", "LANG", "HOST", "HOSTNAME", "PWD", "TERM", "NAME");

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, String> needed = new LinkedHashMap<>();

  /// The latest number behind a name.
  private final Map<String, Integer> numbers = new HashMap<>();

  /// Whether the value of a header is a credential.
  public static boolean isSecretHeader(String name) {
    return SecretNames.isSecret(name) || SecretNames.isSecretHeader(name);
  }

  /// The placeholder for a credential. Placeholders that it has already stay, and a value that is
  /// empty.
  ///
  /// @param name of the header, the parameter or the member of JSON
  /// @param value a template
  public String replace(String name, String value) {
    if (value.isBlank()) {
      return value;
    }
    boolean isPart = TemplateText.hasPlaceholder(value);
    Matcher scheme = SCHEME.matcher(value);
    if (scheme.matches() && (isPart || name.toLowerCase(Locale.ROOT).contains("auth"))) {
      String word = scheme.group(1);
      String meaning =
          word.equalsIgnoreCase("basic")
              ? "the Base64 of USER:PASSWORD"
              : "what stood after " + word + " in " + name;
      return word + " " + hidden(name, scheme.group(2), meaning);
    }
    return hidden(name, value, "the value of " + name);
  }

  private String hidden(String name, String value, String meaning) {
    return TemplateText.hasPlaceholder(value)
        ? TemplateText.map(value, literal -> withoutWords(name, literal))
        : secret(name, value, meaning);
  }

  /// A literal text beside a placeholder without all words but names such as `sid=`.
  private String withoutWords(String name, String literal) {
    StringBuilder template = new StringBuilder();
    Matcher word = WORD.matcher(literal);
    int at = 0;
    while (word.find()) {
      template.append(TemplateText.of(literal.substring(at, word.start())));
      template.append(
          word.group(2) != null
              ? TemplateText.of(word.group())
              : secret(name, TemplateText.of(word.group()), "a part of the value of " + name));
      at = word.end();
    }
    return template.append(TemplateText.of(literal.substring(at))).toString();
  }

  private String secret(String name, String value, String meaning) {
    String variable = names.get(value);
    if (variable == null) {
      variable = free(name);
      names.put(value, variable);
      needed.put(variable, meaning);
    }
    return "{env." + variable + "}";
  }

  /// The placeholder for a value that a file does not have.
  ///
  /// @param name of the variable there
  /// @param meaning what it is
  public String variable(String name, String meaning) {
    String variable = variableName(name);
    needed.putIfAbsent(variable, meaning);
    return "{env." + variable + "}";
  }

  /// The placeholder for a variable that the file takes from the environment itself.
  public String environment(String name) {
    if (!NAME.matcher(name).matches()) {
      return variable(name, "the variable " + name + " of the environment");
    }
    needed.putIfAbsent(name, "the variable of this name");
    return "{env." + name + "}";
  }

  private String free(String name) {
    String base = variableName(name);
    String variable = base;
    while (needed.containsKey(variable)) {
      variable = base + "_" + numbers.merge(base, 2, (number, _) -> number + 1);
    }
    return variable;
  }

  private static String variableName(String name) {
    String upper = name.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_+|_+$", "");
    String variable = upper.isEmpty() ? "VALUE" : upper.toUpperCase(Locale.ROOT);
    if (Character.isDigit(variable.charAt(0))) {
      variable = "V" + variable;
    }
    return COMMON.contains(variable) || variable.startsWith("TAKT") ? "X_" + variable : variable;
  }

  /// The variables that have to be set, and what they are.
  public Map<String, String> needed() {
    return needed;
  }
}
