package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.hiccup.HiccupProbe;
import dev.takt.probes.hiccup.HiccupProbeSettings;
import dev.takt.probes.hiccup.HiccupResult;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.model.HiccupTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe hiccup`: runs a hiccup meter, in this JVM or in another one.
final class ProbeHiccup implements ProbeSession.Probe<HiccupProbeSettings> {

  private static final String PID = "--pid";
  private static final String CONTROL = "--control";
  private static final String RESOLUTION = "--resolution";
  private static final String START_DELAY = "--start-delay";
  private static final String INTERVAL = "--interval";
  private static final String THRESHOLD = "--threshold";
  private static final String ALLOCATE = "--allocate";
  private static final String SHOW = "--show";
  private static final int DEFAULT_SHOWN = 10;
  private static final int MAX_SHOWN = 200_000;

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe hiccup                                  this machine, for 10 s",
      "  takt probe hiccup --for 60s -o hiccups.hdr --plot hiccups.svg",
      "  takt probe hiccup --pid 4711 --control --for 5m    a JVM, and the machine beside it",
      "  java -javaagent:cli/target/lib/takt-agent.jar=file=hiccups.hdr -jar app.jar",
      "      a JVM from its start; =help lists what else the agent can do",
      "",
      "A thread sleeps repeatedly. A hiccup is the time it slept longer than its shortest sleep. raw has",
      "the measured hiccups; corrected adds the samples that it missed while it was late (coordinated",
      "omission), as a request at a random time would have seen them.",
    };
    return ProbeFlags.command(
        "hiccup",
        "Measures hiccups: times when a runnable thread did not run.",
        examples,
        Options.text(ProbeFlags.FOR, "TIME", "How long to measure (default 10s)"),
        Options.text(
            PID, "PID", "Measure in that JVM, with an agent that removes itself afterwards"),
        Options.flag(CONTROL, "With --pid: also measure in this JVM, as a control for the machine"),
        Options.text(RESOLUTION, "TIME", "How long it sleeps (default 1ms; 0s spins on a core)"),
        Options.text(START_DELAY, "TIME", "Warm-up before the measurement (default 0s)"),
        Options.text(INTERVAL, "TIME", "How long the log's intervals are (default 1s)"),
        Options.text(THRESHOLD, "TIME", "Report single hiccups from this length on (default 1ms)"),
        Options.text(SHOW, "N", "Number of longest hiccups to list (default 10)"),
        Options.flag(ALLOCATE, "Allocate an object for each sample, to see stalls of allocation"));
  }

  @Override
  public HiccupProbeSettings settings(ParseResult parsed) {
    long resolution = FlagValues.timeOrZero(parsed, RESOLUTION, "1ms");
    if (resolution > HiccupSettings.MAX_RESOLUTION_NANOS) {
      throw FlagValues.wrong(parsed, RESOLUTION, "expected a minute at most");
    }
    Long pid = pid(parsed);
    if (pid == null && parsed.hasMatchedOption(CONTROL)) {
      throw FlagValues.wrong(parsed, CONTROL, "only with " + PID);
    }
    return new HiccupProbeSettings(
        new HiccupSettings(
            resolution,
            FlagValues.time(parsed, THRESHOLD, "1ms"),
            parsed.hasMatchedOption(ALLOCATE)),
        FlagValues.time(parsed, ProbeFlags.FOR, "10s"),
        FlagValues.timeOrZero(parsed, START_DELAY, "0s"),
        FlagValues.time(parsed, INTERVAL, "1s"),
        pid,
        parsed.hasMatchedOption(CONTROL),
        FlagValues.integer(parsed, SHOW, DEFAULT_SHOWN, 0, MAX_SHOWN));
  }

  private static @Nullable Long pid(ParseResult parsed) {
    String text = parsed.matchedOptionValue(PID, (String) null);
    if (text != null && !text.matches("[1-9]\\d{0,9}")) {
      throw FlagValues.wrong(parsed, PID, "expected the number of a process, found '" + text + "'");
    }
    return text == null ? null : Long.valueOf(text);
  }

  @Override
  public void run(HiccupProbeSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    HiccupProbe probe = new HiccupProbe(settings);
    session.stopping().by(probe::stop);
    long begin = System.nanoTime();
    HiccupResult result = probe.run(session.output());
    session.output().finish(document(settings, result, begin, session.output()), "Hiccups");
  }

  private static ProbeDocument document(
      HiccupProbeSettings settings, HiccupResult result, long begin, ProbeOutput output) {
    ProbeDocument document = new ProbeDocument("hiccup");
    document.fact("resolution", "resolution", Cell.nanos(settings.meter().resolutionNanos()));
    List<List<Cell>> rows = new ArrayList<>();
    for (Side side : result.sides()) {
      rows.add(output.percentileRow(HiccupTags.raw(side), HiccupTags.raw(side)));
      rows.add(output.percentileRow(HiccupTags.corrected(side), HiccupTags.corrected(side)));
    }
    document.table("hiccups", "Hiccups", output.percentileColumns(new Column("tag", "")), rows);
    document.fact("overThreshold", "over the threshold", Cell.count(result.overThreshold()));
    if (!result.longest().isEmpty()) {
      document.table(
          "longest",
          "The longest",
          List.of(
              new Column("side", ""),
              new Column("sinceStartNanos", "began after"),
              new Column("nanos", "length")),
          result.longest().stream().map(each -> row(each, begin)).toList());
    }
    document.remarks("notObservable", "not observable here", remarks(result));
    return document;
  }

  private static List<Cell> row(Stall hiccup, long begin) {
    return List.of(
        Cell.text(hiccup.side().lowerCase()),
        Cell.nanos(hiccup.beginNanoTime() - begin),
        Cell.nanos(hiccup.nanos()));
  }

  private static List<String> remarks(HiccupResult result) {
    List<String> remarks = new ArrayList<>();
    result.notObservable().forEach(each -> remarks.add(each.what() + ": " + each.why()));
    if (result.targetEnded()) {
      remarks.add("the target ended before the probe did");
    }
    return remarks;
  }
}
