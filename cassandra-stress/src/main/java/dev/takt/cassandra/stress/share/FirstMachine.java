package dev.takt.cassandra.stress.share;

import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.time.Duration;
import java.util.List;

/// Of several machines the first one makes and empties the tables, and what belongs to them. The
/// others wait until these are there, since nodes that get the same definition at once can make two
/// tables of it.
///
/// @param timeout for each object, after which a machine fails
public record FirstMachine(Setup setup, Duration timeout) {

  private static final Duration PAUSE = Duration.ofMillis(200);

  /// Far more than a node needs to use a table that it lists.
  private static final long LISTED_TO_USABLE_NANOS = 5_000_000_000L;

  /// With three quarters of the time that the machines of a fleet have to be ready: so this machine
  /// can say that the first object is missing before the coordinator gives it up.
  public FirstMachine(Setup setup) {
    this(setup, setup.sharing().fleet().joinTimeout().multipliedBy(3).dividedBy(4));
  }

  /// Whether it is this machine.
  public boolean isThis() {
    return setup.share().first() == 0;
  }

  /// Makes something, or waits until the first machine has made it.
  ///
  /// @param made what is there then
  /// @throws DriverException if it cannot be made, or does not come
  public void make(List<SchemaObject> made, Making making) throws DriverException {
    if (isThis()) {
      making.make();
      return;
    }
    for (SchemaObject each : made) {
      long deadline = System.nanoTime() + timeout.toNanos();
      while (!isThere(each)) {
        if (System.nanoTime() - deadline > 0) {
          throw new DriverException(
              "the "
                  + each
                  + " is not there after "
                  + timeout.toSeconds()
                  + " s. The machine with the first share makes it: see why it has not");
        }
        pause();
      }
    }
    setup.database().awaitSchemaAgreement();
    for (SchemaObject each : made) {
      awaitStatements(each);
    }
  }

  /// A node lists a new table a moment before it takes statements about it.
  private void awaitStatements(SchemaObject object) throws DriverException {
    long deadline = System.nanoTime() + LISTED_TO_USABLE_NANOS;
    while (object.kind().hasRows()) {
      try {
        setup.database().prepare("SELECT * FROM " + object.qualified());
        return;
      } catch (DriverException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new DriverException("the " + object + " cannot be read: " + e.getMessage(), e);
        }
        pause();
      }
    }
  }

  private static void pause() throws DriverException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while another machine made the tables", e);
    }
  }

  /// Makes what is missing.
  public interface Making {
    void make() throws DriverException;
  }

  private boolean isThere(SchemaObject object) throws DriverException {
    String column = object.kind().column();
    return !setup
        .database()
        .query(
            "SELECT "
                + column
                + " FROM system_schema."
                + object.kind().table()
                + " WHERE keyspace_name = "
                + CqlName.text(object.keyspace())
                + object.condition())
        .rows()
        .isEmpty();
  }
}
