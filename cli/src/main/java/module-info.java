/// The `takt` command.
module dev.takt.cli {
  requires static org.jspecify;
  requires dev.takt.cli.spi;
  requires dev.takt.explain;
  requires dev.takt.faults;
  requires dev.takt.load;
  requires dev.takt.lab;
  requires dev.takt.probes;
  requires dev.takt.process;
  requires dev.takt.record;
  requires dev.takt.report;
  requires dev.takt.watch;
  requires info.picocli;
  requires java.management;
  requires jdk.unsupported;
}
