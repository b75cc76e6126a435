package dev.takt.driver.grpc;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Registers the `grpc` driver.
public final class GrpcDriverProvider implements DriverProvider {

  /// For the service loader.
  public GrpcDriverProvider() {}

  @Override
  public String name() {
    return "grpc";
  }

  @Override
  public boolean accepts(String target) {
    return GrpcTarget.isTarget(target);
  }

  @Override
  public String targetForm() {
    return GrpcTarget.FORM;
  }

  @Override
  public int pipelining(Map<String, Object> properties) {
    return GrpcOptions.streams(properties);
  }

  @Override
  public List<Property> targetProperties() {
    List<Property> properties = new ArrayList<>();
    properties.addAll(
        List.of(
            new Property(
                GrpcOptions.STREAMS,
                Type.INTEGER,
                "how many calls a connection carries at once, if the server allows it; default "
                    + GrpcOptions.DEFAULT_STREAMS),
            new Property(
                GrpcOptions.PROTO,
                Type.FILES,
                "a .proto file with the methods and their messages; default: the server's"
                    + " reflection; may be given several times"),
            new Property(
                GrpcOptions.PROTO_PATH,
                Type.FILES,
                "a folder where imports of .proto files are searched; may be given several times"),
            new Property(
                GrpcOptions.PROTOSET,
                Type.FILES,
                "a descriptor set, as protoc --descriptor_set_out writes; may be given several"
                    + " times"),
            new Property(
                TlsOptions.INSECURE,
                Type.BOOLEAN,
                "accept any certificate of a grpcs target, for any host name")));
    properties.addAll(TlsOptions.properties());
    return List.copyOf(properties);
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property(
            GrpcOptions.CALL,
            Type.STRING,
            "the method, as package.Service/Method; default: that of the target"),
        new Property(
            GrpcOptions.DATA,
            Type.STRING,
            "the request's message in JSON, with generated values: {\"id\": {uniform:1..1000}};"
                + " @FILE reads it from a file; default {}"),
        new Property(
            GrpcOptions.METADATA,
            Type.STRINGS,
            "metadata, NAME: VALUE, with generated values; may be given several times"),
        new Property(
            GrpcOptions.EXPECT,
            Type.STRING,
            "statuses that count as success, such as OK,NOT_FOUND; default OK"),
        new Property(
            GrpcOptions.DEADLINE,
            Type.DURATION,
            "the deadline that the server is given (grpc-timeout); default: the time limit"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec(nameOf(target), 1, Map.of()));
  }

  private static String nameOf(String target) {
    try {
      MethodName method = GrpcTarget.parse(target).method();
      return method == null ? "call" : method.method();
    } catch (IllegalArgumentException _) {
      return "call"; // reported by check
    }
  }

  @Override
  public String operationName(Map<String, Object> properties, String usual) {
    if (properties.get(GrpcOptions.CALL) instanceof String call) {
      try {
        return MethodName.parse(call).method();
      } catch (IllegalArgumentException _) {
        return usual; // reported by check
      }
    }
    return usual;
  }

  @Override
  public boolean drivesJourneys() {
    return true;
  }

  @Override
  public Optional<String> unreadable(Subject subject) {
    return switch (subject) {
      case Subject.Status _ ->
          Optional.of("the status of a gRPC answer is checked by expect: OK,NOT_FOUND");
      case Subject.Cookie _ -> Optional.of("a gRPC answer has no cookies");
      case Subject.Rows _ -> Optional.of("a gRPC answer has no rows");
      case Subject.Json _, Subject.Body _, Subject.Size _, Subject.Header _, Subject.Variable _ ->
          Optional.empty();
    };
  }

  @Override
  public String insteadOf(String property) {
    return switch (property) {
      case "header" -> "; use --metadata";
      case "body" -> "; use --data";
      case "path" -> "; use --call SERVICE/METHOD";
      default -> "";
    };
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    return new GrpcOptions(request).check();
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return GrpcDriver.open(request);
  }
}
