package dev.takt.load.journey;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/// What an answer has to fulfil, such as `$.status == "ok"`, `body contains "id"` or `size < 64KB`:
/// a subject, an operator and a value.
///
/// Immutable; created by [#parse].
public final class Check {

  private static final String FORM_TEXT =
      "expected a check as SUBJECT OPERATOR VALUE, such as $.status == \"ok\", where a subject is a"
          + " JSONPath such as $.status, body, size, status, rows, header NAME or cookie NAME, and an"
          + " operator ==, !=, <, <=, >, >=, contains or matches; found ";

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(?<subject>\\$\\S*|(?:header|cookie)\\s+\\S+|\\p{L}[\\p{L}\\p{N}._-]*)"
              + "\\s*(?<operator>==|!=|<=|>=|<|>|\\bcontains\\b|\\bmatches\\b)"
              + "\\s*(?<value>\\S.*?)\\s*");

  private static final Pattern VARIABLE = Pattern.compile("\\{\\p{L}[^}]*}");

  private static final Pattern NUMBER =
      Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*(|B|KB|MB|KiB|MiB)");

  /// A longer text of a user is no number: reading its digits would take too long.
  private static final int MAX_DIGITS = 400;

  /// How a value is compared.
  private enum Operator {
    EQUAL("=="),
    UNEQUAL("!="),
    AT_MOST("<="),
    AT_LEAST(">="),
    LESS("<"),
    MORE(">"),
    CONTAINS("contains"),
    MATCHES("matches");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    static Operator of(String text) {
      for (Operator each : values()) {
        if (each.text.equals(text)) {
          return each;
        }
      }
      throw new AssertionError(text);
    }
  }

  private final String text;
  private final Subject subject;
  private final Operator operator;
  private final JsonNode value;

  /// Null for all other operators than `matches`.
  private final @Nullable Pattern pattern;

  private Check(
      String text, Subject subject, Operator operator, JsonNode value, @Nullable Pattern pattern) {
    this.text = text;
    this.subject = subject;
    this.operator = operator;
    this.value = value;
    this.pattern = pattern;
  }

  /// Parses a check.
  ///
  /// @throws IllegalArgumentException with what was expected and found
  public static Check parse(String text) {
    return parse(text, Map.of());
  }

  /// Parses a check whose subject may be a variable.
  ///
  /// @param variables the index of each, by its name
  /// @throws IllegalArgumentException with what was expected and found
  static Check parse(String text, Map<String, Integer> variables) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(FORM_TEXT + "\"" + text + "\"");
    }
    Operator operator = Operator.of(form.group("operator"));
    JsonNode value = literal(form.group("value"));
    boolean isOrder = List.of("<", "<=", ">", ">=").contains(operator.text);
    boolean isText = operator == Operator.CONTAINS || operator == Operator.MATCHES;
    if ((isOrder && !value.isNumber()) || (isText && !value.isString())) {
      throw new IllegalArgumentException(
          operator.text
              + " needs "
              + (isOrder ? "a number" : "a text in quotes")
              + ", found "
              + form.group("value"));
    }
    Pattern pattern = operator == Operator.MATCHES ? pattern(value.asString()) : null;
    Subject subject = subject(form.group("subject"), text, variables);
    if (value.isNull() && subject instanceof Subject.Variable) {
      throw new IllegalArgumentException(
          subject
              + " always has a value, which is never null: compare it with a text such as \"\"");
    }
    return new Check(text.strip(), subject, operator, value, pattern);
  }

  private static Subject subject(String text, String whole, Map<String, Integer> variables) {
    Integer variable = variables.get(text);
    if (variable != null) {
      return new Subject.Variable(text, variable);
    }
    String[] words = text.split("\\s+", 2);
    return switch (words[0]) {
      case "body" -> new Subject.Body();
      case "rows" -> new Subject.Rows();
      case "size" -> new Subject.Size();
      case "status" -> new Subject.Status();
      case "header" -> new Subject.Header(words[1]);
      case "cookie" -> new Subject.Cookie(words[1]);
      default -> {
        if (text.startsWith("$")) {
          yield new Subject.Json(JsonPath.parse(text));
        }
        String known =
            variables.isEmpty() ? "" : "; known variables: " + new TreeSet<>(variables.keySet());
        throw new IllegalArgumentException(FORM_TEXT + "\"" + whole + "\"" + known);
      }
    };
  }

  private static JsonNode literal(String text) {
    char quote = text.charAt(0);
    if (quote == '"' || quote == '\'') {
      if (text.length() < 2 || text.indexOf(quote, 1) != text.length() - 1) {
        throw new IllegalArgumentException("expected one text in quotes, found " + text);
      }
      String inside = text.substring(1, text.length() - 1);
      if (VARIABLE.matcher(inside).find()) {
        throw new IllegalArgumentException("values of users cannot be compared yet, found " + text);
      }
      return StringNode.valueOf(inside);
    }
    Matcher number = NUMBER.matcher(text);
    if (number.matches()) {
      return number(number);
    }
    return switch (text) {
      case "true", "false" -> BooleanNode.valueOf(text.equals("true"));
      case "null" -> NullNode.getInstance();
      default ->
          throw new IllegalArgumentException(
              "expected a text in quotes, a number, true, false or null, found " + text);
    };
  }

  /// @param match of [#NUMBER]
  private static JsonNode number(Matcher match) {
    return DecimalNode.valueOf(new BigDecimal(match.group(1)).multiply(unit(match.group(2))));
  }

  private static BigDecimal unit(String text) {
    return BigDecimal.valueOf(
        switch (text) {
          case "KB" -> 1000;
          case "MB" -> 1_000_000;
          case "KiB" -> 1 << 10;
          case "MiB" -> 1 << 20;
          default -> 1;
        });
  }

  /// A pattern that a user wrote.
  ///
  /// @throws IllegalArgumentException with the position of what is not understood
  public static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "\""
              + regex
              + "\" is no regular expression: "
              + e.getDescription().toLowerCase(Locale.ROOT)
              + (e.getIndex() < 0 ? "" : " at column " + (e.getIndex() + 1)),
          e);
    }
  }

  /// What it is about.
  Subject subject() {
    return subject;
  }

  /// The label of the failure; null if the answer fulfils it.
  @Nullable String failure(ReadAnswer answer) {
    try {
      return isFulfilled(answer) ? null : text;
    } catch (AnswerException e) {
      return text + ": " + e.reason();
    }
  }

  /// Whether the answer fulfils it.
  ///
  /// @throws AnswerException if it does not have what is asked for
  boolean isFulfilled(ReadAnswer answer) throws AnswerException {
    JsonNode found = answer.read(subject);
    return found != null && holds(subject instanceof Subject.Variable ? typed(found) : found);
  }

  /// The text of a variable as a number or a boolean, if it is one and is compared with one.
  private JsonNode typed(JsonNode found) {
    String given = found.asString();
    if (value.isNumber() && given.length() <= MAX_DIGITS) {
      Matcher number = NUMBER.matcher(given);
      return number.matches() ? number(number) : found;
    } else if (value.isBoolean() && (given.equals("true") || given.equals("false"))) {
      return BooleanNode.valueOf(given.equals("true"));
    }
    return found;
  }

  private boolean holds(JsonNode found) throws AnswerException {
    return switch (operator) {
      case EQUAL -> isEqual(found);
      case UNEQUAL -> !isEqual(found);
      case CONTAINS -> found.isString() && found.asString().contains(value.asString());
      case MATCHES ->
          pattern != null
              && found.isString()
              && Extraction.found(pattern.matcher(found.asString()));
      case LESS -> found.isNumber() && order(found) < 0;
      case AT_MOST -> found.isNumber() && order(found) <= 0;
      case MORE -> found.isNumber() && order(found) > 0;
      case AT_LEAST -> found.isNumber() && order(found) >= 0;
    };
  }

  private boolean isEqual(JsonNode found) {
    return value.isNumber() ? found.isNumber() && order(found) == 0 : found.equals(value);
  }

  private int order(JsonNode found) {
    return found.decimalValue().compareTo(value.decimalValue());
  }

  /// As the user wrote it.
  @Override
  public String toString() {
    return text;
  }
}
