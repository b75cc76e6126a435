/// The agent that is loaded into a JVM that is watched.
module dev.takt.agent {
  requires static org.jspecify;
  requires dev.takt.record;
  requires java.instrument;
  requires static java.management;
  requires static jdk.jfr;
}
