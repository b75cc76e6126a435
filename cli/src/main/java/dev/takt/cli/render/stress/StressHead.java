package dev.takt.cli.render.stress;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.Columns;
import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.Graph;
import dev.takt.cassandra.stress.command.Insert;
import dev.takt.cassandra.stress.command.Mode;
import dev.takt.cassandra.stress.command.Population;
import dev.takt.cassandra.stress.command.Rate;
import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.Schema;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.Transport;
import dev.takt.runs.text.EnglishText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What cassandra-stress prints before a run: its settings, and what it is about to do.
///
/// Groups and names are those of cassandra-stress. What does not exist in Takt, such as JMX, is
/// left out; passwords are not shown; distributions are shown as they were written.
public final class StressHead {

  private static final String SECRET = "*suppressed*";

  private final StringBuilder text =
      new StringBuilder("******************** Stress Settings ********************\n");

  private StressHead() {}

  /// The settings, with an empty line at the end.
  public static String settings(StressCommand.Run command, RunSettings settings) {
    StressHead head = new StressHead();
    boolean isUser = command.name() == CommandName.USER;
    head.command(command, isUser);
    head.rate(settings.rate());
    head.population(settings.data().population());
    head.insert(settings.data().insert());
    if (!isUser) {
      head.columns(settings.tables().columns());
    }
    head.group("Errors");
    head.line("Ignore", settings.errors().isIgnored());
    head.line("Tries", settings.errors().retries() + 1);
    head.log(settings);
    head.connection(settings.connection());
    if (!isUser) {
      head.schema(settings.tables().schema());
    }
    head.transport(settings.connection().transport());
    head.group("Port");
    head.line("Native Port", settings.connection().port().nativePort());
    settings.graph().ifPresent(head::graph);
    head.group("TokenRange");
    head.line("Wrap", settings.data().tokenRange().wraps());
    head.line("Split Factor", settings.data().tokenRange().splitFactor());
    return head.text.append('\n').toString();
  }

  /// The line before the header: `Running WRITE with 50 threads for 100000 iteration`.
  public static String running(StressCommand.Run command, int threads) {
    Collection<String> operations = command.operations().active();
    String names =
        switch (command.name()) {
          case USER -> operations.toString();
          case MIXED ->
              operations.stream()
                  .map(name -> name.toUpperCase(Locale.ROOT))
                  .collect(joining(", ", "[", "]"));
          default -> command.name().name();
        };
    return "Running " + names + " with " + threads + " threads " + length(command.length()) + "\n";
  }

  private static String length(RunLength length) {
    return switch (length) {
      case RunLength.Count(long partitions) -> "for " + partitions + " iteration";
      case RunLength.Time time -> time(time).toLowerCase(Locale.ROOT);
      case RunLength.Uncertainty(double below, int _, int _) -> "until stderr of mean < " + below;
    };
  }

  /// cassandra-stress prints the unit that was written, which the settings do not keep.
  private static String time(RunLength.Time time) {
    long seconds = time.duration().toSeconds();
    return seconds % 60 == 0 ? seconds / 60 + " MINUTES" : seconds + " SECONDS";
  }

  private void command(StressCommand.Run command, boolean isUser) {
    group("Command");
    line("Type", command.name());
    line("Count", command.length() instanceof RunLength.Count(long count) ? grouped(count) : "-1");
    if (command.length() instanceof RunLength.Time time) {
      line("Duration", time(time));
    }
    line("No Warmup", !command.hasWarmUp());
    line("Consistency Level", command.consistency());
    line("Serial Consistency Level", command.serialConsistency());
    if (command.length() instanceof RunLength.Uncertainty(double below, int min, int max)) {
      line("Target Uncertainty", EnglishText.format("%.3f", below));
      line("Minimum Uncertainty Measurements", min);
      line("Maximum Uncertainty Measurements", max);
    } else {
      line("Target Uncertainty", "not applicable");
    }
    StressCommand.Operations operations = command.operations();
    if (!isUser) {
      line("Key Size (bytes)", operations.keySize());
      line("Counter Increment Distibution", "add=" + operations.increments()); // as misspelled
    }
    if (isUser || command.name() == CommandName.MIXED) {
      line("Command Ratios", ratios(operations.shares(), isUser));
      line("Command Clustering Distribution", "clustering=" + operations.clustering());
    }
    if (isUser) {
      line("Profile File(s)", String.join(",", operations.profiles()));
    }
  }

  private static String grouped(long count) {
    return EnglishText.format("%,d", count);
  }

  private static String ratios(Map<String, Double> shares, boolean isUser) {
    Map<String, Double> named = new LinkedHashMap<>();
    shares.forEach(
        (name, share) -> named.put(isUser ? name : name.toUpperCase(Locale.ROOT), share));
    return named.toString();
  }

