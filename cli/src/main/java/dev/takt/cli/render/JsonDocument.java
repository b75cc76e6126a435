package dev.takt.cli.render;

import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the members of a JSON document, in the order of the calls. Failures to write are
/// [UncheckedIOException].
public final class JsonDocument {

  /// A step of writing.
  private interface Step {
    void write() throws IOException;
  }

  private final JsonWriter json;

  private JsonDocument(JsonWriter json) {
    this.json = json;
  }

  /// One object, with a trailing line break.
  public static String of(Consumer<JsonDocument> members) {
    StringBuilder out = new StringBuilder();
    JsonDocument document = new JsonDocument(new JsonWriter(out));
    document.braces(() -> members.accept(document));
    return out.toString();
  }

  public void text(String name, @Nullable String text) {
    write(() -> json.name(name).string(text));
  }

  public void number(String name, long number) {
    write(() -> json.name(name).number(number));
  }

  public void number(String name, @Nullable Long number) {
    write(() -> json.name(name).number(number == null ? null : number.toString()));
  }

  /// Adds a number; null unless it is finite.
  public void number(String name, double number) {
    write(() -> json.name(name).number(Figures.plain(number)));
  }

  public void object(String name, Runnable members) {
    write(() -> json.name(name));
    braces(members);
  }

  /// Adds an object that has the members of a value; null without a value.
  public <T> void object(String name, @Nullable T value, Consumer<T> members) {
    if (value == null) {
      text(name, null);
    } else {
      object(name, () -> members.accept(value));
    }
  }

  /// Adds an array of objects.
  ///
  /// @param members adds those of one
  public <T> void objects(String name, Iterable<T> all, Consumer<T> members) {
    write(() -> json.name(name).open('['));
    for (T each : all) {
      braces(() -> members.accept(each));
    }
    write(() -> json.close(']'));
  }

  public void texts(String name, Iterable<String> texts) {
    write(() -> json.name(name).open('['));
    for (String each : texts) {
      write(() -> json.string(each));
    }
    write(() -> json.close(']'));
  }

  private void braces(Runnable members) {
    write(() -> json.open('{'));
    members.run();
    write(() -> json.close('}'));
  }

  private static void write(Step step) {
    try {
      step.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
