package dev.takt.load.workload;

import dev.takt.runs.text.EnglishText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
/// Immutable and thread-safe.
public final class Template {

  /// The generators of every plan; a plan can override them.
  public static final Map<String, String> DEFAULT_GENERATORS = Map.of("key", "uniform:1..1000");

  private static final String TRACEPARENT = "traceparent";

  /// An even number of braces before it stands for literal braces.
  private static final Pattern PLACEHOLDER =
      Pattern.compile("(?<!\\{)(?:\\{\\{)*\\{(\\p{L}[^}]*)}");

  /// A literal text and the placeholder after it; the last part has no placeholder.
  private static final class Part {

    final byte[] literal;
    final @Nullable Generator generator;

    Part(byte[] literal, @Nullable Generator generator) {
      this.literal = literal;
      this.generator = generator;
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
    return new Template(new Parser(text, generators).parts());
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
              i < generators.size() ? generators.get(i) : null));
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

  /// Appends the text for operation `n`, in UTF-8. Does not allocate.
  ///
  /// @param seed of the run
  /// @throws java.nio.BufferOverflowException if it does not fit; `out` then contains a part of it
  public void render(long seed, long n, ByteBuffer out) {
    for (Part part : parts) {
      out.put(part.literal);
      if (part.generator != null) {
        part.generator.render(seed, n, out);
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

  /// The text with `marker` instead of each placeholder, such as the `?` of SQL.
  public String withMarkers(String marker) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(new String(part.literal, StandardCharsets.UTF_8));
      if (part.generator != null) {
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
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    Parser(String text, Generators generators) {
      this.text = text;
      this.generators = generators;
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
      add(null);
      return parts;
    }

    private int placeholder(int open) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw fault(open, "a { is not closed; write {{ for a brace");
      }
      add(generator(text.substring(open + 1, close).strip(), open));
      return close + 1;
    }

    private void add(@Nullable Generator generator) {
      parts.add(new Part(literal.toString().getBytes(StandardCharsets.UTF_8), generator));
      literal.setLength(0);
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
      throw fault(
          column,
          EnglishText.format(
                  "placeholder {%s} is not known: expected %s, or one of the generators %s; write {{ for a",
                  inside, GeneratorParser.KINDS, names)
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
