package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.profilers.EscapeCase;
import dev.takt.probes.profilers.EscapeProbe;
import dev.takt.probes.profilers.EscapeResult;
import dev.takt.probes.profilers.EscapeResult.Row;
import dev.takt.probes.profilers.EscapeSettings;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.AsyncProfilerLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe escape`: measures whether escape analysis works in a JVM that something observes.
final class ProbeEscape implements ProbeSession.Probe<EscapeSettings> {

  private static final String JAVA = "--java";
  private static final String ASYNC = "--async-profiler";

  private static final List<Column> COLUMNS =
      List.of(
          new Column("observer", ""),
          new Column("bytes", "bytes per loop"),
          new Column("most", "most"),
          new Column("description", "what it is", true));

  static CommandSpec spec() {
    List<String> examples =
        new ArrayList<>(
            List.of(
                "  takt probe escape",
                "  takt probe escape --java /opt/jdk-17 --format json",
                "",
                "A loop over a list needs an iterator. Escape analysis finds that it never leaves the loop, and",
                "then it is not allocated: 0 B. Some tools keep the JVM from doing that. Then a program",
                "allocates more while they observe it than without them, and their allocation profile shows",
                "objects that do not exist otherwise.",
                "",
                "Each observer gets a JVM of its own, some 2 s each. The table has the median of 20 rounds of",
                "100,000 loops, and the most of a round: code that was not compiled yet allocates.",
                "",
                "Observers:"));
    Arrays.stream(EscapeCase.values())
        .forEach(each ->
            examples.add(EnglishText.format("  %-13s %s", each.label(), each.description())));
    return ProbeFlags.withoutLog(
        "escape",
        "Which observers keep escape analysis from working.",
        examples.toArray(String[]::new),
        Options.text(JAVA, "HOME", "The JDK to measure, 17 or later; default: this one"),
        Options.text(ASYNC, "JAR", "async-profiler's jar; default: that in ~/.m2"));
  }

  @Override
  public EscapeSettings settings(ParseResult parsed) {
    String java = FlagValues.text(parsed, JAVA);
    String async = FlagValues.text(parsed, ASYNC);
    if (async != null && !Files.isRegularFile(Path.of(async))) {
      throw FlagValues.wrong(parsed, ASYNC, "there is no file " + async);
    }
    return new EscapeSettings(
        java == null ? null : Path.of(java),
        Arrays.asList(EscapeCase.values()),
        async == null ? AsyncProfilerLibrary.jarOfMaven().orElse(null) : Path.of(async));
  }

  @Override
  public void run(EscapeSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    EscapeProbe probe = new EscapeProbe(settings);
    session.stopping().by(probe::stop);
    session.output().finish(document(probe.run(session.output())), "Escape analysis");
  }

  static ProbeDocument document(EscapeResult result) {
    ProbeDocument document = new ProbeDocument("escape");
    document.remarks("findings", "", findings(result.rows()));
    document.table(
        "observers", "Allocated", COLUMNS, result.rows().stream().map(ProbeEscape::cells).toList());
    document.remarks("absent", "not measured", result.absent());
    return document;
  }

  private static List<String> findings(List<Row> rows) {
    List<String> findings = new ArrayList<>();
    String defeated = labels(rows, true);
    String works = labels(rows, false);
    if (!works.isEmpty()) {
      findings.add("escape analysis works with: " + works);
    }
    if (!defeated.isEmpty()) {
      findings.add("it is defeated by: " + defeated);
    }
    return findings;
  }

  private static String labels(List<Row> rows, boolean defeated) {
    return rows.stream()
        .filter(each -> each.isDefeated() == defeated)
        .map(each -> each.observer().label())
        .collect(Collectors.joining(", "));
  }

  private static List<Cell> cells(Row row) {
    return List.of(
        Cell.text(row.observer().label()),
        bytes(row.bytes().median()),
        bytes(row.bytes().max()),
        Cell.text(row.observer().description()));
  }

  private static Cell bytes(double value) {
    return Cell.number(value, ByteText.of(value));
  }
}
