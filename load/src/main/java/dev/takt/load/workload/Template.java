package dev.takt.load.workload;

import dev.takt.runs.text.EnglishText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A text with placeholders, such as `/items/{key}?page={uniform:1..10}`, expanded for each
/// operation.
///
/// A placeholder is a generator in braces, as [Generator] documents them, or the name of one of the
/// plan's generators. A brace that is not followed by a letter is literal, so that JSON needs no
/// escaping; `{{` stands for a literal brace before a letter. Each placeholder has its own random
/// values, but placeholders with the same name have the same value within an operation, also in
/// different templates: a key in the path equals the key in the body.
///
/// `{env.NAME}` stands for the value of an environment variable, which is a part of the literal
/// text.
///
/// Immutable and thread-safe.
public final class Template {

  /// The generators of every plan; a plan can override them.
  public static final Map<String, String> DEFAULT_GENERATORS = Map.of("key", "uniform:1..1000");

  private static final String TRACEPARENT = "traceparent";

  /// An even number of braces before it stands for literal braces.
  private static final Pattern PLACEHOLDER =
      Pattern.compile("(?<!\\{)(?:\\{\\{)*\\{(\\p{L}[^}]*)}");

  /// The variables that a template may name.
  public interface VariableNames {

    /// No variables.
    VariableNames NONE =
        new VariableNames() {
          @Override
          public int idOf(String name, int index) {
            return UNKNOWN;
          }

          @Override
          public Collection<String> known() {
            return List.of();
          }
        };

    /// The variables of a map from names to ids.
    static VariableNames of(Map<String, Integer> ids) {
      return new VariableNames() {
        @Override
        public int idOf(String name, int index) {
          return ids.getOrDefault(name, UNKNOWN);
        }

        @Override
        public Collection<String> known() {
          return ids.keySet();
        }
      };
    }

    /// The id of a variable that is not known.
    int UNKNOWN = -1;

    /// The id that [Variables#put] gets, at least 0; [#UNKNOWN] if there is no such variable.
    ///
    /// @param index of the placeholder in the text
    int idOf(String name, int index);

    /// The names.
    Collection<String> known();

    /// The value of an environment variable, escaped for its place.
    ///
    /// @param index of the placeholder in the text
    /// @throws IllegalArgumentException if the value cannot be in this place
    default String escaped(String value, int index) {
      return value;
    }
  }

  /// Writes the values of variables.
  @FunctionalInterface
  public interface Variables {

    /// No values: the generator warms itself up, without users.
    Variables NONE = (_, _) -> {};

    /// Appends a value, escaped for its place.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit
    void put(int id, ByteBuffer out);
  }

  /// A literal text and the placeholder after it, which is a generator or a variable; the last part
  /// has no placeholder.
  private static final class Part {

    final byte[] literal;
    final @Nullable Generator generator;

    /// [VariableNames#UNKNOWN] for none.
    final int variable;

    Part(byte[] literal, @Nullable Generator generator, int variable) {
      this.literal = literal;
      this.generator = generator;
      this.variable = variable;
    }

    boolean hasPlaceholder() {
      return generator != null || variable != VariableNames.UNKNOWN;
    }
  }

  private final Part[] parts;

  private Template(List<Part> parts) {
    this.parts = parts.toArray(Part[]::new);
  }

  /// Parses a template.
  ///
  /// @throws IllegalArgumentException if a placeholder is invalid, with its column
  public static Template parse(String text, Generators generators) {
    return parse(text, generators, VariableNames.NONE);
  }

  /// Parses a template of a step.
  ///
  /// @throws IllegalArgumentException if a placeholder is invalid, with its column
  public static Template parse(String text, Generators generators, VariableNames variables) {
    return new Template(new Parser(text, generators, variables).parts());
  }

