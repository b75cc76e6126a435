package dev.takt.cli.usage;

import dev.takt.load.driver.MaskedTarget;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The flags of wrk, wrk2, oha, hey, k6, ab, vegeta, Hyperfoil, bombardier, autocannon, Locust and
/// YCSB, with Takt's equivalents.
final class PeerFlags {

  /// A flag of another tool.
  ///
  /// @param value the next argument is the flag's value if it matches
  /// @param placeholder shown instead of a missing value
  /// @param answer maps the value to a clause, such as `use --connections 16`
  record Peer(Pattern value, String placeholder, UnaryOperator<String> answer) {

    String answer(String given) {
      return answer.apply(given.isEmpty() ? placeholder : given);
    }
  }

  private static final Pattern NUMBER = Pattern.compile("\\d.*");
  private static final Pattern TEXT = Pattern.compile("(?s)[^-].*");
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  /// A number of users, or a user with a password.
  private static final Pattern USERS = Pattern.compile("\\d+|[^-].*:.*");

  private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?([a-zA-Zµ]+\\S*)?");
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

  private static final Set<String> SECRET = Set.of("-u", "-a", "--basic-auth", "--user-password");

  private static final String NO_PROXY =
      "leave it out, Takt connects to the target itself: name the proxied server in --target";
  private static final String HTTP_1 = "leave it out, Takt speaks HTTP/1.1";
  private static final String CLOSING = "use --header 'Connection: close'";
  private static final String CREDENTIALS = "use http://USER:PASSWORD@HOST/";

  private static final String PERCENTILES = "leave it out, percentiles are always printed";
  private static final String KEPT =
      "leave it out, connections are kept open (--insecure accepts any certificate)";

  private final Map<String, Peer> all = new LinkedHashMap<>();
  private final List<String> args;
  private final boolean blocks;
  private final boolean searchesRate;

  /// @param args the whole command line; its target decides between connections and workers
  /// @param searchesRate whether the command searches for the rate
  PeerFlags(List<String> args, boolean searchesRate) {
    this.args = args;
    this.blocks = args.stream().anyMatch(each -> BLOCKING.stream().anyMatch(each::startsWith));
    this.searchesRate = searchesRate;
    addLoad();
    addRequest();
    addVegeta();
    addYcsb();
  }

  /// The flags, by their typed name.
  Map<String, Peer> all() {
    return all;
  }

  private void addLoad() {
    number(
        "N",
        this::connections,
        "-c",
        "--concurrency",
        "--concurrent",
        "--vus",
        "--users",
        "--clients");
    add(USERS, "N", v -> v.contains(":") ? CREDENTIALS : connections(v), "-u");
    number("N", PeerFlags::count, "-n", "-i", "--requests", "--iterations", "--amount", "--total");
    number("TIME", PeerFlags::duration, "-z", "--run-time", "--duration-seconds", "--timelimit");
    number("N", this::rate, "-R", "--qps", "--rps", "--overallRate", "--arrival-rate");
    add(NUMBER, "", v -> v.isEmpty() ? "use --quiet" : rateOrRateOfEach(v), "-q");
    add(NUMBER, "", v -> v.isEmpty() ? "leave it out" : rate(v), "-r");
    add(TEXT, "TIME", PeerFlags::durationOrBody, "-d");
    add(NUMBER, "", PeerFlags::threadsOrTime, "-t");
    number("N", v -> "use --threads " + v, "-w");
    add(NOTHING, "", _ -> PERCENTILES, "--latency", "--latencies", "--u_latency", "-U");
    add(NOTHING, "", _ -> PERCENTILES + " (wrk2); use --follow-redirects (curl)", "-L");
    add(NOTHING, "", _ -> KEPT, "-k", "--keepalive", "--keep-alive");
    add(NOTHING, "", _ -> "use --quiet", "--no-tui", "--headless", "--silent");
    add(TEXT, "TIME:N", this::stages, "-stage", "--stage", "--stages");
    number("N", _ -> rampUp(), "--spawn-rate", "--ramp-up", "--rampup");
    add(
        NOTHING,
        "",
        _ -> "leave it out, times start when a request is due",
        "--latency-correction");
  }

