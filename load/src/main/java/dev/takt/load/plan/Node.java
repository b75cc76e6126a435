package dev.takt.load.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A value as it was written, before anything is known of its meaning, with the place where it was
/// written.
sealed interface Node {

  Origin at();

  /// What it is, in words for messages: `"fast"`, `a list`.
  String found();

  /// Text, a number, `true`; null text if nothing was written.
  record Scalar(@Nullable String text, Origin at) implements Node {
    @Override
    public String found() {
      return text == null ? "nothing" : Texts.quoted(text);
    }
  }

  /// A list.
  record Sequence(List<Node> items, Origin at) implements Node {
    @Override
    public String found() {
      return "a list";
    }
  }

  /// Keys and values, in the order in which they were written; a key may be there twice.
  record Mapping(List<Entry> entries, Origin at) implements Node {
    @Override
    public String found() {
      return "a map of keys and values";
    }
  }

  /// One key and its value.
  record Entry(String key, Origin at, Node value) {}
}
