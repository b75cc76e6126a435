package dev.takt.load.config.source;

import dev.takt.load.text.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value as it was written, before it is interpreted, with its position in the source.
public sealed interface Node {

  Origin at();

  /// Describes the value in messages: `"fast"`, `a list`.
  String found();

  /// Text, a number, `true`; the text is null if the value is empty.
  ///
  /// @param isLiteral whether it is a number or a boolean without quotes
  record Scalar(@Nullable String text, Origin at, boolean isLiteral) implements Node {

    /// A text.
    public Scalar(@Nullable String text, Origin at) {
      this(text, at, false);
    }

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

  /// Keys and values, in the order in which they were written; a key can occur twice.
  record Mapping(List<Entry> entries, Origin at) implements Node {
    @Override
    public String found() {
      return "a map of keys and values";
    }

    /// The entries by their keys, in the order in which they were written. An entry whose key was
    /// there before is reported, and left out.
    ///
    /// @param path of this map in the plan; empty if it is the whole plan
    public Map<String, Entry> byKey(Problems problems, String path) {
      Map<String, Entry> all = new LinkedHashMap<>();
      for (Entry each : entries) {
        if (all.putIfAbsent(each.key, each) != null) {
          String place = path.isEmpty() ? each.key : path + "." + each.key;
          problems.add(each.at, place, "is here for the second time");
        }
      }
      return all;
    }
  }

  /// A key and its value.
  record Entry(String key, Origin at, Node value) {}
}
