package dev.takt.cli.usage;

import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takt's equivalents of other tools' flags, such as `use --connections 16`.
final class ForeignFlagHints {

  private static final Pattern BARE = Pattern.compile("\\d+(\\.\\d+)?");

  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)(?:/1?([a-z]+))?");

  private static final Pattern STAGE = Pattern.compile("([^:,\\s]+):(\\d+(?:\\.\\d+)?)");

  /// Blocking drivers have workers, not connections.
  private static final List<String> BLOCKING = List.of("jdbc:", "postgres:", "ycsb:", "sim:");

  /// Flags that set the pace. Without any of them, the other tools send as fast as possible.
  private static final Pattern PACED =
      Pattern.compile(
          "(--(rate|rps|qps|arrival-rate|overallRate|schedule|stages?|mode|latency-correction)"
              + "|-rate|-stage|-target)(=.*)?|-[Rqrsp]\\d*");

  private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?([a-zA-Zµ]+\\S*)?");

  private final List<String> args;
  private final boolean blocks;
  private final boolean searchesRate;

  /// @param args the whole command line; its target decides between connections and workers
  /// @param searchesRate whether the command searches for the rate
  ForeignFlagHints(List<String> args, boolean searchesRate) {
    this.args = args;
    this.blocks = args.stream().anyMatch(each -> BLOCKING.stream().anyMatch(each::startsWith));
    this.searchesRate = searchesRate;
  }

  /// Locust's `-H` is the target; for other tools it is a header.
  static String header(String text) {
    return (text.matches("https?://.*") ? "use --target " : "use --header ")
        + ForeignFlag.quoted(text);
  }

  String connections(String number) {
    String use = "use " + (blocks ? "--workers " : "--connections ") + number;
    boolean isPaced = searchesRate || args.stream().anyMatch(each -> PACED.matcher(each).matches());
    return isPaced ? use : use + ", and --mode throughput for a closed loop";
  }

  /// oha's `-q` is the total rate, hey's is the rate of each worker.
  String rateOrRateOfEach(String text) {
    int at = args.indexOf("-c");
    String workers = at < 0 || at + 1 == args.size() ? "" : args.get(at + 1);
    return searchesRate || !workers.matches("\\d{1,6}") || !text.matches("\\d{1,9}")
        ? rate(text)
        : EnglishText.format(
            "%s (oha), or %s/s (hey: for each of -c %s)",
            rate(text),
            MachineText.format("%d", Long.parseLong(text) * Long.parseLong(workers)),
            workers);
  }

  static String count(String number) {
    return "use --count " + number;
  }

  static String duration(String time) {
    return "use --duration " + time(time);
  }

  String rate(String text) {
    Matcher matcher = RATE.matcher(text);
    if (searchesRate) {
      return "leave it out, the rate is what is searched: --between LOW and HIGH";
    }
    if (text.equals("0")) {
      return "use --mode throughput";
    }
    String unit = matcher.matches() && matcher.group(2) != null ? matcher.group(2) : "s";
    return "use --rate " + (matcher.matches() ? matcher.group(1) + "/" + unit : text + "/s");
  }

  /// A duration for wrk, k6 and bombardier; a body for oha and hey.
  static String durationOrBody(String text) {
    return TIME.matcher(text).matches() || text.equals("TIME")
        ? duration(text)
        : "use --body " + ForeignFlag.quoted(text);
  }

  /// Threads for wrk; a timeout of one request for oha and hey; the duration of the run for ab.
  /// Without a number it is YCSB's flag for its second phase.
  static String threadsOrTime(String text) {
    if (text.isEmpty()) {
      return "leave it out, it is not needed";
    }
    String time = time(text);
    return BARE.matcher(text).matches()
        ? EnglishText.format("use --threads %s, --duration %s or --timeout %s", text, time, time)
        : "use --duration " + time + " or --timeout " + time;
  }

  /// k6's stages are numbers of users; those of a schedule are rates.
  String stages(String text) {
    Matcher matcher = STAGE.matcher(text);
    StringBuilder schedule = new StringBuilder();
    String from = "0";
    while (matcher.find()) {
      schedule
          .append(schedule.isEmpty() ? "" : ", ")
          .append(
              EnglishText.format(
                  "ramp %s/s..%s/s %s", from, matcher.group(2), time(matcher.group(1))));
      from = matcher.group(2);
    }
    return schedule.isEmpty() ? rampUp() : "use --schedule '" + schedule + "'";
  }

  String rampUp() {
    return searchesRate ? "leave it out" : "use --schedule 'ramp 0/s..1000/s 30s, hold 1000/s 1m'";
  }

  /// A duration with its unit; without a unit it is in seconds.
  static String time(String text) {
    return BARE.matcher(text).matches()
        ? text + "s"
        : text.equals("TIME") ? text : text.toLowerCase(Locale.ROOT);
  }
}
