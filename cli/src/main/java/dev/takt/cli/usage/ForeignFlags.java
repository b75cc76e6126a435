package dev.takt.cli.usage;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The flags of wrk, wrk2, oha, hey, k6, ab, vegeta, Hyperfoil, bombardier, autocannon, Locust and
/// YCSB, with Takt's equivalents.
final class ForeignFlags {

  private static final Pattern NUMBER = Pattern.compile("\\d.*");
  private static final Pattern TEXT = Pattern.compile("(?s)[^-].*");
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  /// A number of users, or a user with a password.
  private static final Pattern USERS = Pattern.compile("\\d+|[^-].*:.*");

  private static final String NO_PROXY =
      "leave it out, Takt connects to the target itself: name the proxied server in --target";
  private static final String HTTP_3 =
      "leave it out, Takt has no HTTP/3: --http auto lets the server choose HTTP/2 or HTTP/1.1";
  private static final String CLOSING = "use --header 'Connection: close'";
  private static final String CREDENTIALS = "use http://USER:PASSWORD@HOST/";

  private static final String PERCENTILES = "leave it out, percentiles are always printed";
  private static final String KEPT =
      "leave it out, connections are kept open (--insecure accepts any certificate)";

  private final Map<String, ForeignFlag> all = new LinkedHashMap<>();
  private final ForeignFlagHints answers;

  /// @param args the whole command line; its target decides between connections and workers
  /// @param searchesRate whether the command searches for the rate
  ForeignFlags(List<String> args, boolean searchesRate) {
    this.answers = new ForeignFlagHints(args, searchesRate);
    addLoad();
    addRequest();
    addVegeta();
    addYcsb();
  }

  /// The flags, by their typed name.
  Map<String, ForeignFlag> all() {
    return all;
  }

  private void addLoad() {
    number(
        "N",
        answers::connections,
        "-c",
        "--concurrency",
        "--concurrent",
        "--vus",
        "--users",
        "--clients");
    add(USERS, "N", v -> v.contains(":") ? CREDENTIALS : answers.connections(v), "-u");
    number(
        "N",
        ForeignFlagHints::count,
        "-n",
        "-i",
        "--requests",
        "--iterations",
        "--amount",
        "--total");
    number(
        "TIME",
        ForeignFlagHints::duration,
        "-z",
        "--run-time",
        "--duration-seconds",
        "--timelimit");
    number("N", answers::rate, "-R", "--qps", "--rps", "--overallRate", "--arrival-rate");
    add(NUMBER, "", v -> v.isEmpty() ? "use --quiet" : answers.rateOrRateOfEach(v), "-q");
    add(NUMBER, "", v -> v.isEmpty() ? "leave it out" : answers.rate(v), "-r");
    add(TEXT, "TIME", ForeignFlagHints::durationOrBody, "-d");
    add(NUMBER, "", ForeignFlagHints::threadsOrTime, "-t");
    number("N", v -> "use --threads " + v, "-w");
    flag(PERCENTILES, "--latency", "--latencies", "--u_latency", "-U");
    flag(PERCENTILES + " (wrk2); use --follow-redirects (curl)", "-L");
    flag(KEPT, "-k", "--keepalive", "--keep-alive");
    flag("use --quiet", "--no-tui", "--headless", "--silent");
    add(TEXT, "TIME:N", answers::stages, "-stage", "--stage", "--stages");
    number("N", _ -> answers.rampUp(), "--spawn-rate", "--ramp-up", "--rampup");
    flag("leave it out, times start when a request is due", "--latency-correction");
  }

  private void addRequest() {
    add(TEXT, "METHOD", v -> "use --method " + v, "-m", "-X", "--request");
    add(TEXT, "'NAME: VALUE'", ForeignFlagHints::header, "-H");
    add(TEXT, "TEXT", v -> "use --body " + ForeignFlag.quoted(v), "-b", "--data", "--data-raw");
    add(TEXT, "FILE", v -> "use --body " + ForeignFlag.quoted("@" + v), "-D", "-f", "--body-file");
    add(TEXT, "TYPE", header("Content-Type"), "-T", "--content-type");
    add(TEXT, "TYPE", header("Accept"), "-A");
    add(TEXT, "COOKIE", header("Cookie"), "-C", "--cookie");
    add(TEXT, "", _ -> CREDENTIALS, "-a", "--basic-auth", "--user-password");
    flag("use --follow-redirects", "--location", "--redirect", "--follow");
    add(TEXT, "", _ -> NO_PROXY, "-x", "--proxy");
    flag("leave it out, HTTP/1.1 is the default", "--http1.1");
    flag("use --http 2", "--http2", "-http2", "--http2-prior-knowledge");
    flag(HTTP_3, "--http3");
    flag(CLOSING, "--disable-keepalive", "--no-keepalive", "-disable-keepalive");
    flag("use --format json", "--json", "-j", "--print-result-as-json");
    add(TEXT, "URL", v -> "use --target " + ForeignFlag.quoted(v), "--url", "--host", "--server");
    add(TEXT, "FILE", v -> "use --format json > " + v, "-o", "--output");
  }

  /// Adds flags with one dash and a word. Flags that Takt has under the same name need no table.
  private void addVegeta() {
    number("N", answers::rate, "-rate");
    number("TIME", ForeignFlagHints::duration, "-duration");
    number(
        "N", answers::connections, "-workers", "-max-workers", "-connections", "-max-connections");
    number("TIME", v -> "use --timeout " + ForeignFlagHints.time(v), "-timeout");
    add(TEXT, "FILE", v -> "use --body " + ForeignFlag.quoted("@" + v), "-body");
    add(TEXT, "FILE", _ -> "use --target URL, or operations in a plan", "-targets");
  }

  private void addYcsb() {
    number("N", v -> "use -p threadcount=" + v, "-threads");
    number("N", v -> "use -p target=" + v, "-target");
    add(TEXT, "CLASS", v -> "use --target ycsb:" + v, "-db");
    flag("use takt load", "-load");
    add(TEXT, "", v -> v.isEmpty() ? PERCENTILES : "use -p label=" + v, "-l");
  }

  private static UnaryOperator<String> header(String name) {
    return value -> "use --header " + ForeignFlag.quoted(name + ": " + value);
  }

  private void flag(String answer, String... names) {
    add(NOTHING, "", _ -> answer, names);
  }

  private void number(String placeholder, UnaryOperator<String> answer, String... names) {
    add(NUMBER, placeholder, answer, names);
  }

  private void add(
      Pattern value, String placeholder, UnaryOperator<String> answer, String... names) {
    for (String name : names) {
      all.put(name, new ForeignFlag(value, placeholder, answer));
    }
  }
}
