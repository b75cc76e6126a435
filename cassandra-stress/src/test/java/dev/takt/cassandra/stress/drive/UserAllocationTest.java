package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.workload.Request;
import dev.takt.load.driver.DriverException;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserAllocationTest {

  private static final String UPDATE = "update shop.items set v = ? where k = ? and c = ? if v = ?";

  @TempDir private Path folder;

  private final ByteBuffer body = ByteBuffer.allocate(1 << 20);
  private final ByteBuffer read = ByteBuffer.allocate(100).putInt(4).putInt(5);

  private Request request(String... operations) throws DriverException {
    UserScenario scenario =
        new UserScenario(
                folder,
                "c clustering 0 text; k partition_key 0 text; s regular -1 set<int>;"
                    + " v regular -1 blob")
            .withProfile(
                """
                columnspec:
                - {name: c, cluster: uniform(1..5)}
                - {name: v, size: uniform(1..50)}
                queries:
                  same: {cql: select a, fields: samerow}
                  multi: {cql: select b, fields: multirow}
                  if: {cql: 'UPDATE', fields: samerow}
                insert:
                  partitions: uniform(1..3)
                  select: uniform(1..2)/2
                  row-population: uniform(1..2)/2
                """
                    .replace("UPDATE", UPDATE))
            .with("-pop dist=gaussian(1..200)");
    scenario.database.setParameters("select a", "k", "c", "v");
    scenario.database.setParameters("select b", "k", "c", "c");
    scenario.database.setParameters(UPDATE, "v", "k", "c", "v");
    scenario.database.setParameters("SELECT v FROM shop.items where k = ? and c = ?", "k", "c");
    return scenario.open(operations).newRequest(false);
  }

  @Test
  void operationsAllocateNothing() throws DriverException {
    Request request = request("insert", "same", "multi", "if");
    Runnable operations =
        () -> {
          for (int i = 0; i < 8000; i++) {
            request.begin(i % 4, i);
            do {
              for (int row = 0; row < request.rows(); row++) {
                request.putValues(row, body.clear());
              }
              request.take(1, 1, read.position(8).flip());
            } while (request.ended(null) == null);
          }
        };
    assertThat(Allocation.of(100, operations)).isLessThan(100); // measuring allocates a little
  }
}
