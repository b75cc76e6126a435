/// Imports: requests and scripts of other programs as plans.
module dev.takt.imports {
  requires static org.jspecify;
  requires dev.takt.cli.spi;
  requires dev.takt.lab;
  requires dev.takt.load;
  requires dev.takt.runs;
  requires java.xml;
  requires org.openjdk.nashorn;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;

  exports dev.takt.imports.command to
      dev.takt.cli;
}
