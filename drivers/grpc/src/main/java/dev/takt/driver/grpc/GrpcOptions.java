package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.takt.driver.grpc.message.MessageForm;
import dev.takt.driver.grpc.schema.Schema;
import dev.takt.driver.grpc.schema.SchemaFiles;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.PropertyChecks;
import dev.takt.load.tls.TlsOptions;
import dev.takt.runs.model.Environment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the properties of a request.
final class GrpcOptions {

  static final String STREAMS = "streams";
  static final String PROTO = "proto";
  static final String PROTO_PATH = "proto-path";
  static final String PROTOSET = "protoset";
  static final String CALL = "call";
  static final String DATA = "data";
  static final String METADATA = "metadata";
  static final String EXPECT = "expect";
  static final String DEADLINE = "deadline";

  static final int DEFAULT_STREAMS = 10;

  /// More would be a queue, which is the schedule's task.
  private static final long MAX_STREAMS = 10_000;

  private static final String FILE_MARK = "@";

  /// More would not fit into the messages that servers accept.
  private static final long MAX_DATA_BYTES = 16 << 20;

  private final DriverRequest request;

  /// What was read from files, by name.
  private final Map<String, String> files = new HashMap<>();

  private @Nullable Schema schema;

  GrpcOptions(DriverRequest request) {
    this.request = request;
  }

  /// All problems with the properties that can be found without the server.
  List<PropertyProblem> check() {
    List<PropertyProblem> problems = new ArrayList<>();
    PropertyChecks.number(request.properties(), STREAMS, 1, MAX_STREAMS, problems);
    GrpcTarget target;
    try {
      target = GrpcTarget.parse(request.target());
    } catch (IllegalArgumentException e) {
      problems.add(new PropertyProblem(-1, "target", String.valueOf(e.getMessage())));
      return problems;
    }
    problems.addAll(tls().check(target.tls(), "grpcs://"));
    Schema known = null;
    if (hasSchemaFiles()) {
      String property = strings(PROTO).isEmpty() ? PROTOSET : PROTO;
      int before = problems.size();
      PropertyChecks.value(-1, property, problems, this::schema);
      known = problems.size() == before ? schema() : null;
    } else if (!strings(PROTO_PATH).isEmpty()) {
      problems.add(new PropertyProblem(-1, PROTO_PATH, "is for --proto, which is missing"));
    }
    for (int i = 0; i < request.workload().operations().size(); i++) {
      check(i, target, known, problems);
    }
    return problems;
  }

  private void check(
      int operation, GrpcTarget target, @Nullable Schema known, List<PropertyProblem> problems) {
    int before = problems.size();
    PropertyChecks.value(operation, CALL, problems, () -> method(operation, target));
    if (problems.size() > before) {
      return;
    }
    PropertyChecks.value(operation, EXPECT, problems, () -> expectation(operation));
    PropertyChecks.value(
        operation,
        DEADLINE,
        problems,
        () -> {
          deadline(operation);
          PropertyChecks.value(operation, METADATA, problems, () -> metadata(operation, target));
          return target;
        });
    PropertyChecks.value(
        operation,
        DATA,
        problems,
        () -> {
          OperationSpec spec = spec(operation);
          MessageForm.check(data(operation), request.workload().generators(), variables(spec));
          return spec;
        });
    if (known != null && problems.size() == before) {
      PropertyChecks.value(operation, CALL, problems, () -> methodOf(operation, target, known));
      if (problems.size() == before) {
        PropertyChecks.value(operation, DATA, problems, () -> call(operation, target, known));
      }
    }
  }

  TlsOptions tls() {
    return TlsOptions.of(request.properties());
  }

  /// How many calls a connection carries at once, if the server allows it.
  int streams() {
    return streams(request.properties());
  }

  static int streams(Map<String, Object> properties) {
    return properties.get(STREAMS) instanceof Long value ? value.intValue() : DEFAULT_STREAMS;
  }

  /// Whether files have the schema, and not the server's reflection.
  boolean hasSchemaFiles() {
    return !strings(PROTO).isEmpty() || !strings(PROTOSET).isEmpty();
  }

  /// The schema of the files.
  ///
  /// @throws IllegalArgumentException with the file
  Schema schema() {
    Schema known = schema;
    if (known == null) {
      known = SchemaFiles.read(strings(PROTO), strings(PROTO_PATH), strings(PROTOSET));
      schema = known;
    }
    return known;
  }

  private List<String> strings(String name) {
    return list(request.properties().get(name));
  }

  static List<String> list(@Nullable Object value) {
    return value instanceof List<?> values
        ? values.stream().map(String::valueOf).toList()
        : List.of();
  }

