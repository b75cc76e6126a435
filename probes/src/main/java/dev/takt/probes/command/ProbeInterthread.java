package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.schedule.Rate;
import dev.takt.probes.Processors;
import dev.takt.probes.WaitMode;
import dev.takt.probes.interthread.InterthreadComparison;
import dev.takt.probes.interthread.InterthreadForks;
import dev.takt.probes.interthread.InterthreadJvm;
import dev.takt.probes.interthread.InterthreadProbe;
import dev.takt.probes.interthread.InterthreadResult;
import dev.takt.probes.interthread.InterthreadSettings;
import dev.takt.probes.interthread.QueueKind;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.Watch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe interthread`: measures the latency of a message from one thread to another.
final class ProbeInterthread implements ProbeSession.Probe<ProbeInterthread.Settings> {

  private static final String RATE = "--rate";
  private static final String QUEUE = "--queue";
  private static final String CAPACITY = "--capacity";
  private static final String PIN = "--pin";
  private static final String WAITING = "--waiting";
  private static final String THRESHOLD = "--threshold";
  private static final String SHOW = "--show";
  private static final String MAX = "max";
  private static final String DEFAULT_RATE = "1000/s";
  private static final int DEFAULT_CAPACITY = 1024;
  private static final int MAX_CAPACITY = 1 << 20;
  private static final int DEFAULT_SHOWN = 20;
  private static final int MAX_SHOWN = 200_000;
  private static final double FASTEST = 10_000_000;

  /// The values of the flags.
  ///
  /// @param rate as given
  /// @param shown how many outliers to list
  /// @param jvms to measure in; empty for this one
  record Settings(InterthreadSettings probe, String rate, int shown, List<InterthreadJvm> jvms) {}

  private final Supplier<Watch> watches;

  /// @param watches create the watch of this JVM and this machine for the time of the probe
  ProbeInterthread(Supplier<Watch> watches) {
    this.watches = watches;
  }

  static CommandSpec spec() {
    String[] examples = {
      "  takt probe interthread",
      "  takt probe interthread --queue ArrayBlockingQueue --waiting park --for 30s",
      "  takt probe interthread --rate 100k/s --pin 0,1 -o spsc.hdr --plot spsc.svg",
      "  takt probe interthread --rate max --queue mpmc         how long when the queue is full",
      "  takt probe interthread --java /usr/lib/jvm/jdk-17 --java /usr/lib/jvm/jdk-25",
      "  takt probe interthread --java /usr/lib/jvm/jdk-17 --jvm-options '' --jvm-options \\",
      "      '-XX:+UnlockDiagnosticVMOptions -XX:GuaranteedSafepointInterval=0'",
      "",
      "Messages are due on a schedule that does not wait for them. Response time counts from when a",
      "message was due, service time from when its sender got to it; wait time is the difference.",
      "A message that was due and never sent counts with its age. Then the outliers are listed, with",
      "the garbage collections, safepoints and waits for a processor that fell on them, and what",
      "remains unexplained.",
      "",
      "With --java or --jvm-options it measures in JVMs of their own, one after the other, and shows",
      "them side by side, without outliers. The n-th --jvm-options are of the n-th --java; one that is",
      "given once is for all.",
    };
    return ProbeFlags.command(
        "interthread",
        "Measures the latency of messages between two threads.",
        examples,
        Options.text(ProbeFlags.FOR, "TIME", "How long messages are due that count (default 10s)"),
        Options.text(
            ProbeFlags.WARMUP, "TIME", "How long messages are sent before that (default 2s)"),
        Options.text(
            RATE,
            "RATE|max",
            "When messages are due (default 1000/s, at most 10M/s); max: as fast as it goes, which "
                + "has service times only"),
        Options.text(
            QUEUE, "QUEUE", "One of " + String.join(", ", QueueKind.texts()) + " (default spsc)"),
        Options.text(CAPACITY, "N", "How many messages fit, where there is a bound (default 1024)"),
        Options.text(
            WAITING,
            "spin|yield|park",
            "Wait strategy of both threads: busy-spin, yield, or park (default spin)"),
        Options.text(PIN, "A,B", "The processors that sender and receiver run on (default: any)"),
        InterthreadJvms.java(),
        InterthreadJvms.options(),
        Options.text(
            THRESHOLD, "TIME", "Outlier threshold (default: 100us, or ten times the median)"),
        Options.text(SHOW, "N", "How many outliers are listed, the worst first (default 20)"));
  }

  @Override
  public Settings settings(ParseResult parsed) {
    String rate = parsed.matchedOptionValue(RATE, DEFAULT_RATE);
    String name = parsed.matchedOptionValue(QUEUE, QueueKind.SPSC.text());
    QueueKind queue =
        QueueKind.of(name)
            .orElseThrow(() -> FlagValues.unknown(parsed, QUEUE, name, QueueKind.texts()));
    WaitMode waiting = waiting(parsed);
    if (waiting == WaitMode.PARK && !queue.canPark()) {
      throw FlagValues.wrong(
          parsed,
          WAITING,
          "no thread can sleep on a "
              + queue.text()
              + " until there is a message; take spin or yield");
    }
    InterthreadSettings probe =
        new InterthreadSettings(
            queue,
            FlagValues.integer(parsed, CAPACITY, DEFAULT_CAPACITY, 1, MAX_CAPACITY),
            rate(parsed, rate),
            FlagValues.timeOrZero(parsed, ProbeFlags.WARMUP, "2s"),
            FlagValues.time(parsed, ProbeFlags.FOR, "10s"),
            waiting,
            pin(parsed),
            parsed.hasMatchedOption(THRESHOLD) ? FlagValues.time(parsed, THRESHOLD, "") : null);
    return new Settings(
        probe,
        rate,
        FlagValues.integer(parsed, SHOW, DEFAULT_SHOWN, 0, MAX_SHOWN),
        InterthreadJvms.of(parsed, probe));
  }

  private static WaitMode waiting(ParseResult parsed) {
    String text = parsed.matchedOptionValue(WAITING, "spin");
    for (WaitMode each : WaitMode.values()) {
      if (each.name().equalsIgnoreCase(text)) {
        return each;
      }
    }
    throw FlagValues.unknown(parsed, WAITING, text, List.of("spin", "yield", "park"));
  }

  private static InterthreadSettings.@Nullable Rate rate(ParseResult parsed, String text) {
    if (text.equals(MAX)) {
      return null;
    }
    Rate rate = FlagValues.parse(parsed, RATE, text, Rate::parse);
    if (rate.perSecond() > FASTEST) {
      throw FlagValues.wrong(
          parsed,
          RATE,
          "more than 10M/s cannot be paced, since reading the clock takes 20 ns or more; "
              + "for an unlimited rate use --rate max");
    }
    return new InterthreadSettings.Rate(rate.operations(), rate.nanos());
  }

  private static InterthreadSettings.@Nullable Pin pin(ParseResult parsed) {
    String text = parsed.matchedOptionValue(PIN, (String) null);
    if (text == null) {
      return null;
    }
    if (!text.matches("\\d{1,5},\\d{1,5}")) {
      throw FlagValues.wrong(
          parsed, PIN, "expected two processors, such as 0,1; found '" + text + "'");
    }
    int comma = text.indexOf(',');
    int producer = Integer.parseInt(text.substring(0, comma));
    int consumer = Integer.parseInt(text.substring(comma + 1));
    requireThere(parsed, producer);
    requireThere(parsed, consumer);
    return new InterthreadSettings.Pin(producer, consumer);
  }

  private static void requireThere(ParseResult parsed, int processor) {
    List<Integer> online = Processors.online();
    if (!online.isEmpty() && !online.contains(processor)) {
      throw FlagValues.wrong(
          parsed,
          PIN,
          EnglishText.format(
              "there is no processor %d; there are %d: %s",
              processor, online.size(), shortened(online)));
    }
  }

  private static String shortened(List<Integer> numbers) {
    return numbers.size() == 1
        ? numbers.get(0).toString()
        : numbers.getFirst() + (numbers.size() == 2 ? ", " : " ... ") + numbers.getLast();
  }

  @Override
  public void run(Settings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    if (!settings.jvms().isEmpty()) {
      compare(settings, session);
      return;
    }
    InterthreadProbe probe = new InterthreadProbe(settings.probe(), watches.get());
    session.stopping().by(probe::stop);
    InterthreadResult result = probe.run(session.output());
    session
        .output()
        .finish(
            document(settings, result, session.output()),
            "Messages through " + settings.probe().queue().text() + ", " + settings.rate());
  }

  private static void compare(Settings settings, ProbeSession.Session session)
      throws IOException, InterruptedException {
    InterthreadForks forks = new InterthreadForks(settings.probe(), settings.jvms());
    session.stopping().by(forks::stop);
    InterthreadComparison result = forks.run(session.output());
    session
        .output()
        .finish(
            InterthreadJvms.document(
                settings.probe(), rateText(settings), result, session.output()),
            "Messages in several JVMs, " + settings.rate());
  }

  private static ProbeDocument document(
      Settings settings, InterthreadResult result, ProbeOutput output) {
    InterthreadSettings probe = settings.probe();
    ProbeDocument document = new ProbeDocument("interthread");
    document.remarks("disturbed", "", result.disturbed());
    document.fact("queue", "queue", Cell.text(probe.queue().text()));
    document.fact("rate", "rate", Cell.text(rateText(settings)));
    document.fact("threads", "threads", Cell.text(threads(probe)));
    document.fact("balance", "balance", Cell.text(balance(probe, result)));
    document.fact("sent", "sent", Cell.count(result.messages().sent()));
    document.fact("received", "received", Cell.count(result.messages().received()));
    document.table(
        "latency", "", output.percentileColumns(new Column("measure", "")), rows(probe, output));
    OutlierReport.add(document, result, settings.shown());
    document.remarks("notes", "notes", result.notes());
    return document;
  }

  private static List<List<Cell>> rows(InterthreadSettings probe, ProbeOutput output) {
    List<List<Cell>> rows = new ArrayList<>();
    if (probe.rate() != null) {
      rows.add(output.percentileRow("response", InterthreadProbe.RESPONSE));
    }
    rows.add(output.percentileRow("service", InterthreadProbe.SERVICE));
    if (probe.rate() != null) {
      rows.add(output.percentileRow("wait", InterthreadProbe.WAIT));
    }
    return rows;
  }

  private static String rateText(Settings settings) {
    String rate = settings.probe().rate() == null ? "as fast as it goes" : settings.rate();
    return EnglishText.format(
        "%s, for %s after %s of warm-up",
        rate,
        Units.time(settings.probe().measureNanos()),
        Units.time(settings.probe().warmupNanos()));
  }

  private static String threads(InterthreadSettings probe) {
    InterthreadSettings.Pin pin = probe.pin();
    String waiting =
        switch (probe.waiting()) {
          case SPIN -> "spinning";
          case YIELD -> "yielding";
          case PARK -> "parking";
        };
    return pin == null
        ? waiting + ", on any processors"
        : EnglishText.format(
            "%s, on processors %d and %d", waiting, pin.producer(), pin.consumer());
  }

  private static String balance(InterthreadSettings probe, InterthreadResult result) {
    return probe.rate() == null
        ? EnglishText.format("%,d sent, none was due", result.messages().sent())
        : EnglishText.format(
            "%,d due = %,d sent + %,d never sent",
            result.messages().intended(), result.messages().sent(), result.messages().neverSent());
  }
}
