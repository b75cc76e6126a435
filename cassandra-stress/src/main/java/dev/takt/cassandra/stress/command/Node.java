package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.List;
import java.util.Optional;

/// `-node`: the servers.
///
/// @param hosts each with or without a port
/// @param file with the names of more hosts
/// @param isWhitelist whether no other nodes are used
public record Node(
    List<String> hosts, Optional<String> file, boolean isWhitelist, Optional<String> datacenter) {

  private static final String ONE_DATACENTER = "the nodes of one datacenter are used";

  private static final Suboption<List<String>> HOSTS =
      option(
          "",
          ValueForm.matching(
              "hosts such as a,b:9042",
              "[^,=]+(,[^,=]+)*",
              form -> List.of(form.group().split(",", -1))));
  private static final Suboption<String> FILE = option("file=", ValueForm.TEXT);
  private static final Suboption<String> WHITELIST = flag("whitelist");
  private static final Suboption<String> DATACENTER = option("datacenter=", ValueForm.TEXT);

  static final OptionGroup GROUP =
      OptionGroup.of(
              "-node",
              HOSTS,
              FILE,
              WHITELIST,
              DATACENTER,
              option("rack=", ValueForm.TEXT).refused(ONE_DATACENTER),
              option("loadbalance=", ValueForm.TEXT).refused(ONE_DATACENTER),
              option("remote-dc=", ValueForm.TEXT).refused(ONE_DATACENTER))
          .alternatives(List.of(List.of(HOSTS), List.of(FILE)));

  static Node from(Values values) {
    return new Node(
        values.has(FILE) ? List.of() : values.get(HOSTS, "localhost"),
        values.get(FILE),
        values.has(WHITELIST),
        values.get(DATACENTER));
  }
}
