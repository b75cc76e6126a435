package dev.takt.cassandra.stress.profile;

import static java.util.stream.Collectors.joining;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.Problems;
import dev.takt.load.text.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The keys of a mapping in a profile. What is wrong is added to the problems, with its line, and
/// then treated as if it was not there.
final class KeyedValues {

  private final Problems problems;
  private final String path;
  private final Origin at;
  private final boolean isMapping;
  private final Map<String, Node.Entry> entries = new LinkedHashMap<>();

  private KeyedValues(Problems problems, String path, Node node) {
    this.problems = problems;
    this.path = path.isEmpty() ? "" : path + ".";
    this.at = node.at();
    this.isMapping = node instanceof Node.Mapping;
  }

  /// Any keys.
  static KeyedValues of(Problems problems, String path, Node node) {
    return of(problems, path, node, Function.identity());
  }

  /// Only known keys, as they are written.
  static KeyedValues ofKnown(Problems problems, String path, Node node, String... known) {
    KeyedValues values = of(problems, path, node, Function.identity());
    values.rejectOthers(List.of(known));
    return values;
  }

  /// Only known keys, in any case.
  static KeyedValues ofKnownInAnyCase(Problems problems, String path, Node node, String... known) {
    KeyedValues values = of(problems, path, node, key -> key.toLowerCase(Locale.ROOT));
    values.rejectOthers(List.of(known));
    return values;
  }

  private static KeyedValues of(
      Problems problems, String path, Node node, Function<String, String> fold) {
    KeyedValues values = new KeyedValues(problems, path, node);
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(node.at(), path, "expected a map of keys and values, found " + node.found());
      return values;
    }
    for (Node.Entry entry : mapping.entries()) {
      if (values.entries.putIfAbsent(fold.apply(entry.key()), entry) != null) {
        problems.add(entry.at(), values.path + entry.key(), "is given twice");
      }
    }
    return values;
  }

  private void rejectOthers(List<String> known) {
    entries
        .entrySet()
        .removeIf(each -> {
          boolean isOther = !known.contains(each.getKey());
          if (isOther) {
            problems.add(
                each.getValue().at(),
                path + each.getValue().key(),
                "unknown key; expected one of "
                    + String.join(", ", known)
                    + Texts.didYouMean(each.getKey(), known));
          }
          return isOther;
        });
  }

  Map<String, Node.Entry> entries() {
    return entries;
  }

  /// Adds a problem with the value of a key.
  void problem(String key, String message) {
    Node.Entry entry = entries.get(key);
    if (entry == null && isMapping) {
      problems.addAlso(at, path + key, message);
    } else if (entry != null) {
      problems.add(entry.value().at(), path + entry.key(), message);
    }
  }

  /// The value of a key, unless it is missing or empty.
  @Nullable Node node(String key) {
    Node.Entry entry = entries.get(key);
    return entry == null || isEmpty(entry.value()) ? null : entry.value();
  }

  private static boolean isEmpty(Node value) {
    return value instanceof Node.Scalar(String text, Origin _, boolean _) && text == null;
  }

  /// A text, unless it is missing or empty.
  Optional<String> text(String key) {
    Node node = node(key);
    if (node == null) {
      return Optional.empty();
    }
    if (node instanceof Node.Scalar(String text, Origin _, boolean _)) {
      return Optional.ofNullable(text);
    }
    problem(key, "expected a text, found " + node.found());
    return Optional.empty();
  }

  /// A text that is not blank.
  Optional<String> require(String key, String expected) {
    Optional<String> text = text(key).filter(each -> !each.isBlank());
    if (text.isEmpty()) {
      problem(key, "is missing; expected " + expected);
    }
    return text;
  }

  /// A value of its own syntax.
  ///
  /// @param parser throws an [IllegalArgumentException] for other texts
  <T> Optional<T> parsed(String key, String expected, Function<String, T> parser) {
    if (entries.containsKey(key) && node(key) == null) {
      problem(key, "expected " + expected + ", found nothing");
    }
    return text(key)
        .flatMap(text -> {
          try {
            return Optional.of(parser.apply(text));
          } catch (IllegalArgumentException e) {
            problem(
                key, "expected " + expected + ", found " + Texts.quoted(text) + reason(e, text));
            return Optional.empty();
          }
        });
  }

  /// What is wrong in particular.
  private static String reason(IllegalArgumentException e, String text) {
    String message = e.getMessage();
    return message == null || message.endsWith(": " + text) ? "" : ": " + message;
  }

  /// One of the constants of an enum.
  ///
  /// @param spelling of a constant
  /// @param fold makes a text comparable with the spelling
  <E extends Enum<E>> Optional<E> oneOf(
      String key, Class<E> type, Function<E, String> spelling, Function<String, String> fold) {
    List<E> all = List.of(type.getEnumConstants());
    return parsed(
        key,
        "one of " + all.stream().map(spelling).collect(joining(", ")),
        text ->
            all.stream()
                .filter(each -> spelling.apply(each).equals(fold.apply(text)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /// The items of a list; none if it is missing or empty.
  List<Node> items(String key) {
    Node node = node(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof Node.Sequence sequence) {
      return sequence.items();
    }
    problem(key, "expected a list, found " + node.found());
    return List.of();
  }

  /// The texts of a list.
  List<String> texts(String key) {
    return items(key).stream()
        .flatMap(item -> {
          if (item instanceof Node.Scalar(String text, Origin _, boolean _) && text != null) {
            return Stream.of(text);
          }
          problems.add(item.at(), path + key, "expected a text, found " + item.found());
          return Stream.empty();
        })
        .toList();
  }
}
