package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.source.PlanKey;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The declarations of `takt run`, `takt load`, `takt cassandra-stress` and `takt fleet check`.
final class RunDeclaration {

  private static final String[] EXAMPLES = {
    "  takt run                                       demo: 1000/s for 20 s against an example shop",
    "  takt run http://127.0.0.1:8080/ --rate 1000/s --duration 20s",
    "  takt run 'jdbc:postgresql://127.0.0.1/test' --sql 'select 1' --mode throughput",
    "  takt run redis://127.0.0.1 --command 'GET user:{zipfian:1..1000}' --rate 5000/s",
    "  takt run exec:'git --version' --rate 50/s",
    "  takt run sim:delay=4ms --workers 1 --count 5000 --format json",
    "  takt run --rate 500/s --schedule poisson --fail-if 'p99 > 20ms' --fail-if 'errors > 0.1%'",
    "  takt run --watch                               and report the stalls during the run",
    "  takt run --watch deep --spawn 'java -jar app.jar' http://127.0.0.1:8080/",
    "  takt run --watch --profile                     and profile its target, for takt profile",
    "  takt run --prometheus 127.0.0.1:9464           with live metrics for Prometheus",
    "  takt run --workload workloada -p recordcount=1000 --target sim:store     YCSB's workloads",
    "  takt run plan.yaml --rate 2000/s               a plan, with another rate",
    "  takt run plan.yaml --print-plan                print the effective plan",
    "  takt run plan.yaml --once --trace              one user, with its requests and answers",
    "  takt run plan.yaml --fleet local:4             try a run of several machines, all here",
  };

  private static final String[] LOAD_EXAMPLES = {
    "  takt load --workload workloada -p recordcount=1000000 --target redis://127.0.0.1",
    "  takt load --workload workloada -p threadcount=16 --target jdbc:postgresql://127.0.0.1/test",
    "  takt load --workload workloada -p insertstart=500000 -p insertcount=500000 …   the second"
        + " half",
    "  takt load --workload workloada -p target=5000 …                at most 5000 per second",
  };

  private static final String[] STRESS_EXAMPLES = {
    "  takt cassandra-stress write n=1M -rate threads=50 -node 10.0.0.1,10.0.0.2",
    "  takt cassandra-stress read duration=60s cl=QUORUM -rate threads=50 fixed=5000/s",
    "  takt cassandra-stress 'mixed ratio(write=1,read=3) n=100k' -pop 'dist=uniform(1..1M)'",
    "  takt cassandra-stress write n=10k -rate threads=8 --target cassandra:embedded",
    "  takt cassandra-stress read n=10k -rate threads=8 --watch --fail-if 'p99 > 20ms'",
    "  takt cassandra-stress write n=1M -rate threads=50 -node 10.0.0.1 -sendto load1",
    "  takt cassandra-stress read n=10k -rate threads=8 --print-plan    as a plan of takt run",
    "  takt cassandra-stress print 'dist=gaussian(1..1000)'             a distribution",
    "  takt cassandra-stress help -rate                                 a group's suboptions",
  };

  /// The defaults of `takt load` that replace a key's own default; empty for no value.
  private static final Map<PlanKey, String> LOAD_DEFAULTS =
      Map.of(
          PlanKey.TARGET, "",
          PlanKey.MODE, "throughput",
          PlanKey.RATE, "",
          PlanKey.DURATION, "",
          PlanKey.CONNECTIONS, "1",
          PlanKey.WORKERS, "1");

  private RunDeclaration() {}

  private static final String ENVIRONMENT =
      "Keys with one value can also be set by environment variables, such as TAKT_RATE=500/s: flags"
          + " override these, and these override the plan.";

  private static final String RULES_AND_DOUBTS =
      "3 a rule of --fail-if was broken, 5 not decidable: the generator's own share decides a rule or,"
          + " without rules, the schedule was missed, 130 interrupted.";

