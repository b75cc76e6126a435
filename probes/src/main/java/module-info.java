/// Measurements of a machine and its JVM that need no target, and their commands.
module dev.takt.probes {
  requires static org.jspecify;
  requires dev.takt.cli.spi;
  requires dev.takt.concurrent;
  requires dev.takt.counters;
  requires dev.takt.explain;
  requires dev.takt.known.program;
  requires dev.takt.load;
  requires dev.takt.process;
  requires dev.takt.report;
  requires dev.takt.watch;
  requires jdk.attach;
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;

  provides dev.takt.cli.spi.CommandProvider with
      dev.takt.probes.command.ProbeCommands;
}
