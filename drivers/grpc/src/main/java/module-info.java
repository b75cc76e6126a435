/// The gRPC driver.
module dev.takt.driver.grpc {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires com.google.protobuf;
  requires dev.takt.http2;
  requires tools.jackson.core;

  exports dev.takt.driver.grpc;

  provides dev.takt.load.driver.DriverProvider with
      dev.takt.driver.grpc.GrpcDriverProvider;
  provides dev.takt.load.driver.ServerCatalog with
      dev.takt.driver.grpc.GrpcCatalog;
}
