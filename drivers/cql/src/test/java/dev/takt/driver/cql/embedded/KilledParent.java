package dev.takt.driver.cql.embedded;

import java.nio.file.Path;

/// A process that starts a server and then waits to be killed.
final class KilledParent {

  private KilledParent() {}

  public static void main(String[] arguments) throws Exception {
    CassandraSettings settings = CassandraSettings.installed().dataIn(Path.of(arguments[0]));
    CassandraServer server = CassandraServer.start(settings, Path.of(arguments[1]));
    System.out.println(server.address().getPort());
    Thread.sleep(Long.MAX_VALUE);
  }
}
