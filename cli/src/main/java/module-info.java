/// The `takt` command.
module dev.takt.cli {
  requires static org.jspecify;
  requires dev.takt.cassandra.stress;
  requires dev.takt.cli.spi;
  requires dev.takt.explain;
  requires dev.takt.fleet;
  requires dev.takt.imports;
  requires dev.takt.load;
  requires dev.takt.lab;
  requires dev.takt.record;
  requires dev.takt.report;
  requires dev.takt.watch;
  requires info.picocli;
  requires java.management;
  requires jdk.unsupported;

  uses dev.takt.cli.spi.CommandProvider;
  uses dev.takt.load.download.OptionalDownload;
  uses dev.takt.load.driver.ServerCatalog;
}
