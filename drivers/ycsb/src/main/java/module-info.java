/// Drives stores through YCSB bindings.
module dev.takt.driver.ycsb {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires static core; // YCSB's; the classes that need it are defined in the bindings' loader

  exports dev.takt.driver.ycsb;
  exports dev.takt.driver.ycsb.boundary;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.ycsb.YcsbDriverProvider;
}
