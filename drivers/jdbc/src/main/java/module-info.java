/// Drives databases over JDBC.
module dev.takt.driver.jdbc {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires java.sql;
  requires org.apache.commons.compress;

  exports dev.takt.driver.jdbc;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.jdbc.JdbcDriverProvider;
  provides dev.takt.load.download.OptionalDownload with
      dev.takt.driver.jdbc.embedded.PostgresDownload;
}
