/// How a module brings subcommands to the command line.
module dev.takt.cli.spi {
  requires static org.jspecify;
  requires transitive dev.takt.record;
  requires transitive info.picocli;
  requires dev.takt.load;
  requires dev.takt.report;
  requires dev.takt.runs;

  exports dev.takt.cli.spi;
  exports dev.takt.cli.spi.args;
  exports dev.takt.cli.spi.render;
}
