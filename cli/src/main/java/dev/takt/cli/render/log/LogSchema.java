package dev.takt.cli.render.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The published JSON schema (draft 2020-12) of the output of `takt log summarize --format json`.
public final class LogSchema {

  private static final String NAME = "log-summary.schema.json";

  private LogSchema() {}

  /// The schema.
  public static String text() {
    try (InputStream in = LogSchema.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException("resource " + NAME + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
