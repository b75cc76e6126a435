package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.profilers.KnownWorkload;
import dev.takt.probes.profilers.Profiler;
import dev.takt.probes.profilers.ProfilersProbe;
import dev.takt.probes.profilers.ProfilersResult;
import dev.takt.probes.profilers.ProfilersResult.Cost;
import dev.takt.probes.profilers.ProfilersResult.Row;
import dev.takt.probes.profilers.ProfilersSettings;
import dev.takt.probes.profilers.Score;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.jvm.AsyncProfilerLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe profilers`: scores profilers against a program whose profile is known.
final class ProbeProfilers implements ProbeSession.Probe<ProfilersSettings> {

  private static final String JAVA = "--java";
  private static final String CPU_TIME = "--cpu-time";
  private static final String WORKLOADS = "--workloads";
  private static final String PROFILERS = "--profilers";
  private static final String ASYNC = "--async-profiler";

  /// A smaller part in wrong frames may be chance.
  private static final double MIN_FINDING = 0.1;

  private static final int MAX_FINDINGS = 8;

  static CommandSpec spec() {
    List<String> examples =
        new ArrayList<>(
            List.of(
                "  takt probe profilers",
                "  takt probe profilers --java /opt/jdk-25 --workloads setters,arraycopy",
                "  takt probe profilers --async-profiler async-profiler-4.6.jar --format json",
                "",
                "A JVM of its own runs workloads that burn CPU time in methods that are known, and measures",
                "how much. Each profiler samples it every 10 ms. Shares are of the true CPU time:",
                "right in a frame where it was burnt, line in the right line as well, unknown where the",
                "profiler says that it does not know the frame, missing the rest. Split is how much more it",
                "gives to the first of two methods than that took; with N samples its standard deviation is",
                "0.43 / sqrt N (3 % of 200).",
                "",
                "Profilers:"));
    Arrays.stream(Profiler.values())
        .forEach(each ->
            examples.add(EnglishText.format("  %-20s %s", each.label(), each.description())));
    examples.add("");
    examples.add("Workloads: " + String.join(", ", labels(KnownWorkload.values())));
    return ProbeFlags.withoutLog(
        "profilers",
        "How right profilers are on this JVM, by a program whose profile is known.",
        examples.toArray(String[]::new),
        Options.text(JAVA, "HOME", "The JDK to profile, 17 or later; default: this one"),
        Options.text(CPU_TIME, "TIME", "CPU time of each workload with each profiler (default 2s)"),
        Options.text(WORKLOADS, "NAME,…", "Only these workloads"),
        Options.text(PROFILERS, "NAME,…", "Only these profilers"),
        Options.text(
            ASYNC, "JAR", "async-profiler's jar, to score it as well; default: that in ~/.m2"));
  }

  private static String[] labels(KnownWorkload[] all) {
    return Arrays.stream(all).map(KnownWorkload::label).toArray(String[]::new);
  }

  @Override
  public ProfilersSettings settings(ParseResult parsed) {
    String java = FlagValues.text(parsed, JAVA);
    String async = FlagValues.text(parsed, ASYNC);
    long cpu = FlagValues.time(parsed, CPU_TIME, "2s") / 1_000_000;
    if (async != null && !Files.isRegularFile(Path.of(async))) {
      throw FlagValues.wrong(parsed, ASYNC, "there is no file " + async);
    }
    if (cpu < 100 || cpu > 600_000) {
      throw FlagValues.wrong(parsed, CPU_TIME, "expected from 100ms to 10m");
    }
    return new ProfilersSettings(
        java == null ? null : Path.of(java),
        (int) cpu,
        chosen(parsed, WORKLOADS, KnownWorkload.values(), KnownWorkload::label),
        chosen(parsed, PROFILERS, Profiler.values(), Profiler::label),
        async == null ? AsyncProfilerLibrary.jarOfMaven().orElse(null) : Path.of(async));
  }

  private static <E> List<E> chosen(
      ParseResult parsed, String flag, E[] all, Function<E, String> label) {
    String text = FlagValues.text(parsed, flag);
    if (text == null) {
      return List.of(all);
    }
    List<E> chosen = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      chosen.add(
          Arrays.stream(all)
              .filter(each -> label.apply(each).equals(word.strip()))
              .findFirst()
              .orElseThrow(() ->
                  FlagValues.unknown(
                      parsed, flag, word.strip(), Arrays.stream(all).map(label).toList())));
    }
    return chosen;
  }

  @Override
  public void run(ProfilersSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    ProfilersProbe probe = new ProfilersProbe(settings);
    session.stopping().by(probe::stop);
    ProfilersResult result = probe.run(session.output());
    session.output().finish(document(result), "Profilers");
  }

  static ProbeDocument document(ProfilersResult result) {
    ProbeDocument document = new ProbeDocument("profilers");
    document.remarks("findings", "", findings(result));
    document.fact("jvm", "JVM", Cell.text(result.jvm()));
    if (!Double.isNaN(result.noise())) {
      document.fact("overheadError", "error of overheads", Cell.share(result.noise()));
    }
    for (Profiler each : Profiler.values()) {
      List<List<Cell>> rows =
          result.rows().stream()
              .filter(row -> row.profiler() == each)
              .map(ProbeProfilers::cells)
              .toList();
      if (!rows.isEmpty()) {
        document.table(each.label(), each.label() + ": " + each.description(), COLUMNS, rows);
      }
    }
    document.table(
        "costs",
        "What each profiler cost, and said of itself",
        COST_COLUMNS,
        result.costs().stream().map(ProbeProfilers::cells).toList());
    document.remarks("absent", "not scored", result.absent());
    return document;
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("workload", ""),
          new Column("right", "right"),
          new Column("line", "line"),
          new Column("unknown", "unknown"),
          new Column("missing", "missing"),
          new Column("split", "split"),
          new Column("samples", "samples"),
          new Column("expected", "due", true),
          new Column("jvm", "GC, JIT"),
          new Column("wrong", "wrong"),
          new Column("blamed", "most of it in"));

  private static List<Cell> cells(Row row) {
    Score score = row.score();
    return List.of(
        Cell.text(row.workload().label()),
        share(score.right()),
        share(score.line()),
        share(score.honest()),
        share(score.missing()),
        share(score.splitError()),
        Cell.count(score.samples()),
        Cell.count(row.expected()),
        share(row.jvmShare()),
        share(score.wrong()),
        score.blamed().map(each -> Cell.text(method(each))).orElse(Cell.NONE));
  }

  /// Whole per cents: more would be noise.
  private static Cell share(double share) {
    return Double.isNaN(share)
        ? Cell.NONE
        : Cell.number(share, EnglishText.format("%.0f %%", share * 100));
  }

  private static String method(String frame) {
    if (frame.contains(".so")) {
      return frame; // A library without symbols.
    }
    int method = frame.lastIndexOf('.');
    int type = Math.max(frame.lastIndexOf('.', method - 1), frame.lastIndexOf('$', method - 1));
    return frame.substring(type + 1);
  }

  private static final List<Column> COST_COLUMNS =
      List.of(
          new Column("profiler", ""),
          new Column("overhead", "overhead"),
          new Column("safepoints", "safepoints added"),
          new Column("stopped", "stopped longer"),
          new Column("biased", "biased"),
          new Column("lost", "lost"),
          new Column("failed", "failed"),
          new Column("others", "GC, JIT"));

  private static List<Cell> cells(Cost cost) {
    return List.of(
        Cell.text(cost.profiler().label()),
        Double.isNaN(cost.overhead()) ? Cell.NONE : Cell.share(cost.overhead()),
        cost.safepoints() < 0 ? Cell.NONE : Cell.count(cost.safepoints()),
        cost.stoppedNanos() < 0 ? Cell.NONE : Cell.nanos(cost.stoppedNanos()),
        Cell.count(cost.biased()),
        Cell.count(cost.lost()),
        Cell.count(cost.failed()),
        Cell.nanos(cost.othersNanos()));
  }

  /// The worst of each profiler, in words.
  private static List<String> findings(ProfilersResult result) {
    List<String> findings = new ArrayList<>();
    for (Profiler profiler : Profiler.values()) {
      Optional<Row> worst =
          result.rows().stream()
              .filter(row -> row.profiler() == profiler)
              .max(Comparator.comparingDouble(row -> row.score().missing()));
      if (worst.isPresent()) {
        findings.add(finding(profiler, worst.get()));
      }
    }
    return findings.subList(0, Math.min(MAX_FINDINGS, findings.size()));
  }

  private static String finding(Profiler profiler, Row worst) {
    Score score = worst.score();
    String of = " of " + worst.workload().label() + "'s CPU time";
    if (score.missing() < MIN_FINDING) {
      return profiler.label()
          + ": right or openly unknown in all workloads, to "
          + Units.percent(1 - score.missing())
          + " and more";
    }
    if (score.wrong() >= MIN_FINDING && score.blamed().isPresent()) {
      return profiler.label()
          + ": gives "
          + Units.percent(Math.min(1, score.wrong()))
          + of
          + " to "
          + method(score.blamed().get());
    }
    return profiler.label() + ": does not show " + Units.percent(score.missing()) + of;
  }
}
