/// The HTTP/1.1 driver.
module dev.takt.driver.http {
  requires static org.jspecify;
  requires transitive dev.takt.load;

  exports dev.takt.driver.http;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.http.HttpDriverProvider;
}
