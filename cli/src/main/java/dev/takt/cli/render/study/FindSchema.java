package dev.takt.cli.render.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The published JSON schema (draft 2020-12) of `find.json`. The output of `takt find --format
/// json` follows it, too.
public final class FindSchema {

  private static final String NAME = "find.schema.json";

  private FindSchema() {}

  /// The schema.
  public static String text() {
    try (InputStream in = FindSchema.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException("resource " + NAME + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
