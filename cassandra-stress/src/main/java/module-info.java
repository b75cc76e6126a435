/// Apache cassandra-stress: its command line, its profiles and its data, bit by bit.
module dev.takt.cassandra.stress {
  requires static org.jspecify;

  exports dev.takt.cassandra.stress.data;
  exports dev.takt.cassandra.stress.distribution;
  exports dev.takt.cassandra.stress.hash;
}
