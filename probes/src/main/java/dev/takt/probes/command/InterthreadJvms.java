package dev.takt.probes.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.probes.WaitMode;
import dev.takt.probes.interthread.InterthreadComparison;
import dev.takt.probes.interthread.InterthreadComparison.Measured;
import dev.takt.probes.interthread.InterthreadForks;
import dev.takt.probes.interthread.InterthreadJvm;
import dev.takt.probes.interthread.InterthreadProbe;
import dev.takt.probes.interthread.InterthreadSettings;
import dev.takt.probes.interthread.QueueKind;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The JVMs of `takt probe interthread --java … --jvm-options …`, and their results side by side.
final class InterthreadJvms {

  private static final String JAVA = "--java";
  private static final String OPTIONS = "--jvm-options";

  /// The program reuses its messages, and makes a queue from its capacity.
  private static final Set<QueueKind> QUEUES =
      EnumSet.of(
          QueueKind.SPSC,
          QueueKind.MPSC,
          QueueKind.MPMC,
          QueueKind.ARRAY_BLOCKING,
          QueueKind.LINKED_BLOCKING);

  private InterthreadJvms() {}

  static OptionSpec java() {
    return Options.list(
        JAVA, "HOME", "Measure in a JVM of its own, of this JDK (17 or later). May be repeated");
  }

  static OptionSpec options() {
    return Options.list(
        OPTIONS, "'OPTION…'", "Options of that JVM; the first ones for the first --java");
  }

  /// The JVMs that the flags ask for; empty for this one.
  static List<InterthreadJvm> of(ParseResult parsed, InterthreadSettings probe) {
    List<String> homes = parsed.matchedOptionValue(JAVA, List.of());
    List<String> options = parsed.matchedOptionValue(OPTIONS, List.of());
    int count = Math.max(homes.size(), options.size());
    if (count > 0) {
      requireSame(parsed, homes.size(), options.size());
      requireSupported(parsed, probe);
    }
    List<InterthreadJvm> jvms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String home = homes.isEmpty() ? "" : homes.get(homes.size() == 1 ? 0 : i);
      if (!homes.isEmpty() && home.isBlank()) {
        throw FlagValues.wrong(parsed, JAVA, "expected the home of a JDK");
      }
      String text = options.isEmpty() ? "" : options.get(options.size() == 1 ? 0 : i);
      jvms.add(
          new InterthreadJvm(
              home.isEmpty() ? null : Path.of(home),
              Stream.of(text.strip().split("\\s+", -1)).filter(each -> !each.isEmpty()).toList()));
    }
    return jvms;
  }

  private static void requireSame(ParseResult parsed, int homes, int options) {
    if (homes > 1 && options > 1 && homes != options) {
      throw FlagValues.wrong(
          parsed,
          OPTIONS,
          EnglishText.format(
              "%d times, and --java %d times; expected as many, or one for all", options, homes));
    }
  }

  private static void requireSupported(ParseResult parsed, InterthreadSettings probe) {
    if (!QUEUES.contains(probe.queue())) {
      throw FlagValues.wrong(
          parsed,
          "--queue",
          "in a JVM of its own: one of "
              + String.join(", ", QUEUES.stream().map(QueueKind::text).toList()));
    }
    if (probe.waiting() != WaitMode.SPIN) {
      throw FlagValues.wrong(parsed, "--waiting", "in a JVM of its own: spin only");
    }
    for (String flag : List.of("--pin", "--threshold", "--show")) {
      if (parsed.hasMatchedOption(flag)) {
        throw FlagValues.wrong(parsed, flag, "not in a JVM of its own");
      }
    }
  }

  static ProbeDocument document(
      InterthreadSettings probe, String rate, InterthreadComparison result, ProbeOutput output) {
    ProbeDocument document = new ProbeDocument("interthread");
    List<String> disturbed = new ArrayList<>();
    List<List<Cell>> rows = new ArrayList<>();
    List<List<Cell>> jvms = new ArrayList<>();
    for (int i = 0; i < result.jvms().size(); i++) {
      Measured each = result.jvms().get(i);
      int number = i + 1;
      each.disturbed().forEach(text -> disturbed.add("JVM " + number + ' ' + text));
      jvms.add(
          List.of(
              Cell.text("JVM " + number),
              Cell.count(each.messages().intended()),
              Cell.count(each.messages().sent()),
              Cell.count(each.messages().neverSent()),
              Cell.count(each.messages().received())));
    }
    document.remarks("disturbed", "", disturbed);
    document.fact("queue", "queue", Cell.text(probe.queue().text()));
    document.fact("rate", "rate", Cell.text(rate));
    for (int i = 0; i < result.jvms().size(); i++) {
      document.fact("jvm" + (i + 1), "JVM " + (i + 1), Cell.text(result.jvms().get(i).jvm()));
    }
    if (probe.rate() != null) {
      addRows(rows, "response", InterthreadProbe.RESPONSE, result, output);
    }
    addRows(rows, "service", InterthreadProbe.SERVICE, result, output);
    if (probe.rate() != null) {
      addRows(rows, "wait", InterthreadProbe.WAIT, result, output);
    }
    document.table("latency", "", output.percentileColumns(new Column("measure", "")), rows);
    document.table(
        "messages",
        "Messages",
        List.of(
            new Column("jvm", ""),
            new Column("due", "due"),
            new Column("sent", "sent"),
            new Column("neverSent", "never sent"),
            new Column("received", "received")),
        jvms);
    return document;
  }

  private static void addRows(
      List<List<Cell>> rows,
      String name,
      String measure,
      InterthreadComparison result,
      ProbeOutput output) {
    for (int i = 1; i <= result.jvms().size(); i++) {
      rows.add(output.percentileRow(name + ", JVM " + i, InterthreadForks.tag(i, measure)));
    }
  }
}
