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
    return read(
        target,
        properties,
        source -> {
          if (of == null) {
            return source.services();
          }
          if (!(source.find(of) instanceof ServiceDescriptor service)) {
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
        source -> {
          if (symbol != null) {
            GenericDescriptor found = source.find(symbol);
            if (found == null) {
              throw new DriverException("there is no " + of);
            }
            return SchemaText.of(found);
          }
          List<String> lines = new ArrayList<>();
          for (String each : source.services()) {
            if (!lines.isEmpty()) {
              lines.add("");
            }
            lines.addAll(described(source, each));
          }
          return lines;
        });
  }

  /// A server can have services without their descriptors.
  private static List<String> described(Source source, String service) {
    try {
      GenericDescriptor found = source.find(service);
      return found == null
          ? List.of("// service " + service + ": it has no description")
          : SchemaText.of(found);
    } catch (DriverException e) {
      return List.of("// service " + service + ": " + e.getMessage());
    }
  }

  /// What a server or files have.
  private interface Source {

    /// The names of the services.
    List<String> services() throws DriverException;

    /// What has this name; null if there is nothing.
    @Nullable GenericDescriptor find(String name) throws DriverException;
  }

  private record FileSource(Schema schema) implements Source {
    @Override
    public List<String> services() {
      return List.copyOf(schema.services().keySet());
    }

    @Override
    public @Nullable GenericDescriptor find(String name) {
      return schema.find(name);
    }
  }

  private record ServerSource(Reflection reflection) implements Source {
    @Override
    public List<String> services() throws DriverException {
      return reflection.services().stream().filter(each -> !each.startsWith(REFLECTION)).toList();
    }

    /// Some servers know only services and messages by name, and no enums.
    @Override
    public @Nullable GenericDescriptor find(String name) throws DriverException {
      DriverException unknown;
      try {
        return reflection.schema(List.of(name)).find(name);
      } catch (DriverException e) {
        unknown = e;
      }
      for (String each : services()) {
        GenericDescriptor found = each.equals(name) ? null : findBeside(each, name);
        if (found != null) {
          return found;
        }
      }
      throw unknown;
    }

    private @Nullable GenericDescriptor findBeside(String service, String name) {
      try {
        return reflection.schema(List.of(service)).find(name);
      } catch (DriverException _) {
        return null; // of a service without a description
      }
    }
  }

  private interface Reader {
    List<String> read(Source source) throws DriverException;
  }

  private static List<String> read(
      @Nullable String target, Map<String, Object> properties, Reader reader)
      throws DriverException {
    List<String> protos = GrpcOptions.list(properties.get(GrpcOptions.PROTO));
    List<String> sets = GrpcOptions.list(properties.get(GrpcOptions.PROTOSET));
    try {
      if (!protos.isEmpty() || !sets.isEmpty()) {
        Schema schema =
            SchemaFiles.read(
                protos, GrpcOptions.list(properties.get(GrpcOptions.PROTO_PATH)), sets);
        return reader.read(new FileSource(schema));
      }
      if (target == null) {
        throw new DriverException("a target is needed, " + GrpcTarget.FORM + ", or --proto FILE");
      }
      return ask(target, properties, reader);
    } catch (IllegalArgumentException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
  }

  private static List<String> ask(String target, Map<String, Object> properties, Reader reader)
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
      return reader.read(new ServerSource(new Reflection(connection)));
    }
  }
}
