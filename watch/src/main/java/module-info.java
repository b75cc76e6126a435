/// Observers of a JVM and of the machine, turned into stalls on one clock.
module dev.takt.watch {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires dev.takt.concurrent;
  requires dev.takt.counters;
  requires dev.takt.process;
  requires java.management;
  requires jdk.attach;
  requires jdk.jfr;
  requires jdk.management;

  exports dev.takt.watch;
  exports dev.takt.watch.hiccup;
  exports dev.takt.watch.host to
      dev.takt.probes;
  exports dev.takt.watch.jvm;
  exports dev.takt.watch.jvm.attach;
  exports dev.takt.watch.observer;
  exports dev.takt.watch.port;
}
