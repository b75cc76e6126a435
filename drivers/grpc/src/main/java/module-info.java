/// The gRPC driver.
module dev.takt.driver.grpc {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires com.google.protobuf;
  requires tools.jackson.core;
}
