/// One run on several machines: agents that drive a target together, and their merged result.
module dev.takt.fleet {
  requires static org.jspecify;
  requires transitive dev.takt.lab;
  requires dev.takt.explain;
  requires dev.takt.process;
  requires org.jgroups;

  exports dev.takt.fleet.agent to
      dev.takt.cli;
  exports dev.takt.fleet.coordinator to
      dev.takt.cli;
  exports dev.takt.fleet.engine to
      dev.takt.cli;
  exports dev.takt.fleet.kubernetes to
      dev.takt.cli;
  exports dev.takt.fleet.protocol to
      dev.takt.cli;
  exports dev.takt.fleet.result to
      dev.takt.cli;
}
