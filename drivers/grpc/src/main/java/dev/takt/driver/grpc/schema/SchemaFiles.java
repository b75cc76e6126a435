package dev.takt.driver.grpc.schema;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads schemas from files.
public final class SchemaFiles {

  private static final long MAX_FILE_BYTES = 64L << 20;

  private final Map<String, FileDescriptorProto> files = new LinkedHashMap<>();

  /// Reads `.proto` files, those that they import, and descriptor sets.
  ///
  /// @param protos names of `.proto` files
  /// @param folders where imports are searched; the folders of the files, and those above them, are
  ///   searched as well
  /// @param protosets names of files that `protoc --descriptor_set_out` has written
  /// @throws IllegalArgumentException with the file, and where it can be said the line
  public static Schema read(List<String> protos, List<String> folders, List<String> protosets) {
    SchemaFiles reader = new SchemaFiles();
    protosets.forEach(reader::addSet);
    for (String each : protos) {
      reader.addProto(path(each), folders.stream().map(SchemaFiles::path).toList());
    }
    return Schema.link(reader.files.values());
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a file name: " + e.getReason(), e);
    }
  }

  private void addSet(String name) {
    try {
      FileDescriptorSet set = FileDescriptorSet.parseFrom(bytes(path(name)));
      if (set.getFileCount() == 0) {
        throw new IllegalArgumentException(name + " has no descriptors");
      }
      set.getFileList().forEach(each -> files.putIfAbsent(each.getName(), each));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          name
              + " is no descriptor set, as protoc --descriptor_set_out=FILE --include_imports writes",
          e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IllegalArgumentException(file + " is not a regular file");
      }
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException(file + " is larger than 64 MiB");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static String text(Path file) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(file))).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not text in UTF-8", e);
    }
  }

  /// Adds a file under the name that its imports imply, and all that it imports.
  private void addProto(Path file, List<Path> folders) {
    List<Path> searched = new ArrayList<>(folders);
    for (Path each = file.toAbsolutePath().getParent(); each != null; each = each.getParent()) {
      searched.add(each);
    }
    add(nameOf(file, folders), file);
    Deque<FileDescriptorProto> open = new ArrayDeque<>(files.values());
    while (!open.isEmpty()) {
      FileDescriptorProto next = open.pop();
      for (String name : next.getDependencyList()) {
        if (files.containsKey(name) || Schema.WELL_KNOWN.containsKey(name)) {
          continue;
        }
        Path found = find(name, searched);
        if (found == null) {
          throw new IllegalArgumentException(
              next.getName()
                  + " imports "
                  + name
                  + ", which is missing; --proto-path names a folder to search");
        }
        open.push(add(name, found));
      }
    }
  }

  private static String nameOf(Path file, List<Path> folders) {
    Path absolute = file.toAbsolutePath().normalize();
    for (Path each : folders) {
      Path folder = each.toAbsolutePath().normalize();
      if (absolute.startsWith(folder)) {
        return folder.relativize(absolute).toString().replace('\\', '/');
      }
    }
    return String.valueOf(file.getFileName());
  }

  private static @Nullable Path find(String name, List<Path> folders) {
    for (Path folder : folders) {
      Path candidate = folder.resolve(name);
      if (Files.isRegularFile(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  private FileDescriptorProto add(String name, Path file) {
    FileDescriptorProto known = files.get(name);
    if (known != null) {
      return known;
    }
    FileDescriptorProto parsed = ProtoParser.parse(name, text(file));
    files.put(name, parsed);
    return parsed;
  }
}
