package dev.takt.driver.cql;

import dev.takt.driver.cql.type.CqlType;
import dev.takt.driver.cql.type.ValueWriter;
import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/// A statement with its generated values, and those of the environment, as parameters: `SELECT *
/// FROM item WHERE id = {uniform:1..1000}` becomes `SELECT * FROM item WHERE id = ?`.
///
/// If a value is inside a string, the whole string becomes a parameter: `'user-{seq}'`; and so do a
/// collection, `['a', '{seq}']`, and the bytes of a blob, `0x{hex:16}`.
///
/// @param text with a `?` for each parameter
/// @param parameters in the order of the text
record CqlText(String text, List<Parameter> parameters) {

  /// What is bound.
  ///
  /// @param template of its text
  /// @param environment the names of the environment variables whose values are in the text, such
  ///   as `env.TOKEN`
  record Parameter(Template template, List<String> environment) {

    /// Writes it as a value of a type. Values of the environment can be secrets, so that no message
    /// has the text then.
    ValueWriter writer(CqlType type) {
      ValueWriter writer = ValueWriter.of(type, template);
      return environment.isEmpty() ? writer : new ValueWriter.OfSecret(writer, type, environment);
    }
  }

  /// Marks a value: a code point that is not a character, so text cannot contain it.
  private static final char MARKER = '\uFFFF';

  private static final String DOLLARS = "$$";

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid, or is where no parameter can be
  static CqlText parse(String cql, Generators generators) {
    Environment environment = new Environment(generators);
    Template whole = Template.parse(cql, generators, environment);
    String marked = whole.withMarkers(String.valueOf(MARKER));
    return new Parser(marked, whole.placeholders().iterator(), environment).parse();
  }

  /// A name in double quotes, so that its case is kept.
  static String quotedName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// The environment variables of a statement, by the ids that they have in its template.
  private static final class Environment implements Template.VariableNames {

    private final Generators generators;
    private final List<String> names = new ArrayList<>();

    Environment(Generators generators) {
      this.generators = generators;
    }

    @Override
    public int idOf(String name, int index) {
      if (generators.environmentValue(name) == null) {
        return UNKNOWN;
      }
      names.add(name);
      return names.size() - 1;
    }

    @Override
    public List<String> known() {
      return List.of();
    }

    String value(String name) {
      return Objects.requireNonNull(generators.environmentValue(name));
    }
  }

  /// Knows where a statement has the names of keyspaces, tables and columns.
  private static final class Names {

    /// Words with a name right behind them.
    private static final Set<String> BEFORE =
        Set.of("FROM", "INTO", "UPDATE", "TABLE", "KEYSPACE", "USE", "WHERE", "SET", "BY", "AS");

    /// What can be before a column in a list of columns.
    private static final Set<String> BEFORE_COLUMN =
        Set.of("SELECT", "DISTINCT", "JSON", "DELETE", ",", "(");

