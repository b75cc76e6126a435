/// Commands as targets: one process per operation.
module dev.takt.driver.exec {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires dev.takt.concurrent;
  requires dev.takt.process;

  exports dev.takt.driver.exec;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.exec.ExecDriverProvider;
}
