package dev.takt.load.journey;

/// The part of an answer that an extraction or a check is about.
public sealed interface Subject {

  /// Whether it is in the body.
  default boolean needsBody() {
    return false;
  }

  /// The value at a path of a body in JSON.
  record Json(JsonPath path) implements Subject {
    @Override
    public boolean needsBody() {
      return true;
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /// The body as text.
  record Body() implements Subject {
    @Override
    public boolean needsBody() {
      return true;
    }

    @Override
    public String toString() {
      return "body";
    }
  }

  /// The length of the body in bytes.
  record Size() implements Subject {
    @Override
    public boolean needsBody() {
      return true;
    }

    @Override
    public String toString() {
      return "size";
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

  /// A cookie that the answer sets.
  record Cookie(String name) implements Subject {
    @Override
    public String toString() {
      return "cookie " + name;
    }
  }
}
