package dev.takt.cli.flags;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.fleet.agent.HostsFile;
import dev.takt.fleet.agent.SshHost;
import dev.takt.load.schedule.Durations;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.FleetSettings.Collect;
import dev.takt.load.share.FleetSettings.OnLoss;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The flags of a run on several machines.
///
/// @param place where its agents are
/// @param key the file with the key of the fleet; null for none
/// @param settings how it runs
public record FleetFlags(Place place, @Nullable Path key, FleetSettings settings) {

  public static final String FLEET = "--fleet";

  /// The flag that names the file with the key.
  public static final String KEY = "--fleet-key";

  /// The flag that says how many machines take part.
  public static final String MACHINES = "--machines";

  private static final String WATCHERS = "--watchers";

  private static final String ON_LOSS = "--on-loss";
  private static final String ORPHAN = "--orphan";
  private static final String JOIN_TIMEOUT = "--join-timeout";
  private static final String START_LEAD = "--start-lead";
  private static final String COLLECT = "--collect";

  private static final String LISTEN = "listen:";
  private static final String LOCAL = "local:";
  private static final String SSH = "ssh:";
  private static final String HOSTS = "hosts:";
  private static final int MAX_LOCAL = 64;

  /// Where the agents are.
  public sealed interface Place {

    /// They join here.
    record Listen(InetSocketAddress address) implements Place {}

    /// Takt starts them on this machine.
    record Local(int agents) implements Place {}

    /// Takt starts them on these machines by ssh.
    record Ssh(List<SshHost> hosts) implements Place {}
  }

  /// The flags.
  public static List<OptionSpec> options() {
    return List.of(
        Options.text(
            FLEET,
            "listen:HOST:PORT|ssh:FILE|hosts:A,B|local:N",
            "Run on several machines: wait for agents (takt fleet join) at this address, start them"
                + " by ssh on the hosts in FILE or on A and B, or start N on this machine"),
        Options.text(MACHINES, "N", "How many machines take part (with listen)"),
        Options.text(
            WATCHERS,
            "N",
            "Also wait for so many machines that only watch the target (with listen)"),
        Options.text(KEY, "FILE", "The key of the fleet, from takt fleet key"),
        Options.text(
            ON_LOSS,
            "continue|stop",
            "When a machine is lost: go on without it (default), or stop"),
        Options.text(
            ORPHAN, "TIME", "How long a machine goes on without the coordinator (default 10s)"),
        Options.text(
            JOIN_TIMEOUT, "TIME", "How long to wait until all machines are ready (default 60s)"),
        Options.text(
            START_LEAD, "TIME", "Between the agreement on the start and the start (default 2s)"),
        Options.text(
            COLLECT,
            "all|summary",
            "Which files of the machines to collect: all (default), or no operations and recordings"));
  }

  /// Reads the flags; empty without `--fleet`.
  ///
  /// @param planned the settings of the plan, which flags override
  public static Optional<FleetFlags> of(ParseResult parsed, Path directory, FleetSettings planned) {
    String fleet = FlagValues.text(parsed, FLEET);
    if (fleet == null) {
      for (OptionSpec each : options()) {
        if (parsed.hasMatchedOption(each.longestName())) {
          throw FlagValues.wrong(parsed, each.longestName() + " is for runs with " + FLEET);
        }
      }
      return Optional.empty();
    }
    Place place = place(parsed, directory, fleet);
    switch (place) {
      case Place.Local _ -> {
        refuse(parsed, KEY, "agents on this machine need no key");
        refuse(parsed, MACHINES, "local:N says how many");
        refuse(parsed, WATCHERS, "agents that watch cannot join a local fleet");
      }
      case Place.Ssh _ -> {
        refuse(parsed, KEY, "ssh brings a new key to each machine");
        refuse(parsed, MACHINES, "the hosts say how many");
        refuse(parsed, WATCHERS, "agents that watch can join with listen only");
      }
      case Place.Listen _ -> {}
    }
    FleetSettings settings =
        new FleetSettings(
            machines(parsed, place, planned),
            FlagValues.integer(parsed, WATCHERS, planned.watchers(), 0, FleetSettings.MAX_WATCHERS),
            choice(parsed, ON_LOSS, OnLoss.class, planned.onLoss()),
            time(parsed, ORPHAN, planned.orphan()),
            time(parsed, JOIN_TIMEOUT, planned.joinTimeout()),
            time(parsed, START_LEAD, planned.startLead()),
            choice(parsed, COLLECT, Collect.class, planned.collect()));
    return Optional.of(new FleetFlags(place, FlagValues.path(parsed, KEY, directory), settings));
  }

