/// Simulated targets: systems with known response times.
module dev.takt.driver.sim {
  requires static org.jspecify;
  requires transitive dev.takt.load;

  exports dev.takt.driver.sim;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.sim.SimDriverProvider;
}