    /// What comes behind the name of a column, or that of a keyspace or function.
    private static final Pattern BEHIND =
        Pattern.compile(
            "\\s*(?:[.=<>(\\[]|!=|[+-]=|(?:IN|CONTAINS|LIKE|IS)\\b).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern BEHIND_COLUMN =
        Pattern.compile("\\s*(?:[,)]|(?:FROM|AS)\\b).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /// The last word or sign; empty for a value.
    private String last = "";

    /// Whether columns are listed here: those to select or delete, or to insert.
    private boolean isList;

    /// How many parentheses are open in the list, or around it if it has its own.
    private int depth;

    void word(String word) {
      last = word.toUpperCase(Locale.ROOT);
      switch (last) {
        case "SELECT", "DELETE" -> {
          isList = true;
          depth = 0;
        }
        case "INTO" -> {
          isList = true;
          depth = -1;
        }
        case "FROM", "VALUES" -> isList = false;
        default -> {}
      }
    }

    void sign(char sign) {
      if (!Character.isWhitespace(sign)) {
        last = String.valueOf(sign);
        depth += sign == '(' ? 1 : sign == ')' ? -1 : 0;
      }
    }

    void value() {
      last = "";
    }

    /// Whether a name is next. The arguments of a function are values.
    ///
    /// @param rest of the statement, behind what is next
    boolean isNext(String rest) {
      return last.equals(".")
          || BEFORE.contains(last)
          || BEHIND.matcher(rest).matches()
          || (isList
              && depth == 0
              && BEFORE_COLUMN.contains(last)
              && BEHIND_COLUMN.matcher(rest).matches());
    }
  }

  private static final class Parser {

    /// Values that are one element of a collection without quotes, such as a number.
    private static final Pattern PLAIN = Pattern.compile("[\\p{Alnum}_.+-]+");

    private final String marked;
    private final Iterator<Template.Placeholder> placeholders;
    private final Environment environment;
    private final StringBuilder text = new StringBuilder();
    private final List<Parameter> parameters = new ArrayList<>();
    private final Names nameRules = new Names();
    private int at;

    Parser(String marked, Iterator<Template.Placeholder> placeholders, Environment environment) {
      this.marked = marked;
      this.placeholders = placeholders;
      this.environment = environment;
    }

    CqlText parse() {
      while (at < marked.length()) {
        char c = marked.charAt(at);
        if (c == '\'') {
          string();
        } else if (c == '{' || (c == '[' && !isIndex())) {
          collection();
        } else if (c == '"') {
          copy(endOf("\"", 1), "a quoted name");
        } else if (marked.startsWith(DOLLARS, at)) {
          copy(endOf(DOLLARS, DOLLARS.length()), "a string in $$");
        } else if (marked.startsWith("--", at) || marked.startsWith("//", at)) {
          int end = marked.indexOf('\n', at);
          copy(end < 0 ? marked.length() : end, "a comment");
        } else if (marked.startsWith("/*", at)) {
          copy(endOf("*/", 2), "a comment");
        } else if (c == MARKER || Character.isLetterOrDigit(c) || c == '_') {
          word();
        } else if (c == '?') {
          throw new IllegalArgumentException(
              "a ? has no value: write a placeholder such as {uniform:1..1000} instead of it");
        } else {
          nameRules.sign(c);
          text.append(c);
          at++;
        }
      }
      return new CqlText(text.toString(), List.copyOf(parameters));
    }

    /// The index after the next `end`, or the end of the text.
    private int endOf(String end, int from) {
      int found = marked.indexOf(end, at + from);
      if (found < 0) {
        throw new IllegalArgumentException(
            "the " + marked.substring(at, at + from) + " at column " + (at + 1) + " is not closed");
      }
      return found + end.length();
    }

    private void copy(int end, String what) {
      String part = marked.substring(at, end);
      if (part.indexOf(MARKER) >= 0) {
        throw new IllegalArgumentException("a placeholder in " + what + " cannot be bound");
      }
      text.append(part);
      at = end;
    }

    private void string() {
      int end = at;
      do {
        end = marked.indexOf('\'', end + 1);
        if (end < 0) {
          throw new IllegalArgumentException("the quote at column " + (at + 1) + " is not closed");
        }
        end++;
      } while (end < marked.length() && marked.charAt(end) == '\'');
      String content = marked.substring(at + 1, end - 1);
      if (content.indexOf(MARKER) < 0) {
        text.append(marked, at, end);
      } else {
        parameter(content.replace("''", "'"), false);
      }
      at = end;
    }

    /// Whether the bracket here is that of an element, as in `m['a']`, and not of a list.
    private boolean isIndex() {
      return at > 0 && (isPartOfWord(marked.charAt(at - 1)) || marked.charAt(at - 1) == '"');
    }

    /// Servers accept no parameters inside of collections, so that the whole one becomes one.
    private void collection() {
      int depth = 0;
      boolean isQuoted = false;
      for (int end = at; end < marked.length(); end++) {
        char c = marked.charAt(end);
        isQuoted ^= c == '\'';
        if (!isQuoted) {
          depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        }
        if (depth == 0) {
          String literal = marked.substring(at, end + 1);
          if (literal.indexOf(MARKER) < 0) {
            text.append(literal);
          } else {
            parameter(literal, true);
          }
          at = end + 1;
          return;
        }
      }
      throw new IllegalArgumentException(
          "the " + marked.charAt(at) + " at column " + (at + 1) + " is not closed");
    }

    private void word() {
      int end = at;
      while (end < marked.length() && isPartOfWord(marked.charAt(end))) {
        end++;
      }
      String word = marked.substring(at, end);
      if (word.indexOf(MARKER) < 0) {
        nameRules.word(word);
        text.append(word);
      } else if (word.length() == 1
          && !isPartOfNumber(end)
          && nameRules.isNext(marked.substring(end))) {
        throw new IllegalArgumentException(
            "a placeholder in the place of a name cannot be bound: write the name of the keyspace,"
                + " table or column itself");
      } else if ((word.length() == 1 && !isPartOfNumber(end))
          || word.startsWith("0x")
          || word.startsWith("0X")) {
        parameter(word.replace("0X", "0x"), false);
      } else {
        throw new IllegalArgumentException(
            "a placeholder that is a part of a name or a number cannot be bound;"
                + " put a value of several parts in quotes: '{seq}-{hex:8}'");
      }
      at = end;
    }

    /// Whether the word here has digits behind a point, or is behind digits and a point.
    private boolean isPartOfNumber(int end) {
      return (end + 1 < marked.length()
              && marked.charAt(end) == '.'
              && Character.isDigit(marked.charAt(end + 1)))
          || (at > 1 && marked.charAt(at - 1) == '.' && Character.isDigit(marked.charAt(at - 2)));
    }

    private static boolean isPartOfWord(char c) {
      return c == MARKER || c == '_' || Character.isLetterOrDigit(c);
    }

    private void parameter(String content, boolean isCollection) {
      nameRules.value();
      List<String> literals = new ArrayList<>();
      List<Generator> values = new ArrayList<>();
      List<String> names = new ArrayList<>();
      StringBuilder literal = new StringBuilder();
      boolean isQuoted = false;
      for (int i = 0; i < content.length(); i++) {
        char c = content.charAt(i);
        isQuoted ^= c == '\'';
        if (c != MARKER) {
          literal.append(c);
          continue;
        }
        Template.Placeholder placeholder = placeholders.next();
        Generator generator = placeholder.generator();
        if (generator == null) {
          String name = environment.names.get(placeholder.variable());
          String value = environment.value(name);
          literal.append(isCollection ? element(name, value, isQuoted) : value);
          names.add(name);
        } else {
          literals.add(literal.toString());
          literal.setLength(0);
          values.add(generator);
        }
      }
      literals.add(literal.toString());
      parameters.add(new Parameter(Template.of(literals, values), List.copyOf(names)));
      text.append('?');
    }

    /// A value in a collection, of whose literal it must not end its own part.
    private static String element(String name, String value, boolean isQuoted) {
      if (isQuoted) {
        return value.replace("'", "''");
      }
      if (!PLAIN.matcher(value).matches()) {
        throw new IllegalArgumentException(
            EnglishText.format(
                "the value of {%s} cannot be in a collection without quotes: write '{%s}'",
                name, name));
      }
      return value;
    }
  }
}
