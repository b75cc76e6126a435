package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.takt.driver.grpc.schema.Reflection;
import dev.takt.driver.grpc.schema.Schema;
import dev.takt.driver.grpc.schema.SchemaFiles;
import dev.takt.driver.grpc.schema.SchemaText;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.ServerCatalog;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Says which services a gRPC server or its files have.
public final class GrpcCatalog implements ServerCatalog {

  private static final String REFLECTION = "grpc.reflection.";

  /// For the service loader.
  public GrpcCatalog() {}

  @Override
  public String name() {
    return "grpc";
  }

  @Override
  public List<Property> properties() {
    return new GrpcDriverProvider()
        .targetProperties().stream()
            .filter(each -> !each.name().equals(GrpcOptions.STREAMS))
            .toList();
  }

  @Override
  public List<String> list(
      @Nullable String target, Map<String, Object> properties, @Nullable String of)
      throws DriverException {
    return of == null
        ? read(target, properties, null, (_, services) -> services)
        : read(
            target,
            properties,
            of,
            (schema, _) -> {
              if (!(schema.find(of) instanceof ServiceDescriptor service)) {
                throw new DriverException(of + " is not a service");
              }
              return service.getMethods().stream()
                  .map(MethodDescriptor::getName)
                  .map(each -> of + "/" + each)
                  .toList();
            });
  }

  @Override
  public List<String> describe(
      @Nullable String target, Map<String, Object> properties, @Nullable String of)
      throws DriverException {
    String symbol = of == null ? null : of.replace('/', '.');
    return read(
        target,
        properties,
        symbol,
        (schema, services) -> {
          List<String> lines = new ArrayList<>();
          for (String each : symbol == null ? services : List.of(symbol)) {
            GenericDescriptor found = schema.find(each);
            if (found == null) {
              throw new DriverException("there is no " + of);
            }
            if (!lines.isEmpty()) {
              lines.add("");
            }
            lines.addAll(SchemaText.of(found));
          }
          return lines;
        });
  }

  private interface Reader {
    /// @param services the names of the services of the server or the files
    List<String> read(Schema schema, List<String> services) throws DriverException;
  }

  private static List<String> read(
      @Nullable String target, Map<String, Object> properties, @Nullable String of, Reader reader)
      throws DriverException {
    List<String> protos = GrpcOptions.list(properties.get(GrpcOptions.PROTO));
    List<String> sets = GrpcOptions.list(properties.get(GrpcOptions.PROTOSET));
    try {
      if (!protos.isEmpty() || !sets.isEmpty()) {
        Schema schema =
            SchemaFiles.read(
                protos, GrpcOptions.list(properties.get(GrpcOptions.PROTO_PATH)), sets);
        return reader.read(schema, List.copyOf(schema.services().keySet()));
      }
      if (target == null) {
        throw new DriverException("a target is needed, " + GrpcTarget.FORM + ", or --proto FILE");
      }
      return ask(target, properties, of, reader);
    } catch (IllegalArgumentException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
  }

  private static List<String> ask(
      String target, Map<String, Object> properties, @Nullable String of, Reader reader)
      throws DriverException {
    if (!GrpcTarget.isTarget(target)) {
      throw new DriverException("expected a target " + GrpcTarget.FORM + ", found " + target);
    }
    GrpcTarget server = GrpcTarget.parse(target);
    TlsOptions tls = TlsOptions.of(properties);
    List<PropertyProblem> problems = tls.check(server.tls(), "grpcs://");
    if (!problems.isEmpty()) {
      PropertyProblem first = problems.getFirst();
      throw new DriverException("--" + first.property() + ": " + first.message());
    }
    try (ControlConnection connection =
        ControlConnection.open(server, GrpcDriver.endpoint(server, tls))) {
      Reflection reflection = new Reflection(connection);
      List<String> services =
          reflection.services().stream().filter(each -> !each.startsWith(REFLECTION)).toList();
      Schema schema = reflection.schema(services);
      // Some servers know only services and messages by name, and no enums.
      boolean isKnown = of == null || schema.find(of) != null;
      return reader.read(isKnown ? schema : reflection.schema(List.of(of)), services);
    }
  }
}