  private OperationSpec spec(int operation) {
    return request.workload().operations().get(operation);
  }

  private static Map<String, Integer> variables(OperationSpec spec) {
    Map<String, Integer> variables = spec.variables();
    return variables == null ? Map.of() : variables;
  }

  /// The methods of all operations.
  List<MethodName> methods(GrpcTarget target) {
    List<MethodName> methods = new ArrayList<>();
    for (int i = 0; i < request.workload().operations().size(); i++) {
      methods.add(method(i, target));
    }
    return methods;
  }

  private MethodName method(int operation, GrpcTarget target) {
    if (spec(operation).properties().get(CALL) instanceof String call) {
      return MethodName.parse(call);
    } else if (target.method() != null) {
      return target.method();
    }
    throw new IllegalArgumentException(
        "a method is needed, in the target (grpc://HOST:PORT/SERVICE/METHOD) or by --call;"
            + " takt grpc list TARGET shows those of a server");
  }

  private Expectation expectation(int operation) {
    Object text = spec(operation).properties().get(EXPECT);
    return Expectation.parse(text == null ? StatusCode.OK.name() : text.toString());
  }

  private @Nullable Deadline deadline(int operation) {
    Duration own =
        spec(operation).properties().get(DEADLINE) instanceof Duration limit ? limit : null;
    if (own != null && (own.isZero() || own.isNegative())) {
      throw new IllegalArgumentException("expected a time above 0");
    }
    return Deadline.of(own, request.timeout());
  }

  private String data(int operation) {
    Object value = spec(operation).properties().get(DATA);
    String text = value == null ? "{}" : value.toString();
    return text.startsWith(FILE_MARK)
        ? files.computeIfAbsent(text.substring(FILE_MARK.length()), GrpcOptions::content)
        : text;
  }

  private static String content(String name) {
    try {
      Path file = Path.of(name);
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IllegalArgumentException(file + " is not a regular file");
      }
      if (Files.size(file) > MAX_DATA_BYTES) {
        throw new IllegalArgumentException(file + " is larger than 16 MiB");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a file name: " + e.getReason(), e);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + e.getFile(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + name + " as UTF-8", e);
    }
  }

  /// The fields that all requests to a method have.
  static FieldBlock fields(GrpcTarget target, String path) {
    return FieldBlock.EMPTY
        .with(":method", "POST")
        .with(":scheme", target.scheme())
        .with(":authority", target.authority())
        .with(":path", path)
        .with("te", "trailers")
        .with("content-type", "application/grpc")
        .with("user-agent", "takt/" + Environment.Takt.current().version())
        .with("grpc-accept-encoding", "identity,gzip");
  }

  private Metadata metadata(int operation, GrpcTarget target) {
    OperationSpec spec = spec(operation);
    Deadline limit = deadline(operation);
    FieldBlock fields = fields(target, method(operation, target).path());
    return Metadata.parse(
        limit == null ? fields : fields.with("grpc-timeout", limit.value()),
        list(spec.properties().get(METADATA)),
        request.workload().generators(),
        spec.variables());
  }

  /// The prepared operation.
  ///
  /// @throws IllegalArgumentException if the schema has no such method, or the data do not fit it
  Call call(int operation, GrpcTarget target, Schema types) {
    MethodDescriptor method = methodOf(operation, target, types);
    OperationSpec spec = spec(operation);
    return new Call(
        metadata(operation, target),
        MessageForm.compile(
            method.getInputType(),
            data(operation),
            types,
            request.workload().generators(),
            variables(spec)),
        expectation(operation),
        method.getInputType(),
        method.getOutputType(),
        deadline(operation));
  }

  private MethodDescriptor methodOf(int operation, GrpcTarget target, Schema types) {
    MethodName name = method(operation, target);
    ServiceDescriptor service = types.services().get(name.service());
    if (service == null) {
      throw new IllegalArgumentException(
          "the schema has no service "
              + name.service()
              + "; it has "
              + String.join(", ", types.services().keySet()));
    }
    MethodDescriptor method = service.findMethodByName(name.method());
    if (method == null) {
      throw new IllegalArgumentException(
          "the service "
              + name.service()
              + " has no method "
              + name.method()
              + "; it has "
              + String.join(
                  ", ", service.getMethods().stream().map(MethodDescriptor::getName).toList()));
    }
    if (method.isClientStreaming() || method.isServerStreaming()) {
      throw new IllegalArgumentException(
          name + " is a streaming method; Takt calls only unary ones");
    }
    return method;
  }
}
