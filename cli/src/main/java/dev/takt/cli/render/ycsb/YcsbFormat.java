package dev.takt.cli.render.ycsb;

import dev.takt.load.engine.summary.Distributions;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.MachineText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The output formats of YCSB 0.17, for scripts that read them.
public enum YcsbFormat {
  /// A line for each figure: `TextMeasurementsExporter`.
  TEXT("Text") {
    @Override
    String text(List<YcsbRow> rows) {
      return rows.stream().map(YcsbRow::line).collect(Collectors.joining());
    }
  },

  /// An object for each figure, one after the other: `JSONMeasurementsExporter`.
  JSON("JSON") {
    @Override
    String text(List<YcsbRow> rows) {
      return rows.stream().map(YcsbFormat::object).collect(Collectors.joining(" "));
    }
  },

  /// A list of such objects: `JSONArrayMeasurementsExporter`.
  JSON_ARRAY("JSONArray") {
    @Override
    String text(List<YcsbRow> rows) {
      return rows.stream().map(YcsbFormat::object).collect(Collectors.joining(", ", "[ ", " ]"));
    }
  };

  private static final String PACKAGE = "site.ycsb.measurements.exporter.";
  private static final String OLD_PACKAGE = "com.yahoo.ycsb.measurements.exporter.";
  private static final String SUFFIX = "MeasurementsExporter";

  private final String exporter;

  YcsbFormat(String exporter) {
    this.exporter = exporter;
  }

  /// The format that a YCSB class writes; empty if Takt does not support the class.
  public static Optional<YcsbFormat> ofExporter(String className) {
    for (YcsbFormat each : values()) {
      String name = each.exporter + SUFFIX;
      if (className.equals(PACKAGE + name) || className.equals(OLD_PACKAGE + name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /// Everything that YCSB would print for the run.
  public String render(RunSummary run, Distributions distributions, YcsbOptions options) {
    return text(YcsbRows.of(run, distributions, options));
  }

  abstract String text(List<YcsbRow> rows);

  /// Names are those of operations, which need no escaping.
  private static String object(YcsbRow row) {
    return MachineText.format(
        "{\n  \"metric\" : \"%s\",\n  \"measurement\" : \"%s\",\n  \"value\" : %s\n}",
        row.metric(), row.measurement(), row.value());
  }
}
