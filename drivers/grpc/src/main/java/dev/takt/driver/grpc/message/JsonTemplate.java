package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.load.workload.Template.Placeholder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Parses JSON with placeholders: in texts, as in `"user-{uniform:1..9}"`, and instead of values.
final class JsonTemplate {

  private static final JsonFactory FACTORY = new JsonFactory();

  /// Stands for a placeholder in a text; a character for private use.
  private static final char MARK = '\uE0A1';

  /// Stands before [#MARK] for a placeholder that is no part of a text.
  private static final char BARE = '\uE0A2';

  /// Stands before and after a value of the environment, until the JSON is read.
  private static final char SECRET = '\uE0A3';

  private static final int MAX_DEPTH = 100;

  private final JsonParser parser;
  private final String json;
  private final Iterator<Placeholder> placeholders;

  /// Where values of the environment stand in the JSON.
  private final BitSet secrets;

  private int depth;

  private JsonTemplate(
      JsonParser parser, String json, Iterator<Placeholder> placeholders, BitSet secrets) {
    this.parser = parser;
    this.json = json;
    this.placeholders = placeholders;
    this.secrets = secrets;
  }

  /// @param variables of a step; empty for an operation that is no step
  /// @throws IllegalArgumentException with the place of the problem
  static Json parse(String text, Generators generators, Map<String, Integer> variables) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (text.indexOf(MARK) >= 0
        || text.indexOf(BARE) >= 0
        || text.indexOf(SECRET) >= 0
        || lower.contains("\\ue0a1")
        || lower.contains("\\ue0a2")) {
      throw new IllegalArgumentException(
          "the characters U+E0A1, U+E0A2 and U+E0A3 cannot be in the data");
    }
    Template template = Template.parse(text, generators, names(variables));
    BitSet secrets = new BitSet();
    String marked = withQuotedMarks(template.withMarkers(String.valueOf(MARK)), secrets);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), marked)) {
      JsonTemplate reader =
          new JsonTemplate(parser, marked, template.placeholders().iterator(), secrets);
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new IllegalArgumentException("the data are empty: expected an object, such as {}");
      }
      Json json = reader.value(first);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException(
            "line " + parser.currentTokenLocation().getLineNr() + ": expected the end of the data");
      }
      return json;
    } catch (JacksonException e) {
      String place =
          "not JSON in line " + (e.getLocation() == null ? 1 : e.getLocation().getLineNr()) + ": ";
      if (!secrets.isEmpty()) { // which the message, and the cause, can have
        throw new IllegalArgumentException(
            place + "the data have values of the environment, so that the cause is not shown");
      }
      String message = e.getOriginalMessage().replace(MARK, '…').replace(String.valueOf(BARE), "");
      throw new IllegalArgumentException(place + message.lines().findFirst().orElse(""), e);
    }
  }

  private static Template.VariableNames names(Map<String, Integer> variables) {
    return new Template.VariableNames() {
      @Override
      public int idOf(String name, int index) {
        return variables.getOrDefault(name, UNKNOWN);
      }

      @Override
      public Collection<String> known() {
        return variables.keySet();
      }

      @Override
      public String escaped(String value, int index) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_16BE)) {
          escaped.append(hexadecimal(b >> 4)).append(hexadecimal(b));
        }
        boolean isPlain =
            value.chars().allMatch(c -> c >= ' ' && c != '"' && c != '\\' && c < MARK);
        String content = isPlain ? value : escaped.toString().replaceAll("....", "\\\\u$0");
        return SECRET + content + SECRET;
      }
    };
  }

  private static char hexadecimal(int digit) {
    return Character.forDigit(digit & 0xF, 16);
  }

  /// @param secrets gets the places of values of the environment
  private static String withQuotedMarks(String text, BitSet secrets) {
    StringBuilder quoted = new StringBuilder();
    boolean isText = false;
    int secretFrom = -1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == SECRET) {
        if (secretFrom >= 0) {
          secrets.set(secretFrom, quoted.length());
        }
        secretFrom = secretFrom >= 0 ? -1 : quoted.length();
        continue;
      }
      if (c == '\\' && isText && i + 1 < text.length()) {
        quoted.append(c);
        i++;
        quoted.append(text.charAt(i));
        continue;
      }
      if (c == '"') {
        isText = !isText;
      }
      if (c == MARK && !isText) {
        quoted.append('"').append(BARE).append(MARK).append('"');
      } else {
        quoted.append(c);
      }
    }
    return quoted.toString();
  }

  /// Whether the text or number that was read last has a value of the environment.
  private boolean isSecret() {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    int secret = secrets.nextSetBit(from);
    return secret >= 0 && secret < end(from);
  }

  private int end(int from) {
    boolean isText = json.charAt(from) == '"';
    int i = from + 1;
    while (i < json.length() && (isText ? "\"" : ",:]} \t\r\n").indexOf(json.charAt(i)) < 0) {
      i += isText && json.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }

  private Json value(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> {
        String text = parser.getString();
        boolean isBare = text.indexOf(BARE) == 0;
        yield new Json.Str(text(isBare ? text.substring(1) : text), isBare);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String number = parser.getString();
        yield new Json.Num(number, isSecret());
      }
      case VALUE_TRUE -> new Json.Bool(true);
      case VALUE_FALSE -> new Json.Bool(false);
      case VALUE_NULL -> new Json.Null();
      default -> throw new IllegalStateException("an unexpected token " + token);
    };
  }

  private Json.Obj object() {
    nest();
    List<Json.Member> members = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      TextForm form = text(name.indexOf(BARE) == 0 ? name.substring(1) : name);
      members.add(new Json.Member(form, value(parser.nextToken())));
    }
    depth--;
    return new Json.Obj(List.copyOf(members));
  }

  private Json.Arr array() {
    nest();
    List<Json> elements = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      elements.add(value(token));
      token = parser.nextToken();
    }
    depth--;
    return new Json.Arr(List.copyOf(elements));
  }

  private void nest() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("more than " + MAX_DEPTH + " values in each other");
    }
  }

  private TextForm text(String marked) {
    List<String> literals = List.of(marked.split(String.valueOf(MARK), -1));
    List<Placeholder> own = new ArrayList<>();
    for (int i = 1; i < literals.size(); i++) {
      own.add(placeholders.next());
    }
    return new TextForm(literals, own, isSecret());
  }
}
