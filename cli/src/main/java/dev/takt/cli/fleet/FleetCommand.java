package dev.takt.cli.fleet;

import dev.takt.cli.flags.RunArguments;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import java.util.LinkedHashMap;
import java.util.Map;

/// `takt fleet`: the commands for runs on several machines.
public final class FleetCommand {

  private static final String OVERVIEW =
      """
      Runs one plan on several machines, with one exact result.

      @|bold Examples|@
        takt run plan.yaml --fleet local:4             try it: four agents here
        takt run plan.yaml --fleet ssh:hosts.txt       start agents by ssh
        takt fleet key fleet.p12                       a key; copy it to each machine
        takt run plan.yaml --fleet listen:10.0.0.1:7946 --machines 3 \\
            --fleet-key fleet.p12
        takt fleet join 10.0.0.1:7946 --fleet-key fleet.p12      on each machine

      @|bold Commands|@
        key         makes the key that protects a fleet
        join        takes part in a run: waits for the coordinator, and drives a share
        check       checks the machines of a run, and runs nothing
        kubernetes  prints the manifests that run a plan in Kubernetes

      takt fleet COMMAND --help shows more.
      """;

  public static final CommandGroup GROUP = new CommandGroup("fleet", OVERVIEW, subcommands());

  private FleetCommand() {}

  private static Map<String, Subcommand> subcommands() {
    Map<String, Subcommand> commands = new LinkedHashMap<>();
    commands.put("key", new Subcommand(FleetKeyCommand::spec, FleetKeyCommand::run));
    commands.put("join", new Subcommand(FleetJoin::spec, FleetJoin::run));
    commands.put(
        "check",
        new Subcommand(FleetCheck::spec, RunArguments::withDefaultValues, FleetCheck::run));
    commands.put("kubernetes", new Subcommand(FleetKubernetes::spec, FleetKubernetes::run));
    return commands;
  }
}
