package dev.takt.load.journey;

import dev.takt.load.text.SecretNames;

/// The part of an answer that an extraction or a check is about.
public sealed interface Subject {

  /// What is needed of a body, from less to more.
  enum BodyUse {
    /// Nothing.
    NONE,
    /// How many bytes it has.
    LENGTH,
    /// All of it.
    CONTENT;

    /// What is needed for both.
    BodyUse and(BodyUse other) {
      return compareTo(other) < 0 ? other : this;
    }
  }

  /// What it needs of the body.
  default BodyUse bodyUse() {
    return BodyUse.NONE;
  }

  /// Whether its value is a secret by its name, and not for a terminal.
  default boolean isSecret() {
    return SecretNames.isSecret(toString());
  }

  /// The value at a path of a body in JSON.
  record Json(JsonPath path) implements Subject {
    @Override
    public BodyUse bodyUse() {
      return BodyUse.CONTENT;
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /// The body as text.
  record Body() implements Subject {
    @Override
    public BodyUse bodyUse() {
      return BodyUse.CONTENT;
    }

    @Override
    public String toString() {
      return "body";
    }
  }

  /// The length of the body in bytes.
  record Size() implements Subject {
    @Override
    public BodyUse bodyUse() {
      return BodyUse.LENGTH;
    }

    @Override
    public String toString() {
      return "size";
    }
  }

  /// How many rows an SQL statement has returned or changed.
  record Rows() implements Subject {
    @Override
    public String toString() {
      return "rows";
    }
  }

  /// The protocol's status.
  record Status() implements Subject {
    @Override
    public String toString() {
      return "status";
    }
  }

  /// A header.
  record Header(String name) implements Subject {
    @Override
    public String toString() {
      return "header " + name;
    }
  }

  /// A value of the user, which is in no answer.
  ///
  /// @param index see [User#value]
  record Variable(String name, int index) implements Subject {
    @Override
    public String toString() {
      return name;
    }
  }

  /// A cookie that the answer sets.
  record Cookie(String name) implements Subject {
    @Override
    public boolean isSecret() {
      return true;
    }

    @Override
    public String toString() {
      return "cookie " + name;
    }
  }
}
