package dev.takt.cli.probe;

import dev.takt.cli.faults.ProbeExplain;
import dev.takt.cli.faults.ProbeTruth;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.watch.Observers;
import java.util.LinkedHashMap;
import java.util.Map;

/// `takt probe`: small measurements of a machine and its JVM.
public final class ProbeCommand {

  private static final String OVERVIEW =
      """
      Measures what this machine and its JVM can do, without any target.

      @|bold Commands|@
        hiccup        moments when a thread that should have run did not, here or in another JVM
        interthread   how long a message takes from one thread to another, and what stopped it
        wakeup        what it costs to wake a thread: the caller, and the one who is woken
        clock         steps, cost and monotonicity of Java's clocks
        memory-order  what stores, loads and atomic operations cost, alone and contended
        counters      what the processor and the kernel count while a command runs
        truth         how well the observers of takt run and takt watch see faults made on purpose
        explain       how often takt explain is right about faults made on purpose, under load

      takt probe COMMAND --help shows more.
      """;

  public static final CommandGroup GROUP = new CommandGroup("probe", OVERVIEW, subcommands());

  private ProbeCommand() {}

  private static Map<String, Subcommand> subcommands() {
    Map<String, Subcommand> all = new LinkedHashMap<>();
    all.put("hiccup", new Subcommand(ProbeHiccup::spec, ProbeSession.of(new ProbeHiccup())));
    all.put(
        "interthread",
        new Subcommand(
            ProbeInterthread::spec, ProbeSession.of(new ProbeInterthread(Observers::ofThisJvm))));
    all.put("wakeup", new Subcommand(ProbeWakeup::spec, ProbeSession.of(new ProbeWakeup())));
    all.put("clock", new Subcommand(ProbeClock::spec, ProbeSession.of(new ProbeClock())));
    all.put(
        "memory-order",
        new Subcommand(ProbeMemoryOrder::spec, ProbeSession.of(new ProbeMemoryOrder())));
    all.put("truth", new Subcommand(ProbeTruth::spec, ProbeTruth::run));
    all.put("explain", new Subcommand(ProbeExplain::spec, ProbeExplain::run));
    all.put("counters", new Subcommand(ProbeCounters::spec, ProbeCounters::run));
    return all;
  }
}
