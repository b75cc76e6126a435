package dev.takt.driver.grpc.schema;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import dev.takt.driver.grpc.message.TypeLookup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Files of Protocol Buffers that were linked, and what they define by name.
public final class Schema implements TypeLookup {

  /// Files that every schema may import.
  static final Map<String, FileDescriptor> WELL_KNOWN =
      List.of(
              AnyProto.getDescriptor(),
              ApiProto.getDescriptor(),
              DescriptorProtos.getDescriptor(),
              DurationProto.getDescriptor(),
              EmptyProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              SourceContextProto.getDescriptor(),
              StructProto.getDescriptor(),
              TimestampProto.getDescriptor(),
              TypeProto.getDescriptor(),
              WrappersProto.getDescriptor())
          .stream()
          .collect(Collectors.toUnmodifiableMap(FileDescriptor::getName, Function.identity()));

  /// Messages that have a form of their own in JSON, which depends on their fields.
  private static final Map<String, Descriptor> KNOWN_FORMS =
      List.of(
              AnyProto.getDescriptor(),
              DurationProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              StructProto.getDescriptor(),
              TimestampProto.getDescriptor(),
              WrappersProto.getDescriptor())
          .stream()
          .flatMap(each -> each.getMessageTypes().stream())
          .collect(Collectors.toUnmodifiableMap(Descriptor::getFullName, Function.identity()));

  private final Map<String, Descriptor> messages = new TreeMap<>();
  private final Map<String, GenericDescriptor> all = new TreeMap<>();
  private final Map<String, ServiceDescriptor> services = new TreeMap<>();
  private final List<FieldDescriptor> extensions = new ArrayList<>();

  private Schema(Collection<FileDescriptor> files) {
    for (FileDescriptor file : WELL_KNOWN.values()) {
      file.getMessageTypes().forEach(this::add);
      file.getEnumTypes().forEach(each -> all.put(each.getFullName(), each));
    }
    for (FileDescriptor file : files) {
      file.getMessageTypes().forEach(this::add);
      file.getEnumTypes().forEach(each -> all.put(each.getFullName(), each));
      file.getServices().forEach(each -> services.put(each.getFullName(), each));
      extensions.addAll(file.getExtensions());
    }
    services.forEach((name, service) -> {
      all.put(name, service);
      service.getMethods().forEach(each -> all.put(each.getFullName(), each));
    });
  }

  private void add(Descriptor message) {
    Descriptor known = KNOWN_FORMS.get(message.getFullName());
    if (known != null && !form(message).equals(form(known))) {
      throw new IllegalArgumentException(
          message.getFile().getName()
              + " defines "
              + message.getFullName()
              + " in another way than Protocol Buffers do");
    }
    messages.put(message.getFullName(), message);
    all.put(message.getFullName(), message);
    message.getNestedTypes().forEach(this::add);
    message.getEnumTypes().forEach(each -> all.put(each.getFullName(), each));
    extensions.addAll(message.getExtensions());
  }

  /// What the form of a message in JSON depends on.
  private static Set<String> form(Descriptor message) {
    return message.getFields().stream()
        .map(each ->
            each.getNumber()
                + each.getType().name()
                + each.isRepeated()
                + each.isMapField()
                + (each.getRealContainingOneof() != null)
                + (each.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                    ? each.getMessageType().getFullName()
                    : ""))
        .collect(Collectors.toSet());
  }

  /// Links files. Those of Protocol Buffers themselves are never replaced.
  ///
  /// @throws IllegalArgumentException if a file is missing, or a name in one is not known
  public static Schema link(Collection<FileDescriptorProto> files) {
    return new Linker(files).link();
  }

  private static final class Linker {

    /// How many files can import each other in a chain. Protocol Buffers themselves recurse.
    private static final int MAX_CHAIN = 200;

    private final Map<String, FileDescriptorProto> given = new LinkedHashMap<>();
    private final Map<String, FileDescriptor> linked = new LinkedHashMap<>();

    /// How long the chain of imports is that begins with a file.
    private final Map<String, Integer> chains = new HashMap<>();

    private final Set<String> begun = new HashSet<>();

    Linker(Collection<FileDescriptorProto> files) {
      files.forEach(each -> given.put(each.getName(), each));
    }

    Schema link() {
      for (String each : given.keySet()) {
        FileDescriptor ignored = link(each, each, 1);
      }
      return new Schema(linked.values());
    }

    private FileDescriptor link(String name, String importer, int depth) {
      FileDescriptor wellKnown = WELL_KNOWN.get(name);
      FileDescriptor known = wellKnown == null ? linked.get(name) : wellKnown;
      if (known != null) {
        return known;
      }
      FileDescriptorProto file = given.get(name);
      if (file == null) {
        throw new IllegalArgumentException(importer + " imports " + name + ", which is missing");
      }
      if (depth > MAX_CHAIN) {
        throw tooLong(name);
      }
      if (!begun.add(name)) {
        throw new IllegalArgumentException(name + " imports itself");
      }
      FileDescriptor[] imports =
          file.getDependencyList().stream()
              .map(each -> link(each, name, depth + 1))
              .toArray(FileDescriptor[]::new);
      int chain =
          1
              + file.getDependencyList().stream()
                  .mapToInt(each -> chains.getOrDefault(each, 0))
                  .max()
                  .orElse(0);
      if (chain > MAX_CHAIN) {
        throw tooLong(name);
      }
      chains.put(name, chain);
      try {
        FileDescriptor result = FileDescriptor.buildFrom(file, imports);
        linked.put(name, result);
        return result;
      } catch (DescriptorValidationException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    }

    private static IllegalArgumentException tooLong(String name) {
      return new IllegalArgumentException(
          name + " is part of a chain of more than " + MAX_CHAIN + " imports");
    }
  }

  @Override
  public @Nullable Descriptor message(String name) {
    return messages.get(name);
  }

  @Override
  public @Nullable FieldDescriptor extension(String name) {
    return extensions.stream()
        .filter(each -> each.getFullName().equals(name))
        .findFirst()
        .orElse(null);
  }

  /// The services by their full names, sorted.
  public Map<String, ServiceDescriptor> services() {
    return services;
  }

  /// A message, enum, service or method; null if there is none of this name.
  public @Nullable GenericDescriptor find(String name) {
    return all.get(name);
  }
}
