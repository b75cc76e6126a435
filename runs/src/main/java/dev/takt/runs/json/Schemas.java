package dev.takt.runs.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The published JSON schemas (draft 2020-12) of what Takt writes.
public final class Schemas {

  private Schemas() {}

  /// The schema of `run.json`; it refers to that of the summary as `summary.schema.json`.
  public static String run() {
    return text("run.schema.json");
  }

  /// The schema of a summary, which is what `--format json` prints.
  public static String summary() {
    return text("summary.schema.json");
  }

  /// The schema of `stalls.json`.
  public static String stalls() {
    return text("stalls.schema.json");
  }

  /// The schema of `threads.json`.
  public static String threads() {
    return text("threads.schema.json");
  }

  /// The schema of a baseline file.
  public static String baseline() {
    return text("baseline.schema.json");
  }

  private static String text(String name) {
    try (InputStream in = Schemas.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
