package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.embedded.PostgresServer;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.keyvalue.KeyValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Registers the JDBC driver: for PostgreSQL, for any other database with a JDBC driver in a named
/// jar, and for a PostgreSQL server that is started for the run.
public final class JdbcDriverProvider implements DriverProvider {

  private static final String URL_PREFIX = "jdbc:";

  /// For [java.util.ServiceLoader].
  public JdbcDriverProvider() {}

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public boolean accepts(String target) {
    return target.regionMatches(true, 0, URL_PREFIX, 0, URL_PREFIX.length())
        || target.equals(EmbeddedTarget.TARGET);
  }

  @Override
  public String targetForm() {
    return "jdbc:postgresql://HOST:PORT/DATABASE (or any JDBC URL), postgres:embedded";
  }

  @Override
  public List<Property> targetProperties() {
    return List.of(
        new Property(
            JdbcOptions.DRIVER_JAR,
            Type.FILES,
            "the jar of a JDBC driver, with what it needs: a file, a folder of jars, or a glob;"
                + " repeatable"),
        new Property(
            JdbcOptions.DRIVER_CLASS,
            Type.STRING,
            "the driver's class, where several in the jars accept the URL"),
        new Property("user", Type.STRING, "the database user"),
        new Property("password", Type.STRING, "the database user's password"),
        new Property(
            "create-table",
            Type.BOOLEAN,
            "create the table of a key-value workload unless it is there"),
        new Property("init", Type.STRINGS, "an SQL statement to execute once before the run"),
        new Property(
            "isolation",
            Type.STRING,
            "transaction isolation: " + String.join(", ", JdbcOptions.ISOLATIONS.keySet())));
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property("sql", Type.STRING, "the statement, with placeholders for generated values"),
        new Property(
            "prepared",
            Type.BOOLEAN,
            "bind values to a prepared statement (default); --no-prepared writes them into the"
                + " text, as literals"),
        new Property(
            SqlStep.TRANSACTION,
            Type.STRING,
            "instead of a statement, in a step of a journey: begin, commit or rollback"),
        new Property(
            "expect-rows", Type.INTEGER, "how many rows each statement must return or change"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return target.equals(EmbeddedTarget.TARGET)
        ? EmbeddedTarget.OPERATIONS
        : List.of(new OperationSpec("query", 1, Map.of()));
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  @Override
  public boolean drivesJourneys() {
    return true;
  }

  @Override
  public Optional<String> unreadable(Subject subject) {
    String what =
        switch (subject) {
          case Subject.Status _ -> "status";
          case Subject.Header _ -> "headers";
          case Subject.Cookie _ -> "cookies";
          case Subject.Body _ -> "body";
          case Subject.Size _ -> "size";
          case Subject.Json _, Subject.Rows _, Subject.Variable _ -> null;
        };
    return Optional.ofNullable(what)
        .map(each ->
            "the result of a statement has no "
                + each
                + ": read it by a JSONPath, such as $.id (of the first row) or $[1].id, or by rows");
  }

  @Override
  public Boundary boundary(Map<String, Object> properties) {
    try {
      return switch (SqlStep.kindOf(properties)) {
        case STATEMENT -> Boundary.NONE;
        case BEGIN -> Boundary.BEGIN;
        case COMMIT, ROLLBACK -> Boundary.END;
      };
    } catch (IllegalArgumentException _) {
      return Boundary.NONE; // reported by check
    }
  }

  @Override
  public boolean knowsWorkloadProperty(String name) {
    return YcsbOptions.knows(name);
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>(JdbcOptions.check(request));
    String url = YcsbOptions.url(request);
    if (request.workload().keyValues() != null) {
      problems.addAll(YcsbOptions.check(request.workload().keyValues(), url));
    }
    if (url.startsWith(URL_PREFIX)) {
      JdbcOptions.checkDriver(request, url, problems);
    } else {
      Stream.of("user", "password")
          .filter(request.properties()::containsKey)
          .map(name -> new PropertyProblem(-1, name, "postgres:embedded has its own user"))
          .forEach(problems::add);
    }
    return List.copyOf(problems);
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    List<String> init = new ArrayList<>();
    PostgresServer server = null;
    String url = YcsbOptions.url(request);
    if (url.equals(EmbeddedTarget.TARGET)) {
      server = EmbeddedTarget.start(request.runDirectory(), request.progress());
      url = server.url();
      if (request.workload().keyValues() == null) {
        init.addAll(EmbeddedTarget.INIT);
      }
    }
    init.addAll(JdbcOptions.init(request));
    Connector connector = JdbcOptions.connector(request, url);
    JdbcDriver driver =
        JdbcDriver.open(connector, init, work(request, server != null), server, request.progress());
    return JdbcOptions.hasSteps(request)
        ? new JdbcJourneyDriver(driver, JdbcOptions.steps(request))
        : driver;
  }

  /// @param empty whether the database was created for this run, and so has no data
  private static JdbcWork work(DriverRequest request, boolean empty) {
    KeyValues keyValues = request.workload().keyValues();
    if (keyValues == null) {
      return new SqlWork(JdbcOptions.operations(request));
    }
    YcsbOptions.mentionIgnored(keyValues, request.progress());
    return new KeyValueWork(
        keyValues, JdbcOptions.writing(request), empty || JdbcOptions.createsTable(request), empty);
  }
}