  static CommandSpec run(PlanFlags plan) {
    CommandDeclaration command =
        new CommandDeclaration(
                "takt run",
                "Sends load on a schedule and reports the latency that users would have seen.")
            .examples(EXAMPLES)
            .synopsis("takt run [PLAN.yaml] [TARGET] [FLAGS]")
            .footer(
                ENVIRONMENT,
                "",
                "Exit codes: 0 fine, 1 the run failed, 2 usage or plan, " + RULES_AND_DOUBTS);
    return shown(
        withFleet(plan.declare(command, Map.of(), Map.of()))
            .group("One user (docs/how-to/journeys.md)", OnceFlags.options()));
  }

  private static CommandDeclaration withFleet(CommandDeclaration command) {
    return command.group("Several machines (docs/how-to/fleet.md)", FleetFlags.options());
  }

  static CommandSpec load(PlanFlags plan) {
    CommandDeclaration command =
        new CommandDeclaration(
                "takt load",
                "Inserts the records of a workload into a store, each exactly once (YCSB's load phase).")
            .examples(LOAD_EXAMPLES)
            .synopsis("takt load [PLAN.yaml] [TARGET] --workload FILE [FLAGS]")
            .footer(
                ENVIRONMENT,
                "",
                "Exit codes: 0 all records are there, 1 some are missing, 2 usage or plan, "
                    + RULES_AND_DOUBTS);
    return shown(plan.declare(command, LOAD_DEFAULTS, Map.of(PlanKey.TARGET, "The store to load")));
  }

  static CommandSpec cassandraStress(PlanFlags plan) {
    CommandDeclaration command =
        new CommandDeclaration(
                "takt cassandra-stress",
                "Does what a command line of cassandra-stress says, and reports as takt run does.")
            .examples(STRESS_EXAMPLES)
            .synopsis("takt cassandra-stress COMMAND [SUBOPTION…] [-GROUP SUBOPTION…]… [FLAGS]")
            .footer(
                "The flags come after the command line, and override what it says. takt"
                    + " cassandra-stress help describes commands and groups.",
                "",
                "Exit codes: 0 fine, 1 the run failed, 2 usage, " + RULES_AND_DOUBTS);
    return shown(withFleet(plan.declare(command, Map.of(), Map.of())));
  }

  static CommandSpec fleetCheck(PlanFlags plan) {
    CommandDeclaration command =
        new CommandDeclaration(
                "takt fleet check",
                "Checks the machines of a run: versions, cores, clocks, and whether the target answers.")
            .examples(
                "  takt fleet check plan.yaml --fleet listen:10.0.0.1:7946 --machines 3 \\",
                "      --fleet-key fleet.p12",
                "  takt fleet check plan.yaml --fleet local:4")
            .synopsis("takt fleet check [PLAN.yaml] [TARGET] --fleet WHERE [FLAGS]")
            .footer(
                "It takes the flags of takt run, and does what that does before the start: drivers"
                    + " connect, warm up and make missing tables, and no operation of the plan is sent."
                    + " Agents that users started (takt fleet join) wait for the run afterwards.",
                "",
                "Exit codes: 0 all machines are ready, 1 some are not, 2 usage or plan, 130"
                    + " interrupted.");
    return withFleet(plan.declare(command, Map.of(), Map.of()))
        .options(Options.verbose(), Options.help())
        .spec();
  }

  private static CommandSpec shown(CommandDeclaration command) {
    return command
        .group("Output", outputOptions())
        .group("For build servers (docs/how-to/ci.md)", CiFlags.options())
        .spec();
  }

  private static List<OptionSpec> outputOptions() {
    return List.of(
        Options.text(
            Options.FORMAT,
            "table|json|ycsb|ycsb-json|ycsb-json-array",
            "What to print of the result (default table)"),
        Options.flag(RunFlags.PRINT_PLAN, "Print the whole effective plan, and run nothing"),
        Options.flag(
            RunFlags.EXPLORE,
            "Show the run live in a browser (prints the address); on a terminal, "
                + "until Enter or Ctrl-C"),
        Options.flag(RunFlags.NO_REPORT, "Do not write report.html"),
        Options.withLetter(
            "-s",
            Options.flag(
                RunFlags.STATUS,
                "The status lines of YCSB on standard error, instead of Takt's progress")),
        Options.flag(Options.QUIET, "No progress on standard error"),
        Options.flag(
            Options.VERBOSE, "All tables at the end, and stack traces of unexpected errors"),
        Options.help());
  }
}
