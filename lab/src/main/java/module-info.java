/// A watched run as an API: start the target, watch it, drive it, explain and judge the result.
module dev.takt.lab {
  requires static org.jspecify;
  requires transitive dev.takt.explain;
  requires transitive dev.takt.load;
  requires transitive dev.takt.runs;
  requires dev.takt.metrics;
  requires dev.takt.process;
  requires dev.takt.report;
  requires dev.takt.watch;

  exports dev.takt.lab;

  uses dev.takt.load.driver.DriverProvider;
}
