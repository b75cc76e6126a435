package dev.takt.fleet.agent;

import dev.takt.fleet.coordinator.Coordinator;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.MemberNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// A machine on which an agent is started by ssh: a line of a hosts file. No word of it can be an
/// option of ssh, or has a meaning for the shell of the other machine.
///
/// @param destination `[USER@]HOST`, as ssh takes it
/// @param port of its sshd; 0 for that of the user's configuration
/// @param name of the agent
/// @param weight how large its share is in relation to those of the other machines
/// @param takt the program Takt on that machine
/// @param allowsAll whether plans may start programs, load classes and read files there
public record SshHost(
    String destination, int port, String name, int weight, String takt, boolean allowsAll) {

  /// What a line has, for messages.
  public static final String FORM =
      "[USER@]HOST [port=N] [name=NAME] [weight=N] [takt=PATH] [allow]";

  private static final Pattern DESTINATION = Pattern.compile("[A-Za-z0-9_:][A-Za-z0-9._:@-]*");
  private static final Pattern PATH = Pattern.compile("(~/|[A-Za-z0-9._/])[A-Za-z0-9._/+@-]*");
  private static final int MAX_PORT = 65_535;

  /// Below the ports that Linux gives to outgoing connections.
  private static final int MIN_FORWARDED = 20_000;

  private static final int END_FORWARDED = 32_768;

  /// How long an agent waits for the coordinator, which is there before it: so it leaves soon when
  /// ssh has ended.
  private static final String JOIN_TIMEOUT = "10s";

  /// Parses a line.
  ///
  /// @throws IllegalArgumentException with a message for people
  static SshHost parse(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    String host = words.getFirst();
    if (!DESTINATION.matcher(host).matches() || host.contains("@-") || host.endsWith("@")) {
      throw new IllegalArgumentException("expected [USER@]HOST, found '" + host + "'");
    }
    String alone = host.substring(host.lastIndexOf('@') + 1);
    SshHost read = new SshHost(host, 0, MemberNames.like(alone), 1, "takt", false);
    for (String word : words.subList(1, words.size())) {
      read = read.with(word);
    }
    return read;
  }

  private SshHost with(String word) {
    if (word.equals("allow")) {
      return new SshHost(destination, port, name, weight, takt, true);
    }
    String value = word.substring(word.indexOf('=') + 1);
    return switch (word.substring(0, word.length() - value.length())) {
      case "port=" ->
          new SshHost(destination, integer(word, value, MAX_PORT), name, weight, takt, allowsAll);
      case "name=" -> new SshHost(destination, port, name(value), weight, takt, allowsAll);
      case "weight=" ->
          new SshHost(
              destination,
              port,
              name,
              integer(word, value, Coordinator.MAX_WEIGHT),
              takt,
              allowsAll);
      case "takt=" -> new SshHost(destination, port, name, weight, path(value), allowsAll);
      default -> throw new IllegalArgumentException("expected " + FORM + ", found '" + word + "'");
    };
  }

  private static int integer(String word, String value, int most) {
    if (value.matches("[1-9]\\d{0,4}") && Integer.parseInt(value) <= most) {
      return Integer.parseInt(value);
    }
    throw new IllegalArgumentException(
        "expected a number from 1 to " + most + ", found '" + word + "'");
  }

  private static String name(String value) {
    if (!MemberNames.isValid(value)) {
      throw new IllegalArgumentException(
          "a name has " + MemberNames.RULE + "; found '" + value + "'");
    }
    return value;
  }

  /// A home directory is where ssh starts a program, so `~` needs no shell.
  private static String path(String value) {
    if (!PATH.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "expected takt=PATH with letters, digits and . _ / + @ - only, found '" + value + "'");
    }
    return value.startsWith("~/") ? "./" + value.substring(2) : value;
  }

  /// The commands that start the agents. Each reaches the coordinator through its ssh connection.
  ///
  /// @param port of the coordinator on this machine
  public static List<AgentCommand> commands(List<SshHost> hosts, int port, FleetKey key) {
    int[] forwarded =
        ThreadLocalRandom.current()
            .ints(MIN_FORWARDED, END_FORWARDED)
            .distinct() // lines can name one machine
            .limit(hosts.size())
            .toArray();
    List<AgentCommand> commands = new ArrayList<>();
    for (SshHost each : hosts) {
      commands.add(each.command(port, forwarded[commands.size()], key));
    }
    return commands;
  }

  private AgentCommand command(int coordinator, int forwarded, FleetKey key) {
    List<String> words = new ArrayList<>(List.of("ssh", "-T"));
    for (String option :
        List.of(
            "BatchMode=yes",
            "ConnectTimeout=15",
            "ControlPath=none", // a shared connection would outlive this process
            "ExitOnForwardFailure=yes",
            "ForwardAgent=no",
            "RemoteCommand=none")) {
      words.addAll(List.of("-o", option));
    }
    words.addAll(List.of("-R", "127.0.0.1:" + forwarded + ":127.0.0.1:" + coordinator));
    if (port != 0) {
      words.addAll(List.of("-p", Integer.toString(port)));
    }
    words.add(destination);
    words.add(
        String.join(
            " ",
            takt,
            "fleet join 127.0.0.1:" + forwarded,
            "--name " + name,
            "--weight " + weight,
            "--join-timeout " + JOIN_TIMEOUT,
            "--fleet-key -" + (allowsAll ? " --allow" : "")));
    return new AgentCommand(
        name,
        "ssh " + destination,
        words,
        Optional.of(key),
        "Install this version of Takt there, or say in the hosts file where it is: takt=PATH");
  }
}
