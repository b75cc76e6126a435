package dev.takt.probes.command;

import dev.takt.cli.spi.CommandGroup.Action;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.CommandProvider;
import dev.takt.watch.Observers;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/// The measurements of `takt probe` that need no target.
public final class ProbeCommands implements CommandProvider {

  /// For the service loader.
  public ProbeCommands() {}

  @Override
  public int order() {
    return 0;
  }

  @Override
  public List<ProvidedCommand> commands() {
    return List.of(
        command(
            "hiccup",
            "moments when a thread should have run and did not",
            ProbeHiccup::spec,
            ProbeSession.of(new ProbeHiccup())),
        command(
            "interthread",
            "how long a message takes from one thread to another",
            ProbeInterthread::spec,
            ProbeSession.of(new ProbeInterthread(Observers::ofThisJvm))),
        command(
            "wakeup",
            "what it costs to wake a thread, on both sides",
            ProbeWakeup::spec,
            ProbeSession.of(new ProbeWakeup())),
        command(
            "clock",
            "steps, cost and monotonicity of Java's clocks",
            ProbeClock::spec,
            ProbeSession.of(new ProbeClock())),
        command(
            "memory-order",
            "what loads, stores and atomic operations cost",
            ProbeMemoryOrder::spec,
            ProbeSession.of(new ProbeMemoryOrder())),
        command(
            "profilers",
            "how right profilers are, by a program whose profile is known",
            ProbeProfilers::spec,
            ProbeSession.of(new ProbeProfilers())),
        command(
            "nepotism",
            "what collections free of a queue's consumed nodes",
            ProbeNepotism::spec,
            ProbeSession.of(new ProbeNepotism())),
        command(
            "escape",
            "which observers keep escape analysis from working",
            ProbeEscape::spec,
            ProbeSession.of(new ProbeEscape())),
        command(
            "counters",
            "what processor and kernel count for a command or a process",
            ProbeCounters::spec,
            ProbeCounters::run));
  }

  private static ProvidedCommand command(
      String name, String summary, Supplier<CommandSpec> spec, Action action) {
    return new ProvidedCommand(name, summary, new Subcommand(spec, action));
  }
}
