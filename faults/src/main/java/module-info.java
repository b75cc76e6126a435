/// Faults made on purpose, and the scores of what was reported about them.
module dev.takt.faults {
  requires static org.jspecify;
  requires transitive dev.takt.explain;
  requires transitive dev.takt.watch;
  requires dev.takt.process;
  requires java.management;

  exports dev.takt.faults;
  exports dev.takt.faults.scoring;
}
