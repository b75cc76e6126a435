package dev.takt.it.cassandra;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.driver.cql.embedded.CassandraDownload;
import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.embedded.CassandraSettings;
import dev.takt.load.driver.DriverException;
import java.nio.file.Path;

/// A real Cassandra. Where its jars are missing, the tests that need it are skipped.
final class RealServer {

  private RealServer() {}

  /// @param directory for its data and its log
  static CassandraServer start(Path directory) throws DriverException {
    CassandraDownload download = new CassandraDownload();
    assumeTrue(
        download.jars().isIn(download.folder(System.getenv())),
        "the jars of Cassandra are missing: takt get cassandra fetches them");
    return CassandraServer.start(
        CassandraSettings.installed().dataIn(directory), directory.resolve("cassandra.log"));
  }
}
