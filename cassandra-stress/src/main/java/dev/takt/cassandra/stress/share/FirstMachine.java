package dev.takt.cassandra.stress.share;

import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.time.Duration;
import java.util.List;

/// Of several machines the first one makes and empties the tables. The others wait until these are
/// there, since nodes that get the same definition at once can make two tables of it.
///
/// @param timeout after which a machine makes them itself
public record FirstMachine(Setup setup, Duration timeout) {

  private static final Duration PAUSE = Duration.ofMillis(200);

  /// With a timeout below the one of a fleet for its machines to be ready.
  public FirstMachine(Setup setup) {
    this(setup, Duration.ofSeconds(30));
  }

  /// Whether it is this machine.
  public boolean isThis() {
    return setup.share().first() == 0;
  }

  /// Waits for tables that this machine would make otherwise.
  public void awaitTables(List<TableName> tables) throws DriverException {
    long deadline = System.nanoTime() + timeout.toNanos();
    for (TableName each : isThis() ? List.<TableName>of() : tables) {
      while (!isThere(each) && System.nanoTime() - deadline < 0) {
        pause();
      }
    }
  }

  private boolean isThere(TableName table) throws DriverException {
    return !setup
        .database()
        .query(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = "
                + CqlName.text(table.keyspace())
                + " AND table_name = "
                + CqlName.text(table.table()))
        .rows()
        .isEmpty();
  }

  private static void pause() throws DriverException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while another machine made the tables", e);
    }
  }
}
