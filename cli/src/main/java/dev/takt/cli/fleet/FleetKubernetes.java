package dev.takt.cli.fleet;

import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.fleet.agent.PlanPolicy;
import dev.takt.fleet.kubernetes.Manifests;
import dev.takt.fleet.kubernetes.Resources;
import dev.takt.fleet.kubernetes.Settings;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanFile;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.YamlTree;
import dev.takt.load.driver.DriverProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt fleet kubernetes`: prints the manifests of a run. It connects to nothing.
final class FleetKubernetes {

  private static final String IMAGE = "--image";
  private static final String NAME = "--name";
  private static final String NAMESPACE = "--namespace";
  private static final String KEY_SECRET = "--key-secret";
  private static final String CPU = "--cpu";
  private static final String MEMORY = "--memory";
  private static final String STORAGE = "--storage";

  private FleetKubernetes() {}

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt fleet kubernetes", "Prints the manifests that run a plan in Kubernetes.")
        .examples(
            "  takt fleet key fleet.p12",
            "  kubectl create secret generic takt-fleet --from-file=fleet.p12",
            "  takt fleet kubernetes plan.yaml --machines 20 --image REG/takt:TAG"
                + " | kubectl apply -f -")
        .synopsis("takt fleet kubernetes PLAN --image IMAGE [--machines N] [FLAGS]")
        .footer(
            "It connects to nothing. The plan is checked first, as the pods will see it:",
            "without environment variables, and without any other file.",
            "Exit codes: 0 printed, 2 usage, or the plan cannot run on several machines.")
        .argument("PLAN", "1", "The plan, a file in YAML")
        .options(
            Options.text(
                FleetFlags.MACHINES,
                "N",
                "How many machines take part, a pod each; default: that of the plan"),
            Options.text(IMAGE, "IMAGE", "The image of Takt, such as REG/takt:TAG"),
            Options.text(
                NAME,
                "NAME",
                "The begin of the names of all objects (default " + Settings.DEFAULT_NAME + ")"),
            Options.text(NAMESPACE, "NAME", "Their namespace; default: the one of kubectl"),
            Options.text(
                KEY_SECRET,
                "NAME",
                "The secret with the key of the fleet, fleet.p12 (default "
                    + Settings.DEFAULT_KEY_SECRET
                    + ")"),
            Options.text(
                CPU,
                "QUANTITY",
                "Processors of each pod (default " + Resources.DEFAULT.cpu() + ")"),
            Options.text(
                MEMORY,
                "QUANTITY",
                "Memory of each pod (default " + Resources.DEFAULT.memory() + ")"),
            Options.text(
                STORAGE,
                "QUANTITY",
                "Size of the volume for the results (default " + Resources.DEFAULT.storage() + ")"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  static int run(CliContext context, ParseResult parsed) {
    Path file =
        FlagValues.path(parsed, "PLAN", context.directory(), parsed.matchedPositionalValue(0, ""));
    try {
      String text = PlanFile.text(file);
      if (namesWorkloadFile(YamlTree.parse(file.toString(), text))) {
        context.message(
            "workload: the pods have the plan and no other file; write the properties into the"
                + " plan");
        return ExitCode.USAGE;
      }
      List<DriverProvider> drivers = InstalledDrivers.load();
      Plan plan = new PlanReader(drivers).forFleet().read(file.toString(), text);
      int machines = FleetFlags.machines(parsed, plan.load().sharing().fleet());
      Optional<String> refusal = refusal(plan, machines, drivers);
      if (refusal.isPresent()) {
        context.message(refusal.get());
        return ExitCode.USAGE;
      }
      context.out().print(Manifests.of(settings(parsed, text, machines)));
      return ExitCode.OK;
    } catch (PlanException e) {
      e.problems().forEach(problem -> context.err().println(problem));
      return ExitCode.USAGE;
    }
  }

  /// Why the plan cannot run in the pods; empty if it can.
  private static Optional<String> refusal(Plan plan, int machines, List<DriverProvider> drivers)
      throws PlanException {
    if (plan.exporting().prometheus() != null) {
      return Optional.of(
          "prometheus: the network policy lets no scraper in; use otlp, which pushes");
    }
    return FleetRun.refusal(plan, machines, drivers)
        .or(() -> PlanPolicy.refusal(PlanWriter.withSecrets(plan.forGenerator())));
  }

  /// An agent would not notice: the coordinator reads the file, and sends what is in it.
  private static boolean namesWorkloadFile(Node plan) {
    return plan instanceof Node.Mapping map
        && map.entries().stream()
            .filter(each -> each.key().equals(PlanKey.WORKLOAD.key()))
            .anyMatch(each -> !(each.value() instanceof Node.Mapping));
  }

  private static Settings settings(ParseResult parsed, String plan, int machines) {
    String image = FlagValues.text(parsed, IMAGE);
    if (image == null) {
      throw FlagValues.wrong(parsed, "which image? Expected " + IMAGE + " REG/takt:TAG");
    }
    try {
      return new Settings(
          plan,
          machines,
          image,
          parsed.matchedOptionValue(NAME, Settings.DEFAULT_NAME),
          FlagValues.text(parsed, NAMESPACE),
          parsed.matchedOptionValue(KEY_SECRET, Settings.DEFAULT_KEY_SECRET),
          new Resources(
              parsed.matchedOptionValue(CPU, Resources.DEFAULT.cpu()),
              parsed.matchedOptionValue(MEMORY, Resources.DEFAULT.memory()),
              parsed.matchedOptionValue(STORAGE, Resources.DEFAULT.storage())));
    } catch (IllegalArgumentException e) {
      throw FlagValues.wrong(parsed, String.valueOf(e.getMessage()));
    }
  }
}
