/// The programs that `takt probe profilers`, `escape`, `nepotism` and `interthread` run in JVMs of
/// their own.
module dev.takt.known.program {
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;

  exports dev.takt.probes.interthread.program to
      dev.takt.probes;
  exports dev.takt.probes.nepotism.program to
      dev.takt.probes;
  exports dev.takt.probes.profilers.program to
      dev.takt.probes;
}
