package dev.takt.cli.command;

import dev.takt.cli.render.ycsb.YcsbFormat;
import dev.takt.cli.render.ycsb.YcsbOptions;
import dev.takt.cli.spi.CliContext;
import dev.takt.lab.RunResult;
import dev.takt.load.config.Plan;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The properties of a workload that control output: `exporter`, `exportfile`, `status`, and those
/// that [YcsbOptions] reads.
///
/// @param properties null for a plan without a YCSB workload
record YcsbOutput(@Nullable Map<String, String> properties) {

  static YcsbOutput of(Plan plan) {
    KeyValuePlan keyValues = plan.keyValues();
    return new YcsbOutput(keyValues == null ? null : keyValues.properties());
  }

  private @Nullable String property(String name) {
    return properties == null ? null : properties.get(name);
  }

  boolean hasStatus() {
    return "true".equalsIgnoreCase(property("status"));
  }

  boolean hasExporter() {
    return property("exporter") != null;
  }

  /// The file that YCSB's lines go to instead of standard output; null for none.
  @Nullable String file() {
    return property("exportfile");
  }

  private Optional<YcsbFormat> known() {
    String exporter = property("exporter");
    return exporter == null ? Optional.of(YcsbFormat.TEXT) : YcsbFormat.ofExporter(exporter);
  }

  YcsbFormat format() {
    return known().orElse(YcsbFormat.TEXT);
  }

  String render(YcsbFormat format, RunResult result) {
    return format.render(result.summary(), result.distributions(), YcsbOptions.of(properties));
  }

  /// Writes the file, if one is configured, and reports properties that were not understood.
  ///
  /// @param isPrinted whether YCSB's lines are printed as well
  /// @return false if the file could not be written
  boolean export(RunResult result, CliContext context, boolean isPrinted) {
    String file = file();
    if ((isPrinted || file != null) && known().isEmpty()) {
      context.message(
          EnglishText.format(
              "warning: exporter=%s is not known; text is written", property("exporter")));
    }
    return file == null || write(file, result, context);
  }

  private boolean write(String file, RunResult result, CliContext context) {
    try {
      Path path = context.directory().resolve(file);
      Files.writeString(path, render(format(), result), StandardCharsets.UTF_8);
      return true;
    } catch (IOException | InvalidPathException e) {
      context.message("exportfile " + file + " cannot be written: " + e.getMessage());
      return false;
    }
  }
}
