/// The agent that is loaded into a watched JVM.
module dev.takt.agent {
  requires static org.jspecify;
  requires dev.takt.record;
  requires java.instrument;
  requires static java.management;
  requires static jdk.jfr;
}
