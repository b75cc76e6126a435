/// Apache cassandra-stress: its command line, its profiles and its data, bit by bit.
module dev.takt.cassandra.stress {
  requires static org.jspecify;
  requires dev.takt.driver.cql;

  exports dev.takt.cassandra.stress.command;
  exports dev.takt.cassandra.stress.data;
  exports dev.takt.cassandra.stress.distribution;
  exports dev.takt.cassandra.stress.drive;

  provides dev.takt.driver.cql.workload.WorkloadProvider with
      dev.takt.cassandra.stress.drive.StressWorkloads;
}
