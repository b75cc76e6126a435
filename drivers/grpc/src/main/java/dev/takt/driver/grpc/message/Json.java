package dev.takt.driver.grpc.message;

import java.util.List;

/// A value of a JSON template.
sealed interface Json {

  /// What it is, for messages.
  String kind();

  /// An object.
  record Obj(List<Member> members) implements Json {
    @Override
    public String kind() {
      return "an object";
    }
  }

  /// A member of an object.
  record Member(TextForm name, Json value) {}

  /// An array.
  record Arr(List<Json> elements) implements Json {
    @Override
    public String kind() {
      return "an array";
    }
  }

  /// A text, or a placeholder without quotation marks.
  ///
  /// @param isBare whether it is a placeholder without quotation marks
  record Str(TextForm text, boolean isBare) implements Json {
    @Override
    public String kind() {
      return text.isConstant() ? "\"" + text.constant() + "\"" : "a text with generated values";
    }
  }

  /// A number as it is written.
  record Num(String text) implements Json {
    @Override
    public String kind() {
      return text;
    }
  }

  /// `true` or `false`.
  record Bool(boolean value) implements Json {
    @Override
    public String kind() {
      return String.valueOf(value);
    }
  }

  /// `null`.
  record Null() implements Json {
    @Override
    public String kind() {
      return "null";
    }
  }
}
