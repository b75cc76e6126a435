package dev.takt.driver.jdbc.jars;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The JDBC driver of a run. Thread-safe.
public final class LoadedDriver {

  /// Common names of driver jars, by the word after `jdbc:`.
  private static final Map<String, String> JARS =
      Map.ofEntries(
          Map.entry("clickhouse", "clickhouse-jdbc.jar"),
          Map.entry("db2", "jcc.jar"),
          Map.entry("duckdb", "duckdb_jdbc.jar"),
          Map.entry("h2", "h2.jar"),
          Map.entry("hsqldb", "hsqldb.jar"),
          Map.entry("mariadb", "mariadb-java-client.jar"),
          Map.entry("mysql", "mysql-connector-j.jar"),
          Map.entry("oracle", "ojdbc17.jar"),
          Map.entry("sqlite", "sqlite-jdbc.jar"),
          Map.entry("sqlserver", "mssql-jdbc.jar"));

  private final Driver driver;
  private final @Nullable DriverJars jars;

  private LoadedDriver(Driver driver, @Nullable DriverJars jars) {
    this.driver = driver;
    this.jars = jars;
  }

  /// Finds the driver for a URL: in the named jars if there are any, otherwise among Takt's own
  /// libraries.
  ///
  /// @param jarNames files, folders and globs
  /// @param className of the driver; null for the one that accepts the URL
  /// @throws DriverException if there is no such driver, or more than one
  public static LoadedDriver find(
      String url, String shownUrl, List<String> jarNames, @Nullable String className)
      throws DriverException {
    if (jarNames.isEmpty()) {
      return ofClassPath(url, shownUrl);
    }
    DriverJars jars = DriverJars.of(jarNames);
    DriverSearch search = new DriverSearch(jars, url, shownUrl);
    return new LoadedDriver(className == null ? search.any() : search.named(className), jars);
  }

  private static LoadedDriver ofClassPath(String url, String shownUrl) throws DriverException {
    try {
      return new LoadedDriver(DriverManager.getDriver(url), null);
    } catch (SQLException e) {
      throw new DriverException("no JDBC driver for " + shownUrl + ": " + hint(url), e);
    }
  }

  private static String hint(String url) {
    String database = url.replaceFirst("(?i)^jdbc:", "").split(":", 2)[0].toLowerCase(Locale.ROOT);
    return database.equals("postgres")
        ? "did you mean jdbc:postgresql:?"
        : "Takt has only PostgreSQL's (jdbc:postgresql:); name the jar of another: --driver-jar "
            + JARS.getOrDefault(database, "driver.jar");
  }

  /// Opens a connection. Calls the driver directly, because [DriverManager] rejects drivers of
  /// other class loaders.
  ///
  /// @throws SQLException from the driver, or if a class of the driver cannot be loaded
  public Connection connect(String url, Properties properties) throws SQLException {
    String name = driver.getClass().getName();
    Connection connection;
    try (var _ = new ContextLoader(loader())) {
      connection = driver.connect(url, (Properties) properties.clone());
    } catch (LinkageError | RuntimeException e) {
      throw new SQLException(LoadFailure.text(name, e), e);
    }
    if (connection == null) {
      throw new SQLException(name + " does not accept this URL: it made no connection");
    }
    return connection;
  }

  /// Sets the current thread's context class loader to the driver's, permanently.
  public void useInThread() {
    ClassLoader loader = loader();
    if (loader != null) {
      Thread.currentThread().setContextClassLoader(loader);
    }
  }

  private @Nullable ClassLoader loader() {
    return jars == null ? null : jars.loader();
  }

  /// The driver's name, unless it is one of Takt's own: `org.sqlite.JDBC of sqlite-jdbc.jar`.
  public @Nullable String describe() {
    if (jars == null) {
      return null;
    }
    String name = driver.getClass().getName();
    List<Path> places = jars.with(name);
    return places.isEmpty() ? name : name + " of " + places.getFirst().getFileName();
  }
}
