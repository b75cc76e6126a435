package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.jars.LoadedDriver;
import dev.takt.driver.jdbc.sql.PreparedSql;
import dev.takt.driver.jdbc.sql.SqlDialect;
import dev.takt.driver.jdbc.sql.SqlStatement;
import dev.takt.driver.jdbc.sql.UnpreparedSql;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the properties of a request.
final class JdbcOptions {

  static final String DRIVER_JAR = "driver-jar";
  static final String DRIVER_CLASS = "driver-class";

  /// The isolation levels by name, weakest first.
  static final Map<String, Integer> ISOLATIONS = new LinkedHashMap<>();

  static {
    ISOLATIONS.put("read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED);
    ISOLATIONS.put("read-committed", Connection.TRANSACTION_READ_COMMITTED);
    ISOLATIONS.put("repeatable-read", Connection.TRANSACTION_REPEATABLE_READ);
    ISOLATIONS.put("serializable", Connection.TRANSACTION_SERIALIZABLE);
  }

  /// The most threads for the steps of journeys.
  private static final int MAX_THREADS = 10_000;

  private JdbcOptions() {}

  static List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>();
    String isolation = text(request.properties(), "isolation");
    if (isolation != null && !ISOLATIONS.containsKey(isolation.toLowerCase(Locale.ROOT))) {
      problems.add(
          new PropertyProblem(
              -1,
              "isolation",
              "expected one of "
                  + String.join(", ", ISOLATIONS.keySet())
                  + ", found "
                  + isolation));
    }
    if (request.workload().keyValues() == null) {
      for (int i = 0; i < request.workload().operations().size(); i++) {
        checkOperation(i, request, problems);
      }
    }
    if (hasSteps(request) && request.concurrency() > MAX_THREADS) {
      problems.add(
          new PropertyProblem(
              -1,
              "connections",
              "expected at most "
                  + MAX_THREADS
                  + " for jdbc, found "
                  + request.concurrency()
                  + ": each has a thread"));
    }
    checkInit(request, problems);
    return problems;
  }

  /// The operations that are statements.
  static List<SqlOperation> operations(DriverRequest request) {
    List<SqlOperation> operations = new ArrayList<>();
    for (int i = 0; i < request.workload().operations().size(); i++) {
      if (kind(i, request) == SqlStep.Kind.STATEMENT) {
        operations.add(operation(i, request));
      }
    }
    return List.copyOf(operations);
  }

  /// Whether the operations are steps of journeys.
  static boolean hasSteps(DriverRequest request) {
    return request.workload().operations().stream().anyMatch(each -> each.variables() != null);
  }

  /// The operations as steps of journeys.
  static List<SqlStep> steps(DriverRequest request) {
    List<SqlStep> steps = new ArrayList<>();
    for (int i = 0; i < request.workload().operations().size(); i++) {
      SqlStep.Kind kind = kind(i, request);
      steps.add(new SqlStep(kind, kind == SqlStep.Kind.STATEMENT ? operation(i, request) : null));
    }
    return List.copyOf(steps);
  }

  private static SqlStep.Kind kind(int index, DriverRequest request) {
    return SqlStep.kindOf(request.workload().operations().get(index).properties());
  }

  /// Finds the driver for a URL.
  ///
  /// @throws DriverException if there is none, or more than one
  static LoadedDriver driver(DriverRequest request, String url) throws DriverException {
    return LoadedDriver.find(
        url,
        Url.withoutSecrets(url),
        texts(request, DRIVER_JAR),
        text(request.properties(), DRIVER_CLASS));
  }

  /// How the statements of a key-value workload pass their values.
  static ValueWriting writing(DriverRequest request) {
    return new ValueWriting(
        dialect(request),
        request.workload().operations().stream().allMatch(JdbcOptions::isPrepared));
  }

  static Connector connector(DriverRequest request, String url) throws DriverException {
    Map<String, Object> properties = request.properties();
    String isolation = text(properties, "isolation");
    return new Connector(
        driver(request, url),
        url,
        firstOf(text(properties, "user"), YcsbOptions.user(request)),
        firstOf(text(properties, "password"), YcsbOptions.password(request)),
        isolation == null ? null : ISOLATIONS.get(isolation.toLowerCase(Locale.ROOT)),
        request.timeout());
  }

  /// Whether to create the table of a key-value workload.
  static boolean createsTable(DriverRequest request) {
    return Boolean.TRUE.equals(request.properties().get("create-table"));
  }

  private static @Nullable String firstOf(@Nullable String first, @Nullable String second) {
    return first == null ? second : first;
  }

