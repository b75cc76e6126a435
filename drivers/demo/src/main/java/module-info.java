/// A demo target to try Takt on: a small shop in a JVM of its own.
module dev.takt.driver.demo {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires dev.takt.driver.http;
  requires java.sql;
  requires jdk.httpserver;
  requires com.h2database;

  exports dev.takt.driver.demo;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.demo.DemoDriverProvider;
}
