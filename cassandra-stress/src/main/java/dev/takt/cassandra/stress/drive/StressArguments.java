package dev.takt.cassandra.stress.drive;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.InvalidCommandLineException;
import dev.takt.cassandra.stress.command.Mode;
import dev.takt.cassandra.stress.command.Population;
import dev.takt.cassandra.stress.command.Rate;
import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.command.Transport;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The arguments of `takt run` that do what a command line of cassandra-stress says.
public final class StressArguments {

  /// About how many connections there are to each server, unless `connectionsPerHost=` says
  /// otherwise.
  private static final int PER_HOST = 8;

  /// As long as the client of cassandra-stress waits for an answer.
  private static final long TIMEOUT_MILLIS = 12_000;

  private static final int RATE_DECIMALS = 9;

  private static final String LINE = "cassandra-stress";

  private static final String NEEDS_AN_END = ": refused: give n= or duration= instead of no-wrap";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?:\\s+(?:user|password|(?:trust|key)store-password)=[^\\s,]+(?=\\s|$))"
              + "|(?:,(?:trust|key)store-password=[^\\s,]+)"
              + "|(?:(?<=\\s)(?:trust|key)store-password=[^\\s,]+,)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PROFILE =
      Pattern.compile("(?<!\\S)profile=(\\S+)", Pattern.CASE_INSENSITIVE);

  /// Other machines do what the rest of the line says.
  private static final Pattern SEND_TO =
      Pattern.compile("\\s-send-?to(\\s+(?!-)\\S+)*", Pattern.CASE_INSENSITIVE);

  private static final Pattern COMMAND_WORD = Pattern.compile("^\\s*\\S+");

  private static final Pattern FLEET = Pattern.compile("(hosts|ssh|local|listen):.*");

  private final StressCommand.Run command;
  private final RunSettings settings;
  private final Path directory;
  private final double partitionsPerOperation;
  private final List<String> arguments = new ArrayList<>();

  private StressArguments(StressSettings parsed, double partitionsPerOperation, Path directory) {
    this.command = (StressCommand.Run) parsed.command();
    this.settings = parsed.run().orElseThrow();
    this.directory = directory;
    this.partitionsPerOperation = partitionsPerOperation;
  }

  /// How many partitions an operation has on average: what `n=`, rates and sequences count. Reads
  /// the profiles.
  ///
  /// @throws InvalidCommandLineException if a profile is not valid
  public static double partitionsPerOperation(StressSettings parsed, Path directory) {
    StressCommand.Run command = (StressCommand.Run) parsed.command();
    if (command.name() != CommandName.USER) {
      return 1;
    }
    RunSettings settings = parsed.run().orElseThrow();
    try {
      return UserPlan.read(command, settings, command.operations().active(), directory)
          .partitionsPerOperation(command.operations().activeShares(), settings.data().insert());
    } catch (IllegalArgumentException e) {
      throw new InvalidCommandLineException(String.valueOf(e.getMessage()));
    }
  }

  /// Whether tables are emptied before a run, and so when a driver is opened.
  ///
  /// @param properties of the target
  public static boolean truncates(Map<String, Object> properties) {
    Object line = properties.get(LINE);
    return line != null
        && StressSettings.parse(List.of(line.toString())).command() instanceof StressCommand.Run run
        && run.truncation() != StressCommand.Truncation.NEVER;
  }

  /// The same without the operations that warm up the servers.
  ///
  /// @param properties of the target
  public static Map<String, Object> withoutWarmUp(Map<String, Object> properties) {
    Object line = properties.get(LINE);
    if (line == null
        || !(StressSettings.parse(List.of(line.toString())).command()
            instanceof StressCommand.Run run)
        || !run.hasWarmUp()) {
      return properties;
    }
    Map<String, Object> without = new LinkedHashMap<>(properties);
    without.put(LINE, COMMAND_WORD.matcher(line.toString()).replaceFirst("$0 no-warmup"));
    return without;
  }

  /// @param parsed a command that drives a server
  /// @param line the command line that was parsed
  /// @param partitionsPerOperation see [#partitionsPerOperation]
  /// @param threads how many of them; each is one operation in flight
  /// @param directory the base of relative file names
  /// @throws InvalidCommandLineException if a file cannot be read, or Takt does not support what
  ///   the line asks for
  public static List<String> of(
      StressSettings parsed,
      List<String> line,
      double partitionsPerOperation,
      int threads,
      Path directory) {
    return new StressArguments(parsed, partitionsPerOperation, directory)
        .all(resolved(String.join(" ", line), directory), threads);
  }

  /// The line as the plan keeps it: with the names of profiles as they are in the working
  /// directory, and without passwords, which have keys of their own.
  private static String resolved(String line, Path directory) {
    return PROFILE
        .matcher(SEND_TO.matcher(SECRET.matcher(line).replaceAll("")).replaceAll(""))
        .replaceAll(found ->
            Matcher.quoteReplacement(
                "profile="
                    + Stream.of(found.group(1).split(",", -1))
                        .map(name -> name.contains("://") ? name : "" + directory.resolve(name))
                        .collect(joining(","))));
  }

  private List<String> all(String line, int threads) {
    add("target", target());
    add(LINE, line);
    add("set", "operations=" + operations());
    settings
        .sendTo()
        .ifPresent(each -> add("fleet", FLEET.matcher(each).matches() ? each : "hosts:" + each));
    addRate();
    addLength();
    addConnections(threads);
    addConsistency();
    addLogin();
    addStores();
    settings.connection().mode().protocolVersion().ifPresent(each -> add("protocol", "" + each));
    if (settings.connection().mode().compression() == Mode.Compression.LZ4) {
      add("compression", "lz4");
    }
    settings.connection().node().datacenter().ifPresent(each -> add("datacenter", each));
    if (settings.connection().node().isWhitelist()) {
      arguments.add("--only-given-nodes");
    }
    long timeout =
        settings
            .connection()
            .mode()
            .requestTimeout()
            .map(each -> each.toMillis())
            .orElse(TIMEOUT_MILLIS);
    add("timeout", timeout + "ms");
    add("interval", settings.log().interval().toMillis() + "ms");
    refuseUnsupported();
    return List.copyOf(arguments);
  }

  private void add(String key, String value) {
    arguments.add("--" + key + "=" + value);
  }

  private String target() {
    int port = settings.connection().port().nativePort();
    return (isEncrypted() ? "cqls://" : "cql://")
        + hosts().stream()
            .map(host -> host.matches(".*:[0-9]+") ? host : host + ":" + port)
            .collect(joining(","));
  }

  private Transport transport() {
    return settings.connection().transport();
  }

  private boolean isEncrypted() {
    return transport().truststore().isPresent() || transport().keystore().isPresent();
  }

  private void addStores() {
    transport().truststore().ifPresent(store -> addStore("tls-truststore", store));
    transport().keystore().ifPresent(store -> addStore("tls-keystore", store));
  }

  private void addStore(String key, Transport.Store store) {
    add(key, "" + directory.resolve(store.file()));
    store.password().ifPresent(password -> add(key + "-password", password));
  }

  private List<String> hosts() {
    Optional<String> file = settings.connection().node().file();
    if (file.isEmpty()) {
      return settings.connection().node().hosts();
    }
    try {
      List<String> hosts =
          Files.readAllLines(directory.resolve(file.get()), StandardCharsets.UTF_8).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
      if (hosts.isEmpty()) {
        throw new InvalidCommandLineException("-node file=" + file.get() + ": has no hosts");
      }
      return hosts;
    } catch (IOException e) {
      throw new InvalidCommandLineException(
          "-node file=" + file.get() + ": cannot be read: " + e.getMessage());
    }
  }

  private String operations() {
    return command.operations().activeShares().entrySet().stream()
        .map(each -> "{name: " + each.getKey() + ", weight: " + each.getValue() + "}")
        .collect(joining(", ", "[", "]"));
  }

  private void addRate() {
    Rate rate = settings.rate();
    add(
        "mode",
        rate.pacing() == Rate.Pacing.NONE
            ? "throughput"
            : rate.pacing().name().toLowerCase(Locale.ROOT));
    if (rate.pacing() != Rate.Pacing.NONE) {
      add("rate", number(rate.perSecond() / partitionsPerOperation) + "/s");
    }
  }

  private void addLength() {
    Optional<Long> sequence = lengthOfSequence();
    switch (command.length()) {
      case RunLength.Count(long partitions) ->
          addCount(Math.min(partitions, sequence.orElse(partitions)));
      case RunLength.Time(long length, TimeUnit unit) -> {
        add("duration", unit.toSeconds(length) + "s");
        sequence.ifPresent(this::addCount);
      }
      case RunLength.Uncertainty(_, _, int maxIntervals) -> {
        add("duration", maxIntervals * settings.log().interval().toMillis() + "ms");
        sequence.ifPresent(this::addCount);
      }
    }
  }

  private void addCount(long partitions) {
    add("count", "" + Math.max(1, Math.round((double) partitions / partitionsPerOperation)));
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(RATE_DECIMALS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /// How many partitions a sequence that ends has.
  private Optional<Long> lengthOfSequence() {
    Population population = settings.data().population();
    return population.wraps() || population.lookback().isPresent()
        ? Optional.empty()
        : population.sequence().map(each -> each.last() - each.first() + 1);
  }

  /// A number of connections that divides the threads evenly: at most as many as cassandra-stress
  /// opens, and at least half of that. Where no such number exists, it is the next higher one.
  private void addConnections(int threads) {
    int perHost = settings.connection().mode().connectionsPerHost().orElse(PER_HOST);
    int wanted = (int) Math.min(threads, (long) perHost * hosts().size());
    IntPredicate divides = each -> threads % each == 0;
    int connections =
        IntStream.rangeClosed(Math.ceilDiv(wanted, 2), wanted)
            .filter(divides)
            .max()
            .orElseGet(
                () -> IntStream.rangeClosed(wanted, threads).filter(divides).min().orElseThrow());
    add("connections", "" + connections);
    add("streams", "" + threads / connections);
  }

  /// A serial level is that of conditional statements only.
  private void addConsistency() {
    StressCommand.ConsistencyLevel level = command.consistency();
    add("consistency", level.isSerial() ? "LOCAL_ONE" : level.name());
    add("serial-consistency", command.serialConsistency().name());
  }

  private void addLogin() {
    Optional<Mode.Login> login = settings.connection().mode().login().or(this::loginOfFile);
    login.ifPresent(each -> {
      add("user", each.user());
      add("password", each.password());
    });
  }

  private Optional<Mode.Login> loginOfFile() {
    return settings
        .connection()
        .credentialsFile()
        .flatMap(file -> {
          Properties properties = new Properties();
          try (Reader in =
              Files.newBufferedReader(directory.resolve(file), StandardCharsets.UTF_8)) {
            properties.load(in);
          } catch (IOException | IllegalArgumentException e) {
            throw new InvalidCommandLineException(
                "-credentials-file " + file + ": cannot be read: " + e.getMessage());
          }
          String user = properties.getProperty("cql.username");
          String password = properties.getProperty("cql.password");
          return user == null || password == null
              ? Optional.empty()
              : Optional.of(new Mode.Login(user, password));
        });
  }

  private void refuseUnsupported() {
    Population population = settings.data().population();
    if (population.wraps()) {
      return;
    }
    if (population.lookback().isPresent()) {
      throw new InvalidCommandLineException("-pop no-wrap with read-lookback=" + NEEDS_AN_END);
    }
    if (command.name() == CommandName.USER
        && population.sequence().isPresent()
        && settings.data().insert().visits().create().max() > 1) {
      throw new InvalidCommandLineException("-pop no-wrap with -insert visits=" + NEEDS_AN_END);
    }
  }
}
