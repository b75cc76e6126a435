/// Measurements of a machine and its JVM that need no target.
module dev.takt.probes {
  requires static org.jspecify;
  requires transitive dev.takt.watch;
  requires dev.takt.concurrent;
  requires dev.takt.process;
  requires jdk.attach;
  requires jdk.jfr;

  exports dev.takt.probes;
  exports dev.takt.probes.clock;
  exports dev.takt.probes.hiccup;
  exports dev.takt.probes.interthread;
  exports dev.takt.probes.memory;
  exports dev.takt.probes.wakeup;
}
