package dev.takt.driver.jdbc.jars;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Creates jars with JDBC drivers that only report how they were called.
public final class CompiledDriver {

  public static final String REGISTRATION = "META-INF/services/java.sql.Driver";

  private CompiledDriver() {}

  /// The source of a driver that registers itself when its class is initialized.
  ///
  /// @param database in the prefix of the URLs that it accepts: `jdbc:DATABASE:`
  /// @param connect the body of the method
  public static String source(String className, String database, String connect) {
    int dot = className.lastIndexOf('.');
    return """
    package PACKAGE;
    import java.sql.*;
    public class NAME implements java.sql.Driver {
      static {
        try { DriverManager.registerDriver(new NAME()); }
        catch (SQLException e) { throw new IllegalStateException(e); }
      }
      public Connection connect(String url, java.util.Properties info) throws SQLException { CONNECT }
      public boolean acceptsURL(String url) { return url.startsWith("jdbc:DATABASE:"); }
      public DriverPropertyInfo[] getPropertyInfo(String url, java.util.Properties info) { return null; }
      public int getMajorVersion() { return 1; }
      public int getMinorVersion() { return 0; }
      public boolean jdbcCompliant() { return false; }
      public java.util.logging.Logger getParentLogger() { return null; }
    }
    """
        .replace("PACKAGE", className.substring(0, dot))
        .replace("NAME", className.substring(dot + 1))
        .replace("DATABASE", database)
        .replace("CONNECT", connect);
  }

  /// A statement that throws an exception with a message.
  public static String saying(String expression) {
    return "throw new SQLException(\"said: \" + " + expression + ");";
  }

  /// Compiles classes.
  ///
  /// @param sources by class name
  /// @return the class files by their names in a jar
  public static Map<String, byte[]> compile(Map<String, String> sources) throws IOException {
    Path folder = Files.createTempDirectory("takt-driver-");
    for (Map.Entry<String, String> each : sources.entrySet()) {
      Path file = folder.resolve("src/" + each.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
    StringWriter diagnostics = new StringWriter();
    PrintWriter out = new PrintWriter(diagnostics);
    Path classes = folder.resolve("classes");
    List<String> arguments = new java.util.ArrayList<>(List.of("-d", classes.toString()));
    try (Stream<Path> files = Files.walk(folder)) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    if (javac.run(out, out, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalArgumentException(diagnostics.toString());
    }
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        entries.put(classes.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
    return entries;
  }

  /// Writes a jar with one driver.
  ///
  /// @param registered whether it is registered for [java.util.ServiceLoader]
  public static Path jar(
      Path jar, String className, String database, String connect, boolean registered)
      throws IOException {
    Map<String, byte[]> entries = compile(Map.of(className, source(className, database, connect)));
    if (registered) {
      entries.put(REGISTRATION, className.getBytes(StandardCharsets.UTF_8));
    }
    return jar(jar, entries);
  }

  /// Writes a jar.
  public static Path jar(Path jar, Map<String, byte[]> entries) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        out.putNextEntry(new JarEntry(each.getKey()));
        out.write(each.getValue());
      }
    }
    return jar;
  }
}
