package dev.takt.driver.grpc.message;

import java.util.List;

/// A value of a JSON template.
sealed interface Json {

  /// What it is, for messages. Without values of the environment, which can be secrets.
  String kind();

  /// Whether it is a text or a number with a value of the environment.
  default boolean hasSecret() {
    return switch (this) {
      case Str(TextForm text, boolean _) -> text.isSecret();
      case Num(String _, boolean isSecret) -> isSecret;
      case Obj _, Arr _, Bool _, Null _ -> false;
    };
  }

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
      if (text.isSecret()) {
        return "a text with a value of the environment";
      }
      return text.isConstant() ? "\"" + text.constant() + "\"" : "a text with generated values";
    }
  }

  /// A number as it is written.
  ///
  /// @param isSecret whether it has a value of the environment
  record Num(String text, boolean isSecret) implements Json {
    @Override
    public String kind() {
      return isSecret ? "a number of the environment" : text;
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
