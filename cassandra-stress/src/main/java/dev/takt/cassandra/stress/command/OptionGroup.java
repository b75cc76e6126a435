package dev.takt.cassandra.stress.command;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A group of suboptions: `-rate`, or those of a command.
///
/// @param choices each with lists of suboptions, of which a command line uses one list only
record OptionGroup(
    String name, List<Suboption<?>> suboptions, List<List<List<Suboption<?>>>> choices) {

  static OptionGroup of(String name, Suboption<?>... suboptions) {
    return new OptionGroup(name, List.of(suboptions), List.of());
  }

  OptionGroup alternatives(List<List<Suboption<?>>> lists) {
    List<List<List<Suboption<?>>>> all = new ArrayList<>(choices);
    all.add(lists);
    return new OptionGroup(name, suboptions, List.copyOf(all));
  }

  /// Parses the words of this group.
  ///
  /// @param notes gets a line for each suboption without effect
  /// @throws InvalidCommandLineException if they are not valid
  Values parse(List<String> words, List<String> notes) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : words) {
      Suboption<?> suboption = find(word);
      String value = word.substring(suboption.name().length());
      if (suboption.effect() == Suboption.Effect.REFUSED) {
        throw fail(word, "refused: " + suboption.reason());
      }
      check(suboption, word, value);
      if (suboption.effect() == Suboption.Effect.WITHOUT_EFFECT) {
        notes.add(
            name + " " + suboption.name() + ": accepted, without effect: " + suboption.reason());
      }
      if (values.put(suboption.name(), value) != null) {
        throw fail(word, "given more than once");
      }
    }
    choices.forEach(lists -> checkChoice(lists, values));
    return new Values(this, values);
  }

  private Suboption<?> find(String word) {
    return suboptions.stream()
        .filter(each -> each.matches(word))
        .max(Comparator.comparingInt(each -> each.name().length()))
        .orElseThrow(() ->
            fail(
                word,
                suboptions.isEmpty()
                    ? "expected nothing here"
                    : "unknown suboption; expected one of " + names()));
  }

  private String names() {
    return suboptions.stream()
        .filter(each -> each.effect() != Suboption.Effect.REFUSED)
        .map(Suboption::name)
        .collect(joining(" "));
  }

  private void check(Suboption<?> suboption, String word, String value) {
    try {
      Objects.requireNonNull(suboption.form().parser().apply(value));
    } catch (IllegalArgumentException e) {
      String message = e instanceof NumberFormatException ? null : e.getMessage();
      String detail = message == null ? "" : " (" + message + ")";
      throw fail(word, "expected " + suboption.form().expected() + detail);
    }
  }

  private void checkChoice(List<List<Suboption<?>>> lists, Map<String, String> values) {
    String used = "";
    for (List<Suboption<?>> list : lists) {
      Optional<String> first =
          list.stream()
              .map(Suboption::name)
              .filter(values::containsKey)
              .map(name -> name + values.get(name))
              .findFirst();
      if (first.isPresent() && !used.isEmpty()) {
        throw fail(first.get(), "cannot be combined with " + used);
      }
      used = first.orElse(used);
    }
  }

  private InvalidCommandLineException fail(String word, String fault) {
    return new InvalidCommandLineException(name + " " + word + ": " + fault);
  }

  /// The suboptions that were given.
  record Values(OptionGroup group, Map<String, String> texts) {

    boolean has(Suboption<?> suboption) {
      return texts.containsKey(suboption.name());
    }

    <T> Optional<T> get(Suboption<T> suboption) {
      return Optional.ofNullable(texts.get(suboption.name())).map(suboption.form().parser());
    }

    <T> T get(Suboption<T> suboption, String defaultText) {
      return suboption.form().parser().apply(texts.getOrDefault(suboption.name(), defaultText));
    }

    <T> T require(Suboption<T> suboption) {
      return get(suboption).orElseThrow(() -> fail(suboption, "required, and not given"));
    }

    void requireWith(Suboption<?> suboption, Suboption<?> other) {
      if (has(suboption) && !has(other)) {
        throw fail(suboption, "needs " + other.name());
      }
    }

    InvalidCommandLineException fail(Suboption<?> suboption, String fault) {
      return group.fail(suboption.name() + texts.getOrDefault(suboption.name(), ""), fault);
    }
  }
}
