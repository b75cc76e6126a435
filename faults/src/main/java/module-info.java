/// Faults made on purpose, the scores of what was reported about them, and their commands.
module dev.takt.faults {
  requires static org.jspecify;
  requires dev.takt.cli.spi;
  requires dev.takt.explain;
  requires dev.takt.http2;
  requires dev.takt.lab;
  requires dev.takt.process;
  requires dev.takt.report;
  requires dev.takt.watch;
  requires java.management;

  provides dev.takt.cli.spi.CommandProvider with
      dev.takt.faults.command.FaultCommands;
}
