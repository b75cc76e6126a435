/// The CQL driver.
module dev.takt.driver.cql {
  requires static org.jspecify;
  requires transitive dev.takt.load;
}
