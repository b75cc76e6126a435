package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.probes.wakeup.WakeupMechanism;
import dev.takt.probes.wakeup.WakeupProbe;
import dev.takt.probes.wakeup.WakeupResult;
import dev.takt.probes.wakeup.WakeupSettings;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe wakeup`: measures the cost of waking a thread.
final class ProbeWakeup implements ProbeSession.Probe<WakeupSettings> {

  private static final String PAIRS = "--pairs";
  private static final String HOW = "--how";
  private static final String GAP = "--gap";
  private static final int DEFAULT_PAIRS = 16;

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe wakeup",
      "  takt probe wakeup --pairs 1 --gap 1ms --how unpark,futex       without any crowd",
      "  takt probe wakeup --pairs 256 --how notify --plot notify.svg",
      "",
      "Pairs of threads wake each other in turn. caller: duration of the call, including its lock if",
      "it needs one. woken: from just before the call until the woken thread runs. A thread is woken",
      "only when the JVM sees it asleep; for futex and eventfd it only knows that the thread is about",
      "to sleep, so --gap adds a delay. With more pairs than processors, woken is mostly run-queue wait.",
      "",
      "Seconds in which other processes and the hypervisor (steal) had more than 10 % of the time of",
      "the processors (15 % of a second on one processor) are left out.",
      "",
      "The tags of the log are MECHANISM:caller and MECHANISM:woken.",
    };
    return ProbeFlags.command(
        "wakeup",
        "Measures the cost of waking a thread, for the caller and for the woken thread.",
        examples,
        Options.text(PAIRS, "N", "How many pairs of threads at once (default 16, at most 4096)"),
        Options.text(
            HOW,
            "WAY,...",
            "Which of " + String.join(", ", WakeupMechanism.texts()) + " (default all)"),
        Options.text(ProbeFlags.FOR, "TIME", "How long each is measured (default 2s)"),
        Options.text(
            ProbeFlags.WARMUP, "TIME", "How long each is used before that (default 500ms)"),
        Options.text(
            GAP, "TIME", "How long a thread sleeps before it wakes the other (default 0s)"));
  }

  @Override
  public WakeupSettings settings(ParseResult parsed) {
    return new WakeupSettings(
        mechanisms(parsed),
        FlagValues.integer(parsed, PAIRS, DEFAULT_PAIRS, 1, WakeupSettings.MAX_PAIRS),
        FlagValues.timeOrZero(parsed, GAP, "0s"),
        FlagValues.timeOrZero(parsed, ProbeFlags.WARMUP, "500ms"),
        FlagValues.time(parsed, ProbeFlags.FOR, "2s"));
  }

  private static List<WakeupMechanism> mechanisms(ParseResult parsed) {
    String text = parsed.matchedOptionValue(HOW, (String) null);
    if (text == null) {
      return List.of(WakeupMechanism.values());
    }
    List<WakeupMechanism> mechanisms = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      WakeupMechanism one =
          WakeupMechanism.of(name.strip())
              .orElseThrow(() -> FlagValues.unknown(parsed, HOW, name, WakeupMechanism.texts()));
      if (!mechanisms.contains(one)) {
        mechanisms.add(one);
      }
    }
    return mechanisms;
  }

  @Override
  public void run(WakeupSettings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    WakeupProbe probe = new WakeupProbe(settings);
    session.stopping().by(probe::stop);
    WakeupResult result = probe.run(session.output());
    session
        .output()
        .finish(
            document(settings, result, session.output()),
            "Waking threads, " + settings.pairs() + " pairs at once");
  }

  private static ProbeDocument document(
      WakeupSettings settings, WakeupResult result, ProbeOutput output) {
    ProbeDocument document = new ProbeDocument("wakeup");
    document.remarks("disturbed", "", result.disturbed());
    document.fact("pairs", "pairs", Cell.count(settings.pairs()));
    int processors = Runtime.getRuntime().availableProcessors();
    document.fact("processors", "processors", Cell.count(processors));
    document.fact(
        "gapNanos",
        "gap",
        Cell.number(
            (double) settings.gapNanos(),
            settings.gapNanos() == 0 ? "none" : Units.time(settings.gapNanos())));
    List<List<Cell>> rows = new ArrayList<>();
    for (WakeupResult.Count each : result.counts()) {
      WakeupMechanism mechanism = each.mechanism();
      rows.add(output.percentileRow(mechanism.text() + " caller", mechanism.callerTag()));
      rows.add(output.percentileRow(mechanism.text() + " woken", mechanism.wokenTag()));
    }
    document.table("latency", "", output.percentileColumns(new Column("who", "")), rows);
    document.remarks("notes", "notes", result.notes());
    return document;
  }
}
