/// The Redis driver.
module dev.takt.driver.redis {
  requires static org.jspecify;
  requires transitive dev.takt.load;

  exports dev.takt.driver.redis;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.redis.RedisDriverProvider;
}
