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

/// The properties by which a key-value workload names its database, as those have written them who
/// used YCSB's own JDBC binding. What is said to Takt itself counts more.
final class YcsbOptions {

  /// A target that says nothing but that the workload names the database.
  static final String TARGET = "jdbc:";

  private static final String URL = "db.url";
  private static final String USER = "db.user";
  private static final String PASSWORD = "db.passwd";

  /// What YCSB's binding knows and this driver does not do, with what it does.
  private static final Map<String, String> IGNORED =
      Map.of(
          "db.batchsize", "each insert is a statement of its own",
          "jdbc.batchupdateapi", "each insert is a statement of its own",
          "jdbc.autocommit", "each statement is a transaction of its own",
          "jdbc.fetchsize", "all rows of a scan are fetched at once");

  private static final String DRIVER = "db.driver";

  private YcsbOptions() {}

  /// Whether a property has an effect here, or its having none is told by [#mentionIgnored]. The
  /// name of a JDBC driver's class is not needed: drivers register themselves.
  static boolean knows(String name) {
    return Set.of(URL, USER, PASSWORD, DRIVER).contains(name) || IGNORED.containsKey(name);
  }

  /// The URL to connect to.
  static String url(DriverRequest request) {
    String given = property(request, URL);
    String target = request.target();
    boolean isUrl = target.regionMatches(true, 0, TARGET, 0, TARGET.length());
    // JDBC drivers know their URLs by the prefix in lower case.
    String said = isUrl ? TARGET + target.substring(TARGET.length()) : target;
    return said.equals(TARGET) && given != null ? given : said;
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

  /// Says of each property that has no effect that it has none.
  static void mentionIgnored(KeyValues keyValues, Consumer<String> progress) {
    IGNORED.entrySet().stream()
        .filter(each -> keyValues.properties().containsKey(each.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> progress.accept(each.getKey() + " is ignored: " + each.getValue()));
  }

  private static @Nullable String property(DriverRequest request, String name) {
    KeyValues keyValues = request.keyValues();
    return keyValues == null ? null : keyValues.properties().get(name);
  }
}
