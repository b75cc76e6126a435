package dev.takt.driver.cql.embedded;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;

/// The settings of tests with a real server. Where its jars are missing, these tests are skipped.
public final class Installed {

  private Installed() {}

  /// @param data the folder for the server's data
  public static CassandraSettings settings(Path data) throws DriverException {
    CassandraDownload download = new CassandraDownload();
    assumeTrue(
        download.jars().isIn(download.folder(System.getenv())),
        "the jars of Cassandra are missing: takt get cassandra fetches them");
    return CassandraSettings.installed().dataIn(data);
  }
}