  private void addRequest() {
    add(TEXT, "METHOD", v -> "use --method " + v, "-m", "-X", "--request");
    add(TEXT, "'NAME: VALUE'", PeerFlags::header, "-H");
    add(TEXT, "TEXT", v -> "use --body " + quoted(v), "-b", "--data", "--data-raw");
    add(TEXT, "FILE", v -> "use --body " + quoted("@" + v), "-D", "-f", "--body-file");
    add(TEXT, "TYPE", v -> "use --header " + quoted("Content-Type: " + v), "-T", "--content-type");
    add(TEXT, "TYPE", v -> "use --header " + quoted("Accept: " + v), "-A");
    add(TEXT, "COOKIE", v -> "use --header " + quoted("Cookie: " + v), "-C", "--cookie");
    add(TEXT, "", _ -> CREDENTIALS, "-a", "--basic-auth", "--user-password");
    add(NOTHING, "", _ -> "use --follow-redirects", "--location", "--redirect", "--follow");
    add(TEXT, "", _ -> NO_PROXY, "-x", "--proxy");
    add(
        NOTHING,
        "",
        _ -> HTTP_1,
        "--http2",
        "--http3",
        "--http1.1",
        "-http2",
        "--http2-prior-knowledge");
    add(NOTHING, "", _ -> CLOSING, "--disable-keepalive", "--no-keepalive", "-disable-keepalive");
    add(NOTHING, "", _ -> "use --format json", "--json", "-j", "--print-result-as-json");
    add(TEXT, "URL", v -> "use --target " + quoted(v), "--url", "--host", "--server");
    add(TEXT, "FILE", v -> "use --format json > " + v, "-o", "--output");
  }

  /// Adds flags with one dash and a word. Flags that Takt has under the same name need no table.
  private void addVegeta() {
    number("N", this::rate, "-rate");
    number("TIME", PeerFlags::duration, "-duration");
    number("N", this::connections, "-workers", "-max-workers", "-connections", "-max-connections");
    number("TIME", v -> "use --timeout " + time(v), "-timeout");
    add(TEXT, "FILE", v -> "use --body " + quoted("@" + v), "-body");
    add(TEXT, "FILE", _ -> "use --target URL, or operations in a plan", "-targets");
  }

  private void addYcsb() {
    number("N", v -> "use -p threadcount=" + v, "-threads");
    number("N", v -> "use -p target=" + v, "-target");
    add(TEXT, "CLASS", v -> "use --target ycsb:" + v, "-db");
    add(NOTHING, "", _ -> "use takt load", "-load");
    add(TEXT, "", v -> v.isEmpty() ? PERCENTILES : "use -p label=" + v, "-l");
  }

  private void number(String placeholder, UnaryOperator<String> answer, String... names) {
    add(NUMBER, placeholder, answer, names);
  }

  private void add(
      Pattern value, String placeholder, UnaryOperator<String> answer, String... names) {
    for (String name : names) {
      all.put(name, new Peer(value, placeholder, answer));
    }
  }

  /// Locust's `-H` is the target; for other tools it is a header.
  private static String header(String text) {
    return (text.matches("https?://.*") ? "use --target " : "use --header ") + quoted(text);
  }

  private String connections(String number) {
    String use = "use " + (blocks ? "--workers " : "--connections ") + number;
    boolean isPaced = searchesRate || args.stream().anyMatch(each -> PACED.matcher(each).matches());
    return isPaced ? use : use + ", and --mode throughput for a closed loop";
  }

  /// oha's `-q` is the total rate, hey's is the rate of each worker.
  private String rateOrRateOfEach(String text) {
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

  private static String count(String number) {
    return "use --count " + number;
  }

  private static String duration(String time) {
    return "use --duration " + time(time);
  }

  private String rate(String text) {
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
  private static String durationOrBody(String text) {
    return TIME.matcher(text).matches() || text.equals("TIME")
        ? duration(text)
        : "use --body " + quoted(text);
  }

  /// Threads for wrk; a timeout of one request for oha and hey; the duration of the run for ab.
  /// Without a number it is YCSB's flag for its second phase.
  private static String threadsOrTime(String text) {
    if (text.isEmpty()) {
      return "leave it out, it is not needed";
    }
    String time = time(text);
    return BARE.matcher(text).matches()
        ? EnglishText.format("use --threads %s, --duration %s or --timeout %s", text, time, time)
        : "use --duration " + time + " or --timeout " + time;
  }

  /// k6's stages are numbers of users; those of a schedule are rates.
  private String stages(String text) {
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

  private String rampUp() {
    return searchesRate ? "leave it out" : "use --schedule 'ramp 0/s..1000/s 30s, hold 1000/s 1m'";
  }

  /// A duration with its unit; without a unit it is in seconds.
  private static String time(String text) {
    return BARE.matcher(text).matches()
        ? text + "s"
        : text.equals("TIME") ? text : text.toLowerCase(Locale.ROOT);
  }

  /// A value that is safe to print: without a password.
  static String shown(String flag, String value) {
    int colon = value.indexOf(':');
    return SECRET.contains(flag) && colon >= 0
        ? value.substring(0, colon) + ":" + MaskedTarget.MASK
        : quoted(value);
  }

  static String quoted(String text) {
    return text.matches("[\\w./:=@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
