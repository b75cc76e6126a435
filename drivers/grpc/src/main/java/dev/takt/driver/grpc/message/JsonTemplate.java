package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.load.workload.Template.Placeholder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

  private static final int MAX_DEPTH = 100;

  private final JsonParser parser;
  private final Iterator<Placeholder> placeholders;
  private int depth;

  private JsonTemplate(JsonParser parser, Iterator<Placeholder> placeholders) {
    this.parser = parser;
    this.placeholders = placeholders;
  }

  /// @param variables of a step; empty for an operation that is no step
  /// @throws IllegalArgumentException with the place of the problem
  static Json parse(String text, Generators generators, Map<String, Integer> variables) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (text.indexOf(MARK) >= 0
        || text.indexOf(BARE) >= 0
        || lower.contains("\\ue0a1")
        || lower.contains("\\ue0a2")) {
      throw new IllegalArgumentException("the characters U+E0A1 and U+E0A2 cannot be in the data");
    }
    Template template = Template.parse(text, generators, names(variables));
    String marked = withQuotedMarks(template.withMarkers(String.valueOf(MARK)));
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), marked)) {
      JsonTemplate reader = new JsonTemplate(parser, template.placeholders().iterator());
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
      String message = e.getOriginalMessage().replace(MARK, '…').replace(String.valueOf(BARE), "");
      throw new IllegalArgumentException(
          "not JSON in line "
              + (e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + ": "
              + message.lines().findFirst().orElse(""),
          e);
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
        return isPlain ? value : escaped.toString().replaceAll("....", "\\\\u$0");
      }
    };
  }

  private static char hexadecimal(int digit) {
    return Character.forDigit(digit & 0xF, 16);
  }

  private static String withQuotedMarks(String text) {
    StringBuilder quoted = new StringBuilder();
    boolean isText = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
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

  private Json value(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> {
        String text = parser.getString();
        boolean isBare = text.indexOf(BARE) == 0;
        yield new Json.Str(text(isBare ? text.substring(1) : text), isBare);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getString());
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
    return new TextForm(literals, own);
  }
}
