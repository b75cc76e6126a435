/// The driver of HTTP/1.1 and HTTP/2.
module dev.takt.driver.http {
  requires static org.jspecify;
  requires dev.takt.http2;
  requires transitive dev.takt.load;

  exports dev.takt.driver.http;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.http.HttpDriverProvider;
}
