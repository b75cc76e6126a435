package dev.takt.driver.grpc.schema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.takt.load.driver.DriverException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Reads the schema of a server by its reflection service, version v1 or v1alpha. Each question is
/// a call of its own with one message. All answers together are bounded.
public final class Reflection {

  private static final int MAX_FILES = 10_000;
  private static final int MAX_BYTES = 64 << 20;
  private static final Duration MAX_TIME = Duration.ofSeconds(60);

  private static final List<String> VERSIONS = List.of("v1", "v1alpha");
  private static final String UNIMPLEMENTED = "UNIMPLEMENTED";

  // Fields of a request.
  private static final int FILE_BY_FILENAME = 3;
  private static final int FILE_CONTAINING_SYMBOL = 4;
  private static final int LIST_SERVICES = 7;

  // Fields of a response.
  private static final int FILE_DESCRIPTOR_RESPONSE = 4;
  private static final int LIST_SERVICES_RESPONSE = 6;
  private static final int ERROR_RESPONSE = 7;

  private static final int NOT_FOUND = 5;

  private final UnaryCaller server;
  private String version = VERSIONS.getFirst();
  private boolean isVersionKnown;
  private final long deadline = System.nanoTime() + MAX_TIME.toNanos();
  private int files;
  private long bytes;

  /// Asks a server.
  public Reflection(UnaryCaller server) {
    this.server = server;
  }

  /// The full names of the server's services, sorted.
  ///
  /// @throws DriverException if the server does not say
  public List<String> services() throws DriverException {
    TreeSet<String> names = new TreeSet<>();
    for (byte[] each : ask(LIST_SERVICES, "", LIST_SERVICES_RESPONSE)) {
      for (byte[] name : fields(each, 1)) {
        names.add(printable(new String(name, StandardCharsets.UTF_8)));
      }
    }
    return List.copyOf(names);
  }

  /// The schema of everything that these names need.
  ///
  /// @param names of services, messages or other symbols
  /// @throws DriverException if the server does not know one, or does not say
  public Schema schema(Collection<String> names) throws DriverException {
    Map<String, FileDescriptorProto> found = new LinkedHashMap<>();
    Deque<String> imports = new ArrayDeque<>();
    for (String name : names) {
      add(ask(FILE_CONTAINING_SYMBOL, name, FILE_DESCRIPTOR_RESPONSE), found, imports);
    }
    while (!imports.isEmpty()) {
      String next = imports.pop();
      if (found.containsKey(next) || Schema.WELL_KNOWN.containsKey(next)) {
        continue;
      }
      add(ask(FILE_BY_FILENAME, next, FILE_DESCRIPTOR_RESPONSE), found, imports);
      if (!found.containsKey(next)) {
        throw new DriverException(
            "the server's reflection does not have the file " + printable(next));
      }
    }
    try {
      return Schema.link(found.values());
    } catch (IllegalArgumentException e) {
      throw new DriverException(
          "the server's reflection: " + printable(String.valueOf(e.getMessage())), e);
    }
  }

  private void add(
      List<byte[]> answer, Map<String, FileDescriptorProto> found, Deque<String> imports)
      throws DriverException {
    for (byte[] each : answer) {
      files++;
      bytes += each.length;
      if (files > MAX_FILES || bytes > MAX_BYTES) {
        throw new DriverException(
            "the server's reflection has more than 10,000 files or 64 MiB; give its schema by"
                + " --proto FILE or --protoset FILE");
      }
      try {
        FileDescriptorProto file = FileDescriptorProto.parseFrom(each);
        if (found.putIfAbsent(file.getName(), file) == null) {
          imports.addAll(file.getDependencyList());
        }
      } catch (InvalidProtocolBufferException e) {
        throw new DriverException("the server's reflection has an invalid descriptor", e);
      }
    }
  }

  /// Asks one question.
  ///
  /// @return the values of field 1 of the response's field
  private List<byte[]> ask(int field, String value, int responseField) throws DriverException {
    if (System.nanoTime() - deadline > 0) {
      throw new DriverException(
          "the server's reflection takes more than 60 s; give its schema by --proto FILE or"
              + " --protoset FILE");
    }
    byte[] question = question(field, value);
    UnaryCaller.Reply reply = call(question);
    if (reply.status().equals(UNIMPLEMENTED) && !isVersionKnown) {
      version = VERSIONS.getLast();
      reply = call(question);
    }
    if (!reply.isOk()) {
      throw new DriverException(
          reply.status().equals(UNIMPLEMENTED)
              ? "the server has no reflection (grpc.reflection.v1): give its schema by --proto FILE"
                  + " or --protoset FILE"
              : "the server's reflection answers "
                  + reply.status()
                  + (reply.detail().isEmpty() ? "" : ": " + printable(reply.detail())));
    }
    isVersionKnown = true;
    List<byte[]> errors = fields(reply.message(), ERROR_RESPONSE);
    if (!errors.isEmpty()) {
      throw new DriverException(error(errors.getFirst(), value));
    }
    List<byte[]> answers = new ArrayList<>();
    for (byte[] each : fields(reply.message(), responseField)) {
      answers.addAll(fields(each, 1));
    }
    return answers;
  }

  private UnaryCaller.Reply call(byte[] question) throws DriverException {
    return server.call(
        "/grpc.reflection." + version + ".ServerReflection/ServerReflectionInfo", question);
  }

  private static byte[] question(int field, String value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeString(field, value);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String error(byte[] error, String symbol) throws DriverException {
    try {
      CodedInputStream in = CodedInputStream.newInstance(error);
      int code = 0;
      String message = "";
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case 1 -> code = in.readInt32();
          case 2 -> message = in.readString();
          default -> in.skipField(tag);
        }
      }
      return code == NOT_FOUND
          ? "the server does not know "
              + printable(symbol)
              + "; takt grpc list TARGET shows its services"
          : "the server's reflection has failed for "
              + printable(symbol)
              + ": "
              + printable(message);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /// A text of the server without what controls a terminal.
  public static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", "�");
  }

  /// The values of a field that has a length.
  private static List<byte[]> fields(byte[] message, int number) throws DriverException {
    try {
      List<byte[]> values = new ArrayList<>();
      CodedInputStream in = CodedInputStream.newInstance(message);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == (number << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
          values.add(in.readByteArray());
        } else {
          in.skipField(tag);
        }
      }
      return values;
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private static DriverException malformed(IOException e) {
    return new DriverException("the server's reflection has sent a malformed message", e);
  }
}
