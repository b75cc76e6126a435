package dev.takt.cli.render.stress;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.Graph;
import dev.takt.cassandra.stress.command.Mode;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.Schema;
import dev.takt.cassandra.stress.command.Transport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The groups of settings about files, servers and connections.
record ConnectionText(SettingsText text) {

  private static final String SECRET = "*suppressed*";

  void log(RunSettings settings) {
    text.group("Log");
    text.line("No Settings", !settings.log().showsSettings());
    text.lineOrNull("File", settings.log().file());
    text.lineOrNull("Hdr File", settings.log().hdrFile());
    text.line("Interval Millis", settings.log().interval().toMillis());
    text.line("Level", settings.log().level());
  }

  void connection(RunSettings.Connection connection) {
    Mode mode = connection.mode();
    text.group("Mode");
    text.line("Connection Style", "CQL_PREPARED");
    text.line("CQL Version", "CQL3");
    text.line(
        "Protocol Version", mode.protocolVersion().map(n -> "V" + n).orElse("NEWEST_SUPPORTED"));
    text.lineOrNull("Username", mode.login().map(Mode.Login::user));
    text.lineOrNull("Password", mode.login().map(_ -> SECRET));
    text.lineIfPresent("Connections Per Host", mode.connectionsPerHost());
    text.lineIfPresent("Connections Per Shard", mode.connectionsPerShard());
    text.line("Compression", mode.compression());
    text.group("Node");
    text.line("Nodes", connection.node().hosts());
    text.lineIfPresent("File", connection.node().file());
    text.line("Is White List", connection.node().isWhitelist());
    text.lineOrNull("Datacenter", connection.node().datacenter());
  }

  void schema(Schema schema) {
    text.group("Schema");
    text.line("Keyspace", schema.keyspace());
    text.line("Replication Strategy", String.valueOf(schema.replication().get("class")));
    text.line("Replication Strategy Options", withoutClass(schema.replication()));
    text.lineOrNull("Table Compression", schema.compression());
    text.line("Table Compaction Strategy", String.valueOf(schema.compaction().get("class")));
    text.line("Table Compaction Strategy Options", withoutClass(schema.compaction()));
  }

  private static Map<String, String> withoutClass(Map<String, String> properties) {
    Map<String, String> rest = new LinkedHashMap<>(properties);
    rest.remove("class");
    return rest;
  }

  /// One line, with a blank at its end.
  void transport(Transport transport) {
    text.group("Transport");
    Map<String, String> values = new LinkedHashMap<>();
    store(values, "truststore", transport.truststore());
    store(values, "keystore", transport.keystore());
    values.put("ssl-protocol", "TLS");
    values.put("ssl-alg", "null");
    values.put("ssl-ciphers", "null");
    text.line(
        values.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue() + "; ")
            .collect(joining()));
  }

  private static void store(
      Map<String, String> values, String name, Optional<Transport.Store> store) {
    values.put(name, SettingsText.orNull(store.map(Transport.Store::file)));
    values.put(
        name + "-password",
        SettingsText.orNull(store.flatMap(Transport.Store::password).map(_ -> SECRET)));
  }

  void graph(Graph graph) {
    text.group("Graph");
    text.line("File", graph.file());
    text.line("Revision", graph.revision().orElse("unknown"));
    text.lineOrNull("Title", graph.title());
    text.lineIfPresent("Operation", graph.operation());
  }
}
