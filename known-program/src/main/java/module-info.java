/// The program of known profile that `takt probe profilers` runs in a JVM of its own.
module dev.takt.known.program {
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;

  exports dev.takt.probes.profilers.program to
      dev.takt.probes;
}