  private void rate(Rate rate) {
    group("Rate");
    boolean isSearch = rate.minThreads() != rate.maxThreads();
    line("Auto", rate.stopsAtSaturation());
    if (isSearch) {
      line("Min Threads", rate.minThreads());
      line("Max Threads", rate.maxThreads());
    } else {
      line("Thread Count", rate.minThreads());
      line("OpsPer Sec", rate.perSecond());
    }
  }

  private void population(Population population) {
    group("Population");
    population.sequence().ifPresent(seeds -> line("Sequence", seeds.first() + ".." + seeds.last()));
    lineIfPresent("Read Look Back", population.lookback());
    lineIfPresent("Distribution", population.distribution());
    line("Order", population.contents().map(Object::toString).orElse("ARBITRARY"));
    line("Wrap", population.wraps());
  }

  private void insert(Insert insert) {
    group("Insert");
    line("Revisits", insert.revisit());
    line("Visits", insert.visits());
    lineIfPresent("Partitions", insert.partitions());
    lineIfPresent("Select Ratio", insert.select());
    lineIfPresent("Row Population Ratio", insert.rowPopulation());
    line("Batch Type", insert.batchType().map(Object::toString).orElse("not batching"));
  }

  private void columns(Columns columns) {
    group("Columns");
    line("Max Columns Per Key", columns.names().size());
    line("Column Names", columns.names());
    line("Timestamp", columns.timestamp().isPresent() ? columns.timestamp().getAsLong() : "null");
    line("Variable Column Count", false);
    line("Slice", columns.isSlice());
    line("Size Distribution", columns.size());
    line("Count Distribution", "FIXED(" + columns.names().size() + ")");
  }

  private void log(RunSettings settings) {
    group("Log");
    line("No Settings", !settings.log().showsSettings());
    line("File", orNull(settings.log().file()));
    line("Hdr File", orNull(settings.log().hdrFile()));
    line("Interval Millis", settings.log().interval().toMillis());
    line("Level", settings.log().level());
  }

  private void connection(RunSettings.Connection connection) {
    Mode mode = connection.mode();
    group("Mode");
    line("Connection Style", "CQL_PREPARED");
    line("CQL Version", "CQL3");
    line("Protocol Version", mode.protocolVersion().map(n -> "V" + n).orElse("NEWEST_SUPPORTED"));
    line("Username", orNull(mode.login().map(Mode.Login::user)));
    line("Password", orNull(mode.login().map(_ -> SECRET)));
    lineIfPresent("Connections Per Host", mode.connectionsPerHost());
    lineIfPresent("Connections Per Shard", mode.connectionsPerShard());
    line("Compression", mode.compression());
    group("Node");
    line("Nodes", connection.node().hosts());
    lineIfPresent("File", connection.node().file());
    line("Is White List", connection.node().isWhitelist());
    line("Datacenter", orNull(connection.node().datacenter()));
    lineIfPresent("Rack", connection.node().rack());
  }

  private void schema(Schema schema) {
    group("Schema");
    line("Keyspace", schema.keyspace());
    line("Replication Strategy", String.valueOf(schema.replication().get("class")));
    line("Replication Strategy Options", withoutClass(schema.replication()));
    line("Table Compression", orNull(schema.compression()));
    line("Table Compaction Strategy", String.valueOf(schema.compaction().get("class")));
    line("Table Compaction Strategy Options", withoutClass(schema.compaction()));
  }

  private static Map<String, String> withoutClass(Map<String, String> properties) {
    Map<String, String> rest = new LinkedHashMap<>(properties);
    rest.remove("class");
    return rest;
  }

  /// One line, with a blank at its end.
  private void transport(Transport transport) {
    group("Transport");
    Map<String, String> values = new LinkedHashMap<>();
    store(values, "truststore", transport.truststore());
    store(values, "keystore", transport.keystore());
    values.put("ssl-protocol", transport.protocol());
    values.put("ssl-alg", orNull(transport.algorithm()));
    values.put(
        "ssl-ciphers",
        transport.ciphers().isEmpty() ? "null" : String.join(",", transport.ciphers()));
    text.append("  ");
    values.forEach((name, value) -> text.append(name).append('=').append(value).append("; "));
    text.append('\n');
  }

  private static void store(
      Map<String, String> values, String name, Optional<Transport.Store> store) {
    values.put(name, orNull(store.map(Transport.Store::file)));
    values.put(
        name + "-password", orNull(store.flatMap(Transport.Store::password).map(_ -> SECRET)));
  }

  private void graph(Graph graph) {
    group("Graph");
    line("File", graph.file());
    line("Revision", graph.revision().orElse("unknown"));
    line("Title", orNull(graph.title()));
    lineIfPresent("Operation", graph.operation());
  }

  private static String orNull(Optional<?> value) {
    return value.map(Object::toString).orElse("null");
  }

  private void group(String name) {
    text.append(name).append(":\n");
  }

  private void lineIfPresent(String name, Optional<?> value) {
    value.ifPresent(present -> line(name, present));
  }

  private void line(String name, Object value) {
    text.append("  ").append(name).append(": ").append(value).append('\n');
  }
}
