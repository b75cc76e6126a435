package dev.takt.driver.jdbc.embedded;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;

/// A process that starts a server and then waits to be killed.
final class KilledGenerator {

  private KilledGenerator() {}

  public static void main(String[] arguments) throws DriverException, InterruptedException {
    PostgresServer server =
        PostgresServer.startTemporary(PostgresBinaries.unpacked(m -> {}), Path.of(arguments[0]));
    System.out.println(server.url());
    Thread.sleep(Long.MAX_VALUE);
  }
}
