package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.table.FakeDatabase;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command line of `user`, its profile, and the database.
final class UserScenario {

  final List<String> progress = new ArrayList<>();
  final FakeDatabase database;
  private final Path folder;
  private String options = "";
  private Share share = Share.WHOLE;

  /// @param columns `name kind position type`, separated by `;`
  UserScenario(Path folder, String columns) {
    this.folder = folder;
    this.database = new FakeDatabase(columns);
  }

  /// Writes the profile `p.yaml` of table `shop.items`.
  ///
  /// @param rest what follows keyspace and table
  UserScenario withProfile(String rest) {
    return withProfile("p.yaml", "keyspace: shop\ntable: items\n" + rest);
  }

  UserScenario withProfile(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /// Sets suboptions and groups of the command line.
  UserScenario with(String newOptions) {
    options = newOptions;
    return this;
  }

  /// Sets the part of the operations that is sent.
  UserScenario sharing(Share newShare) {
    share = newShare;
    return this;
  }

  UserPlan plan(String... operations) {
    StressSettings parsed = parsed("p.yaml");
    return UserPlan.read(
        (StressCommand.Run) parsed.command(),
        parsed.run().orElseThrow(),
        List.of(operations),
        folder);
  }

  StressSettings parsed(String profiles) {
    String line = "user n=100 no-warmup ops(insert=1) profile=" + profiles + " " + options;
    return StressSettings.parse(List.of(line));
  }

  /// Opens it for data of 3.x.
  Workload open(String... operations) throws DriverException {
    return open(Optional.of(DataVersion.V3), operations);
  }

  /// @param version of the data; empty for that of the data that are there
  Workload open(Optional<DataVersion> version, String... operations) throws DriverException {
    StressSettings parsed = parsed("p.yaml");
    return new UserSetup(
            (StressCommand.Run) parsed.command(),
            parsed.run().orElseThrow(),
            new Setup(
                "",
                "",
                List.of(operations),
                Consistency.LOCAL_QUORUM,
                1,
                new Sharing(share, null, FleetSettings.DEFAULT),
                database,
                progress::add),
            version)
        .open(plan(operations));
  }

  /// The values of the current statement: a text for each row, with blanks between integers.
  static List<String> rows(Request request) {
    List<String> rows = new ArrayList<>();
    ByteBuffer body = ByteBuffer.allocate(10_000);
    for (int i = 0; i < request.rows(); i++) {
      request.putValues(i, body.clear());
      rows.add(integers(body.flip()));
    }
    return rows;
  }

  private static String integers(ByteBuffer body) {
    List<String> values = new ArrayList<>();
    for (int left = body.getShort(); left > 0; left--) {
      values.add(body.getInt() < 0 ? "null" : "" + body.getInt());
    }
    if (body.hasRemaining()) {
      values.add("and " + body.remaining() + " bytes");
    }
    return String.join(" ", values);
  }
}
