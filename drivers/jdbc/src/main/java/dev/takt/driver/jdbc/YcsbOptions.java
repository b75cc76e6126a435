package dev.takt.driver.jdbc;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.keyvalue.KeyValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The properties with which users of YCSB's JDBC binding name the database in a key-value
/// workload. Takt's own settings override them.
final class YcsbOptions {

  /// A target that leaves the database to the workload's properties.
  static final String TARGET = "jdbc:";

  private static final String URL = "db.url";
  private static final String USER = "db.user";
  private static final String PASSWORD = "db.passwd";

  /// Properties of YCSB's binding that this driver does not support, with what it does instead.
  private static final Map<String, String> IGNORED =
      Map.of(
          "db.batchsize", "each insert is a statement of its own",
          "jdbc.batchupdateapi", "each insert is a statement of its own",
          "jdbc.autocommit", "each statement is a transaction of its own",
          "jdbc.fetchsize", "all rows of a scan are fetched at once");

  private static final String DRIVER = "db.driver";

  private YcsbOptions() {}

  /// Whether a property is supported, or [#mentionIgnored] reports that it has no effect. The class
  /// name of a JDBC driver is unnecessary, because drivers register themselves.
  static boolean knows(String name) {
    return Set.of(URL, USER, PASSWORD, DRIVER).contains(name) || IGNORED.containsKey(name);
  }

  /// The URL to connect to.
  static String url(DriverRequest request) {
    String given = property(request, URL);
    String target = request.target();
    boolean isUrl = target.regionMatches(true, 0, TARGET, 0, TARGET.length());
    // JDBC drivers match the prefix of a URL in lower case.
    String url = isUrl ? TARGET + target.substring(TARGET.length()) : target;
    return url.equals(TARGET) && given != null ? given : url;
  }

  static @Nullable String user(DriverRequest request) {
    return property(request, USER);
  }

  static @Nullable String password(DriverRequest request) {
    return property(request, PASSWORD);
  }

  static List<PropertyProblem> check(KeyValues keyValues, String url) {
    List<PropertyProblem> problems = new ArrayList<>();
    if (!KeyValueWork.tableOf(keyValues).hasPlainNames()) {
      problems.add(
          new PropertyProblem(
              -1,
              "target",
              "the workload's table and fields must be names of letters, digits and _, found "
                  + keyValues.table()
                  + " with "
                  + keyValues.fieldNames().getFirst()));
    }
    if (url.contains(";jdbc:")) {
      problems.add(
          new PropertyProblem(
              -1,
              "target",
              "records spread over several databases are not supported: name one URL"));
    }
    return problems;
  }

  /// Reports each property that has no effect.
  static void mentionIgnored(KeyValues keyValues, Consumer<String> progress) {
    IGNORED.entrySet().stream()
        .filter(each -> keyValues.properties().containsKey(each.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> progress.accept(each.getKey() + " is ignored: " + each.getValue()));
  }

  private static @Nullable String property(DriverRequest request, String name) {
    KeyValues keyValues = request.workload().keyValues();
    return keyValues == null ? null : keyValues.properties().get(name);
  }
}
