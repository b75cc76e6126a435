package dev.takt.load.config;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.text.Spelling;
import dev.takt.load.text.Texts;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Messages for a target that no driver accepts.
public final class UnknownTargetMessage {

  private static final Pattern PORT = Pattern.compile(":?(\\d{1,5})(/.*)?");

  private static final Pattern HOST =
      Pattern.compile("(?:[\\w.-]+|\\[[0-9A-Fa-f:.]+(?:%[^\\]]+)?\\])(?::\\d{1,5})?(?:[/?].*)?");

  /// Matches a host without a port: `localhost`, an address, a name with a dot; not `plan`.
  private static final Pattern CLEARLY_HOST =
      Pattern.compile(
          "(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3}|[\\w-]+(?:\\.[\\w-]+)*\\.[A-Za-z]{2,}|[^/?]*[\\]]|[^/?]*:\\d{1,5})(?:[/?].*)?");

  private static final Pattern SCHEME = Pattern.compile("(?s)([A-Za-z][A-Za-z0-9+.-]*)://(.*)");

  private static final List<String> SCHEMES = List.of("http", "https", "redis", "rediss");

  /// JDBC's names of databases, by the scheme that the databases' own tools use.
  private static final Map<String, String> JDBC =
      Map.of(
          "postgres", "postgresql",
          "postgresql", "postgresql",
          "mysql", "mysql",
          "mariadb", "mariadb",
          "sqlserver", "sqlserver",
          "clickhouse", "clickhouse");

  private static final Set<String> YCSB = Set.of("mongodb", "cassandra");

  private UnknownTargetMessage() {}

  static String unknown(String target, List<DriverProvider> providers) {
    return EnglishText.format(
        "no driver knows %s; %s",
        Texts.quoted(MaskedTarget.ofUnknown(target)), expected(target, providers));
  }

  /// What is expected instead of an invalid target, as a part of a sentence.
  public static String expected(String text, List<DriverProvider> providers) {
    String database = database(text);
    if (!database.isEmpty()) {
      return database;
    }
    String url = url(text);
    if (!url.isEmpty()) {
      return "did you mean " + url + "?";
    }
    List<String> forms = providers.stream().map(DriverProvider::targetForm).toList();
    return "expected one of\n    " + String.join("\n    ", forms);
  }

  /// The JDBC URL to suggest for the URL of a database; empty if it is none.
  private static String database(String target) {
    Matcher url = SCHEME.matcher(target);
    if (!url.matches()) {
      return "";
    }
    String scheme = url.group(1).toLowerCase(Locale.ROOT);
    String jdbc = JDBC.get(scheme);
    if (jdbc != null) {
      String jar = jdbc.equals("postgresql") ? "" : ", with --driver-jar FILE";
      return "did you mean jdbc:" + jdbc + "://" + withoutUser(url.group(2)) + jar + "?";
    }
    return YCSB.contains(scheme) ? "did you mean ycsb:" + scheme + ", a binding of YCSB?" : "";
  }

  private static String withoutUser(String rest) {
    int slash = rest.indexOf('/');
    int at = (slash < 0 ? rest : rest.substring(0, slash)).lastIndexOf('@');
    return rest.substring(at + 1).replaceFirst("\\?.*", "");
  }

  /// The URL that was probably meant; empty if the text is not a host.
  private static String url(String target) {
    Matcher url = SCHEME.matcher(target);
    if (url.matches()) {
      return Spelling.nearest(url.group(1), SCHEMES)
          .map(each -> each + "://" + withoutUser(url.group(2)))
          .orElse("");
    }
    Matcher port = PORT.matcher(target);
    if (port.matches()) {
      return "http://127.0.0.1:" + port.group(1) + (port.group(2) == null ? "/" : port.group(2));
    }
    if (!HOST.matcher(target).matches() || !CLEARLY_HOST.matcher(target).matches()) {
      return "";
    }
    boolean hasPath = target.contains("/") || target.contains("?");
    return "http://" + target + (hasPath ? "" : "/");
  }
}
