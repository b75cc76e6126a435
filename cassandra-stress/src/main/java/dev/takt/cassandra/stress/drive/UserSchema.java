package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.Profile;
import dev.takt.cassandra.stress.profile.Profiles;
import dev.takt.cassandra.stress.share.SchemaObject;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Makes and empties the tables of profiles.
final class UserSchema {

  /// Only keyspaces, tables and views have an error of their own. Types, functions and indexes that
  /// are there are invalid statements.
  private static final Pattern IS_THERE =
      Pattern.compile(
          "AlreadyExists.*|Invalid.*(already exists|is a duplicate of existing index).*",
          Pattern.DOTALL);

  private final Database database;
  private final Consumer<String> progress;

  UserSchema(Database database, Consumer<String> progress) {
    this.database = database;
    this.progress = progress;
  }

  /// What [#create] makes if it is missing, in this order, as far as it can be named.
  static List<SchemaObject> made(Profiles profiles) {
    List<SchemaObject> made = new ArrayList<>();
    for (Profile each : profiles.profiles()) {
      if (each.definitions().table().isPresent()) {
        made.add(SchemaObject.of(each.table()));
      }
      for (String cql : each.definitions().extra()) {
        SchemaObject.of(cql, each.table().keyspace()).ifPresent(made::add);
      }
    }
    return made;
  }

  /// Executes the definitions, except of what is there already.
  void create(Profiles profiles) throws DriverException {
    for (Profile profile : profiles.profiles()) {
      Profile.Definitions definitions = profile.definitions();
      progress.accept("creating " + profile.table() + " where it is missing …");
      if (definitions.keyspace().isPresent()) {
        executeUnlessThere(definitions.keyspace().get());
      }
      List<String> inKeyspace = new ArrayList<>(definitions.extra());
      definitions.table().ifPresent(inKeyspace::addFirst);
      if (!inKeyspace.isEmpty()) {
        // Definitions need not name the keyspace.
        database.execute("USE " + CqlName.inQuotes(profile.table().keyspace()));
      }
      for (String cql : inKeyspace) {
        executeUnlessThere(cql);
      }
    }
    database.awaitSchemaAgreement();
  }

  void truncate(Profiles profiles) throws DriverException {
    for (Profile profile : profiles.profiles()) {
      progress.accept("truncating " + profile.table() + " …");
      database.execute("TRUNCATE " + profile.table());
    }
  }

  private void executeUnlessThere(String cql) throws DriverException {
    try {
      database.execute(cql);
    } catch (DriverException e) {
      if (!IS_THERE.matcher(String.valueOf(e.getMessage())).matches()) {
        throw e;
      }
    }
  }
}
