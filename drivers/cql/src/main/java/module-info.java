/// The CQL driver.
module dev.takt.driver.cql {
  requires static org.jspecify;
  requires transitive dev.takt.load;

  exports dev.takt.driver.cql;
  exports dev.takt.driver.cql.protocol to
      dev.takt.cassandra.stress;
  exports dev.takt.driver.cql.result to
      dev.takt.cassandra.stress;
  exports dev.takt.driver.cql.topology to
      dev.takt.cassandra.stress;
  exports dev.takt.driver.cql.type to
      dev.takt.cassandra.stress;
  exports dev.takt.driver.cql.workload to
      dev.takt.cassandra.stress;

  uses dev.takt.driver.cql.workload.WorkloadProvider;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.cql.CqlDriverProvider;
  provides dev.takt.load.download.OptionalDownload with
      dev.takt.driver.cql.embedded.CassandraDownload;
}