  /// A template of generators and the literal texts around them.
  ///
  /// @param literals before, between and after the generators: one more than there are generators
  public static Template of(List<String> literals, List<Generator> generators) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < literals.size(); i++) {
      parts.add(
          new Part(
              literals.get(i).getBytes(StandardCharsets.UTF_8),
              i < generators.size() ? generators.get(i) : null,
              VariableNames.UNKNOWN));
    }
    return new Template(parts);
  }

  /// Whether a text has a placeholder for the trace context of the operation. The text need not be
  /// a template, so that all settings of an operation can be searched.
  ///
  /// @param named generators by name
  public static boolean hasTraceparent(String text, Map<String, String> named) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(each -> each.group(1).strip())
        .anyMatch(each -> named.getOrDefault(each, each).equals(TRACEPARENT));
  }

  /// The names of the environment variables whose values are in a text. The text need not be a
  /// template, so that all settings of an operation can be searched.
  public static List<String> environmentNames(String text) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(each -> each.group(1).strip())
        .filter(each -> each.startsWith(Generators.ENVIRONMENT))
        .map(each -> each.substring(Generators.ENVIRONMENT.length()))
        .distinct()
        .toList();
  }

  /// Whether a text has a placeholder.
  public static boolean hasPlaceholder(String text) {
    return PLACEHOLDER.matcher(text).find();
  }

  /// Appends the text for operation `n`, in UTF-8. Does not allocate.
  ///
  /// @param seed of the run
  /// @throws java.nio.BufferOverflowException if it does not fit; `out` then contains a part of it
  public void render(long seed, long n, ByteBuffer out) {
    render(seed, n, Variables.NONE, out);
  }

  /// The same with the values of variables.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit; `out` then contains a part of it
  public void render(long seed, long n, Variables variables, ByteBuffer out) {
    for (Part part : parts) {
      out.put(part.literal);
      if (part.generator != null) {
        part.generator.render(seed, n, out);
      } else if (part.variable != VariableNames.UNKNOWN) {
        variables.put(part.variable, out);
      }
    }
  }

  /// The placeholders' generators, in order.
  public List<Generator> generators() {
    List<Generator> generators = new ArrayList<>();
    for (Part part : parts) {
      if (part.generator != null) {
        generators.add(part.generator);
      }
    }
    return List.copyOf(generators);
  }

  /// A placeholder: a generator, or a variable with its id.
  ///
  /// @param generator null for a variable
  /// @param variable [VariableNames#UNKNOWN] for a generator
  public record Placeholder(@Nullable Generator generator, int variable) {}

  /// The placeholders, in order.
  public List<Placeholder> placeholders() {
    List<Placeholder> placeholders = new ArrayList<>();
    for (Part part : parts) {
      if (part.hasPlaceholder()) {
        placeholders.add(new Placeholder(part.generator, part.variable));
      }
    }
    return List.copyOf(placeholders);
  }

  /// Whether it has no placeholder.
  public boolean isConstant() {
    return Arrays.stream(parts).noneMatch(Part::hasPlaceholder);
  }

  /// The text with `marker` instead of each placeholder, such as the `?` of SQL.
  public String withMarkers(String marker) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(new String(part.literal, StandardCharsets.UTF_8));
      if (part.hasPlaceholder()) {
        text.append(marker);
      }
    }
    return text.toString();
  }

  private static final class Parser {

    /// Placeholders' purposes are hashes above all other purposes.
    private static final int FIRST_PURPOSE = 1 << 30;

    private final String text;
    private final Generators generators;
    private final VariableNames variables;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    Parser(String text, Generators generators, VariableNames variables) {
      this.text = text;
      this.generators = generators;
      this.variables = variables;
    }

    List<Part> parts() {
      for (int i = 0; i < text.length(); ) {
        char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
        if (text.charAt(i) == '{' && Character.isLetter(next)) {
          i = placeholder(i);
        } else {
          literal.append(text.charAt(i));
          i += text.charAt(i) == '{' && next == '{' ? 2 : 1;
        }
      }
      add(null, VariableNames.UNKNOWN);
      return parts;
    }

    private int placeholder(int open) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw fault(open, "a { is not closed; write {{ for a brace");
      }
      String inside = text.substring(open + 1, close).strip();
      int variable = variables.idOf(inside, open);
      if (variable == VariableNames.UNKNOWN && generators.isEnvironment(inside)) {
        literal.append(environment(inside, open));
        return close + 1;
      }
      add(variable == VariableNames.UNKNOWN ? generator(inside, open) : null, variable);
      return close + 1;
    }

    private void add(@Nullable Generator generator, int variable) {
      byte[] before = literal.toString().getBytes(StandardCharsets.UTF_8);
      parts.add(new Part(before, generator, variable));
      literal.setLength(0);
    }

    private String environment(String inside, int column) {
      String value = generators.environmentValue(inside);
      if (value == null) {
        throw fault(
            column,
            "placeholder {"
                + inside
                + "}: the environment variable "
                + inside.substring(Generators.ENVIRONMENT.length())
                + " is not set");
      }
      try {
        return variables.escaped(value, column);
      } catch (IllegalArgumentException e) {
        throw fault(column, "placeholder {" + inside + "}: " + e.getMessage());
      }
    }

    private Generator generator(String inside, int column) {
      try {
        if (GeneratorParser.isKind(inside)) {
          return Generator.parse(inside, purposeOf(text, column), generators.traces());
        }
        String definition = generators.named().getOrDefault(inside, DEFAULT_GENERATORS.get(inside));
        if (definition != null) {
          return Generator.parse(definition, purposeOf(inside, 0), generators.traces());
        }
      } catch (IllegalArgumentException e) {
        throw fault(column, "placeholder {" + inside + "}: " + e.getMessage());
      }
      TreeSet<String> names = new TreeSet<>(DEFAULT_GENERATORS.keySet());
      names.addAll(generators.named().keySet());
      String known =
          variables.known().isEmpty()
              ? ""
              : ", or one of the variables " + new TreeSet<>(variables.known());
      throw fault(
          column,
          EnglishText.format(
                  "placeholder {%s} is not known: expected %s, or one of the generators %s%s; write {{ for a",
                  inside, GeneratorParser.KINDS, names, known)
              + " brace");
    }

    /// A hash of the text that is the same in every JVM.
    private static int purposeOf(String text, int column) {
      int hash = (int) Randomness.bits(text.hashCode(), column, 0);
      return FIRST_PURPOSE | (hash & (FIRST_PURPOSE - 1));
    }

    private IllegalArgumentException fault(int index, String message) {
      return new IllegalArgumentException("column " + (index + 1) + ": " + message);
    }
  }
}
