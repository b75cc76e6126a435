package dev.takt.load.config;

import dev.takt.load.config.ExportSettings.Endpoint;
import dev.takt.load.config.ExportSettings.Otlp;
import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.text.Texts;
import dev.takt.runs.text.EnglishText;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a plan's export settings.
final class ExportSettingsReader {

  private static final String LOOPBACK = "127.0.0.1";
  private static final Pattern ENDPOINT =
      Pattern.compile("(?:(?:([\\w.-]+)|\\[([0-9a-fA-F:.]+)\\]):)?(\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:([\\x20-\\x7e\t]*)");

  /// Headers that the HTTP client sets itself and does not allow callers to set.
  private static final Set<String> NOT_TO_SET =
      Set.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

  private final KeyReader keys;
  private final Problems problems;

  ExportSettingsReader(KeyReader keys, Problems problems) {
    this.keys = keys;
    this.problems = problems;
  }

  ExportSettings read() {
    Duration linger = keys.time(PlanKey.PROMETHEUS_LINGER);
    Otlp otlp = otlp();
    refuseWithout(PlanKey.PROMETHEUS, List.of(PlanKey.PROMETHEUS_LINGER), "scraped");
    refuseWithout(
        PlanKey.OTLP,
        List.of(PlanKey.OTLP_INTERVAL, PlanKey.OTLP_TEMPORALITY, PlanKey.OTLP_HEADER),
        "pushed");
    return new ExportSettings(endpoint(), linger, otlp);
  }

  private void refuseWithout(PlanKey needed, List<PlanKey> dependent, String what) {
    if (!keys.has(needed)) {
      String reason = EnglishText.format("nothing is %s without --%s", what, needed.key());
      dependent.forEach(each -> keys.refuse(each, reason));
    }
  }

  private @Nullable Endpoint endpoint() {
    String text = keys.textOrNull(PlanKey.PROMETHEUS);
    if (text == null) {
      return null;
    }
    Matcher matcher = ENDPOINT.matcher(text.strip());
    int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : HIGHEST_PORT + 1;
    if (port > HIGHEST_PORT) {
      keys.problem(
          PlanKey.PROMETHEUS,
          "expected a port such as 9464, or HOST:PORT, found " + Texts.quoted(text));
      return null;
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    return new Endpoint(host == null ? LOOPBACK : host, port);
  }

  private @Nullable Otlp otlp() {
    Duration interval = interval();
    boolean delta = keys.choice(PlanKey.OTLP_TEMPORALITY).equals(ExportSettings.DELTA);
    List<String> headers = headers();
    String text = keys.textOrNull(PlanKey.OTLP);
    if (text == null) {
      return null;
    }
    URI url = url(text.strip());
    if (url == null) {
      keys.problem(
          PlanKey.OTLP,
          "expected http://HOST:PORT or https://HOST:PORT, with a path if need be, without user and query;"
              + " credentials belong into --"
              + PlanKey.OTLP_HEADER.key());
      return null;
    }
    return new Otlp(url, interval, delta, headers);
  }

  private static @Nullable URI url(String text) {
    try {
      URI url = new URI(text);
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      boolean isHttp = scheme.equals("http") || scheme.equals("https");
      boolean isBare =
          url.getRawUserInfo() == null
              && url.getRawQuery() == null
              && url.getRawFragment() == null
              && url.getPort() <= HIGHEST_PORT
              && url.getPort() != 0;
      return isHttp && isBare && url.getHost() != null ? url : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private Duration interval() {
    Duration interval = keys.time(PlanKey.OTLP_INTERVAL);
    if (interval.compareTo(MIN_INTERVAL) < 0) {
      keys.problem(PlanKey.OTLP_INTERVAL, "expected at least 100ms, found less");
    }
    return interval;
  }

  private List<String> headers() {
    String key = PlanKey.OTLP_HEADER.key();
    Origin at = keys.node(PlanKey.OTLP_HEADER).at();
    List<String> headers = new ArrayList<>();
    for (String text : keys.texts(PlanKey.OTLP_HEADER)) {
      Matcher matcher = HEADER.matcher(text.strip());
      if (!matcher.matches()) {
        // The message omits the text, which may be a secret.
        problems.addAlso(at, key, "expected 'Name: value', found something else");
      } else if (NOT_TO_SET.contains(matcher.group(1).toLowerCase(Locale.ROOT))) {
        problems.addAlso(at, key, matcher.group(1) + " cannot be set here");
      } else {
        headers.add(matcher.group(1) + ": " + matcher.group(2).strip());
      }
    }
    return headers;
  }
}