  /// How many machines have a share.
  public int machines() {
    return Objects.requireNonNull(settings.machines(), "how many machines");
  }

  private static void refuse(ParseResult parsed, String flag, String why) {
    if (parsed.hasMatchedOption(flag)) {
      throw FlagValues.wrong(parsed, flag, why + "; leave it out");
    }
  }

  private static int machines(ParseResult parsed, Place place, FleetSettings planned) {
    return switch (place) {
      case Place.Local(int agents) -> agents;
      case Place.Ssh(var hosts) -> hosts.size();
      case Place.Listen _ -> machines(parsed, planned);
    };
  }

  /// How many machines take part.
  public static int machines(ParseResult parsed, FleetSettings planned) {
    Integer usual = planned.machines();
    if (usual == null && !parsed.hasMatchedOption(MACHINES)) {
      throw FlagValues.wrong(parsed, "how many machines? Expected " + MACHINES + " N");
    }
    return FlagValues.integer(
        parsed, MACHINES, usual == null ? 1 : usual, 1, FleetSettings.MAX_MACHINES);
  }

  private static Duration time(ParseResult parsed, String flag, Duration usual) {
    return Duration.ofNanos(FlagValues.time(parsed, flag, Durations.format(usual)));
  }

  private static <E extends Enum<E>> E choice(
      ParseResult parsed, String flag, Class<E> type, E usual) {
    String text = FlagValues.text(parsed, flag);
    if (text == null) {
      return usual;
    }
    for (E each : type.getEnumConstants()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
        return each;
      }
    }
    List<String> names =
        List.of(type.getEnumConstants()).stream()
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toList();
    throw FlagValues.unknown(parsed, flag, text, names);
  }

  private static Place place(ParseResult parsed, Path directory, String text) {
    if (text.startsWith(HOSTS)) {
      return new Place.Ssh(
          FlagValues.parse(parsed, FLEET, text.substring(HOSTS.length()), HostsFile::ofNames));
    }
    if (text.startsWith(SSH)) {
      return ssh(parsed, directory, text.substring(SSH.length()));
    }
    if (text.startsWith(LOCAL) && text.substring(LOCAL.length()).matches("\\d{1,4}")) {
      int agents = Integer.parseInt(text.substring(LOCAL.length()));
      if (agents >= 1 && agents <= MAX_LOCAL) {
        return new Place.Local(agents);
      }
    }
    if (text.startsWith(LISTEN)) {
      InetSocketAddress named = address(parsed, FLEET, text.substring(LISTEN.length()));
      InetSocketAddress address = new InetSocketAddress(named.getHostString(), named.getPort());
      if (address.isUnresolved()) {
        throw FlagValues.wrong(
            parsed, FLEET, "no address is known for '" + named.getHostString() + "'");
      }
      return new Place.Listen(address);
    }
    throw FlagValues.wrong(
        parsed,
        FLEET,
        "expected listen:HOST:PORT, ssh:FILE, hosts:A,B, or local:N with N from 1 to "
            + MAX_LOCAL
            + ", found '"
            + text
            + "'");
  }

  private static Place ssh(ParseResult parsed, Path directory, String file) {
    try {
      return new Place.Ssh(HostsFile.read(FlagValues.path(parsed, FLEET, directory, file), file));
    } catch (IOException e) {
      throw FlagValues.wrong(parsed, FLEET, String.valueOf(e.getMessage()));
    }
  }

  /// Parses `HOST:PORT`, with brackets around an IPv6 address. Does not look the host up.
  public static InetSocketAddress address(ParseResult parsed, String flag, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[|]$", "");
    String port = text.substring(colon + 1);
    if (host.isEmpty() || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
      throw FlagValues.wrong(
          parsed, flag, "expected HOST:PORT such as 10.0.0.1:7946, found '" + text + "'");
    }
    return InetSocketAddress.createUnresolved(host, Integer.parseInt(port));
  }
}