  static List<String> init(DriverRequest request) {
    return texts(request, "init");
  }

  private static List<String> texts(DriverRequest request, String name) {
    return request.properties().get(name) instanceof List<?> texts
        ? texts.stream().map(String::valueOf).toList()
        : List.of();
  }

  /// Checks that there is exactly one driver for a URL.
  static void checkDriver(DriverRequest request, String url, List<PropertyProblem> problems) {
    boolean hasJars = request.properties().containsKey(DRIVER_JAR);
    if (!hasJars && request.properties().containsKey(DRIVER_CLASS)) {
      problems.add(
          new PropertyProblem(
              -1, DRIVER_CLASS, "is a class in a jar: name the jar with --driver-jar"));
      return;
    }
    try {
      LoadedDriver _ = driver(request, url);
    } catch (DriverException e) {
      problems.add(
          new PropertyProblem(-1, hasJars ? DRIVER_JAR : "target", String.valueOf(e.getMessage())));
    }
  }

  private static void checkOperation(
      int index, DriverRequest request, List<PropertyProblem> problems) {
    Map<String, Object> properties = request.workload().operations().get(index).properties();
    String sql = text(properties, "sql");
    boolean isStep = request.workload().operations().get(index).variables() != null;
    if (properties.containsKey(SqlStep.TRANSACTION)) {
      checkTransaction(index, isStep, properties, problems);
    } else if (isStep && sql != null && SqlStatement.hasTransactionControl(sql, dialect(request))) {
      problems.add(
          new PropertyProblem(
              index,
              "sql",
              "begins or ends a transaction: make it a step of its own, such as {transaction: begin},"
                  + " so that the user keeps its connection"));
    } else if (isStep && Boolean.FALSE.equals(properties.get("prepared"))) {
      problems.add(
          new PropertyProblem(index, "prepared", "values of users are always bound: leave it out"));
    } else if (sql == null || sql.isBlank()) {
      problems.add(
          new PropertyProblem(
              index,
              "sql",
              "a statement is needed, such as --sql 'select * from item where id = {uniform:1..1000}'"));
    } else {
      try {
        operation(index, request);
      } catch (IllegalArgumentException e) {
        problems.add(new PropertyProblem(index, "sql", String.valueOf(e.getMessage())));
      }
    }
    if (properties.get("expect-rows") instanceof Long rows && rows < 0) {
      problems.add(new PropertyProblem(index, "expect-rows", "expected 0 or more, found " + rows));
    }
  }

  private static void checkTransaction(
      int index, boolean isStep, Map<String, Object> properties, List<PropertyProblem> problems) {
    String problem = null;
    if (!isStep) {
      problem = "is for steps of journeys: an operation is a transaction of its own";
    } else if (properties.size() > 1) {
      problem = "is a step of its own, without sql and what belongs to it";
    } else {
      try {
        SqlStep.Kind _ = SqlStep.kindOf(properties);
      } catch (IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    if (problem != null) {
      problems.add(new PropertyProblem(index, SqlStep.TRANSACTION, problem));
    }
  }

  /// Checks the init statements, which have no placeholders: a `{` is literal.
  private static void checkInit(DriverRequest request, List<PropertyProblem> problems) {
    SqlDialect dialect = dialect(request);
    for (String statement : init(request)) {
      try {
        SqlStatement.check(statement, dialect);
      } catch (IllegalArgumentException e) {
        problems.add(new PropertyProblem(-1, "init", String.valueOf(e.getMessage())));
      }
    }
  }

  private static SqlDialect dialect(DriverRequest request) {
    return SqlDialect.of(YcsbOptions.url(request));
  }

  private static boolean isPrepared(OperationSpec operation) {
    return !Boolean.FALSE.equals(operation.properties().get("prepared"));
  }

  private static SqlOperation operation(int index, DriverRequest request) {
    OperationSpec operation = request.workload().operations().get(index);
    String sql = String.valueOf(operation.properties().get("sql"));
    Long rows = (Long) operation.properties().get("expect-rows");
    SqlDialect dialect = dialect(request);
    return new SqlOperation(
        isPrepared(operation)
            ? PreparedSql.parse(
                sql,
                request.workload().generators(),
                Objects.requireNonNullElse(operation.variables(), Map.of()),
                dialect)
            : UnpreparedSql.parse(sql, request.workload().generators(), dialect),
        request.workload().seed(),
        rows);
  }

  private static @Nullable String text(Map<String, Object> properties, String name) {
    return (String) properties.get(name);
  }
}
