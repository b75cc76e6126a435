package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.nepotism.Collector;
import dev.takt.probes.nepotism.NepotismProbe;
import dev.takt.probes.nepotism.NepotismResult;
import dev.takt.probes.nepotism.NepotismResult.QueueKind;
import dev.takt.probes.nepotism.NepotismResult.Row;
import dev.takt.probes.nepotism.NepotismSettings;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe nepotism`: what collections free of a queue's consumed nodes.
final class ProbeNepotism implements ProbeSession.Probe<NepotismSettings> {

  private static final String JAVA = "--java";
  private static final String COLLECTORS = "--collectors";
  private static final String ELEMENTS = "--elements";
  private static final long DEFAULT_ELEMENTS = 40_000_000;

  /// A smaller ratio of what the two queues promote is no nepotism.
  private static final double MIN_RATIO = 4;

  /// Less than this is promoted by chance.
  private static final long MIN_PROMOTED_BYTES = 1 << 20;

  static CommandSpec spec() {
    return ProbeFlags.withoutLog(
        "nepotism",
        "What collections free of a queue's consumed nodes, by collector.",
        new String[] {
          "  takt probe nepotism",
          "  takt probe nepotism --collectors serial,g1 --format json",
          "",
          "A linked queue whose consumed nodes keep their links has a fault: once one node is in the",
          "old generation, it keeps all later ones alive, also when it is dead itself. Young",
          "collections then promote them all (nepotism), until the old generation is collected.",
          "",
          "A JVM of its own (128 MB of heap, 32 MB of them young) passes elements through such a",
          "queue (naive) and through the same with nodes that link to themselves (fixed), 100 at a",
          "time: so nearly nothing is alive. Before and after are the heap in use around a young collection, in the",
          "mean; conc. counts concurrent cycles and mixed collections.",
          "",
          "Collectors: " + String.join(", ", labels()),
        },
        Options.text(JAVA, "HOME", "The JDK to use, 17 or later; default: this one"),
        Options.text(COLLECTORS, "NAME,…", "Only these collectors"),
        Options.text(
            ELEMENTS, "N", "How many elements pass through each queue (default 40000000)"));
  }

  private static List<String> labels() {
    return Arrays.stream(Collector.values()).map(Collector::label).toList();
  }

  @Override
  public NepotismSettings settings(ParseResult parsed) {
    String java = FlagValues.text(parsed, JAVA);
    return new NepotismSettings(
        java == null ? null : Path.of(java), collectors(parsed), elements(parsed));
  }

  private static long elements(ParseResult parsed) {
    String text = FlagValues.text(parsed, ELEMENTS);
    if (text == null) {
      return DEFAULT_ELEMENTS;
    }
    if (!text.matches("[1-9][0-9]{3,11}")) {
      throw FlagValues.wrong(parsed, ELEMENTS, "expected a number from 1000 on");
    }
    return Long.parseLong(text);
  }

  private static List<Collector> collectors(ParseResult parsed) {
    String text = FlagValues.text(parsed, COLLECTORS);
    if (text == null) {
      return List.of(Collector.values());
    }
    List<Collector> chosen = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      chosen.add(
          Arrays.stream(Collector.values())
              .filter(each -> each.label().equals(word.strip()))
              .findFirst()
              .orElseThrow(() -> FlagValues.unknown(parsed, COLLECTORS, word.strip(), labels())));
    }
    return chosen;
  }

  @Override
  public void run(NepotismSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    NepotismProbe probe = new NepotismProbe(settings);
    session.stopping().by(probe::stop);
    NepotismResult result = probe.run(session.output());
    session.output().finish(document(result), "Nepotism");
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("run", ""),
          new Column("young", "young"),
          new Column("full", "full"),
          new Column("others", "conc."),
          new Column("beforeBytes", "before"),
          new Column("afterBytes", "after"),
          new Column("promotedBytes", "promoted"),
          new Column("pausedNanos", "paused"));

  static ProbeDocument document(NepotismResult result) {
    ProbeDocument document = new ProbeDocument("nepotism");
    document.remarks("findings", "", findings(result));
    document.fact("jvm", "JVM", Cell.text(result.jvm()));
    document.table(
        "collections",
        "Collections by collector and queue",
        COLUMNS,
        result.rows().stream().map(ProbeNepotism::cells).toList());
    document.remarks("absent", "not run", result.absent());
    return document;
  }

  private static List<Cell> cells(Row row) {
    return List.of(
        Cell.text(row.collector().label() + " " + row.queue().name().toLowerCase(Locale.ROOT)),
        Cell.count(row.youngCount()),
        Cell.count(row.fullCount()),
        Cell.count(row.otherCount()),
        size(row.beforeBytes()),
        size(row.afterBytes()),
        size(row.promotedBytes()),
        Cell.nanos(row.pausedNanos()));
  }

  private static Cell size(@Nullable Long bytes) {
    return bytes == null ? Cell.NONE : Cell.number((double) bytes, ByteText.of(bytes));
  }

  private static List<String> findings(NepotismResult result) {
    List<String> findings = new ArrayList<>();
    for (Collector collector : Collector.values()) {
      Optional<Row> naive = row(result, collector, QueueKind.NAIVE);
      Optional<Row> fixed = row(result, collector, QueueKind.FIXED);
      if (naive.isPresent() && fixed.isPresent()) {
        findings.add(collector.label() + ": " + finding(naive.get(), fixed.get()));
      }
    }
    return findings;
  }

  private static Optional<Row> row(NepotismResult result, Collector collector, QueueKind queue) {
    return result.rows().stream()
        .filter(each -> each.collector() == collector && each.queue() == queue)
        .findFirst();
  }

  private static String finding(Row naive, Row fixed) {
    String pauses =
        "pauses "
            + Units.time(naive.pausedNanos())
            + " instead of "
            + Units.time(fixed.pausedNanos());
    Long promoted = naive.promotedBytes();
    Long without = fixed.promotedBytes();
    if (promoted == null || without == null) {
      return "it does not say what it promotes; " + pauses;
    }
    boolean isNepotism =
        promoted >= MIN_PROMOTED_BYTES && (double) promoted >= MIN_RATIO * (double) without;
    return isNepotism
        ? "nepotism: dead nodes of the naive queue were promoted, "
            + ByteText.of(promoted)
            + " instead of "
            + ByteText.of(without)
            + "; "
            + pauses
        : "no nepotism: "
            + ByteText.of(promoted)
            + " promoted of the naive queue, "
            + ByteText.of(without)
            + " of the fixed one; "
            + pauses;
  }
}
