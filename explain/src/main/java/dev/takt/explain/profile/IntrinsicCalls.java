package dev.takt.explain.profile;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Finds the intrinsics that a method is likely to call, from the bytecode: methods of the JDK that
/// are marked `IntrinsicCandidate`, and whose time depends on how much data they are given. Those
/// are the ones that run in stubs without a stack, for long enough to be sampled. Not thread-safe.
public final class IntrinsicCalls {

  /// From the method to the intrinsic: `CRC32.update` is two calls away from its own.
  private static final int MAX_DEPTH = 4;

  private static final int MAX_METHODS = 2_000;
  private static final int MAX_NAMES = 3;
  private static final String CANDIDATE = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

  /// A damaged class may be its own superclass.
  private static final int MAX_SUPERCLASSES = 100;

  private static final FileSystem JDK = FileSystems.getFileSystem(URI.create("jrt:/"));

  private final List<Path> classPath;
  private final Map<String, Optional<ClassModel>> classes = new HashMap<>();

  /// @param classPath the folders and jars of the program; the JDK is that of this process
  public IntrinsicCalls(List<Path> classPath) {
    this.classPath = List.copyOf(classPath);
  }

  /// A method.
  ///
  /// @param owner its class, with slashes
  /// @param type its descriptor; empty for all of that name
  private record Method(String owner, String name, String type) {}

  /// The intrinsics that are nearest to a method, at most three: `CRC32.updateBytes0`.
  ///
  /// @param frame `package.Class.method`
  public List<String> of(String frame) {
    Set<String> names = new LinkedHashSet<>();
    Set<Method> seen = new LinkedHashSet<>();
    int dot = frame.lastIndexOf('.');
    List<Method> next =
        dot < 0
            ? List.of()
            : List.of(
                new Method(
                    frame.substring(0, dot).replace('.', '/'), frame.substring(dot + 1), ""));
    for (int depth = 0; depth <= MAX_DEPTH && names.size() < MAX_NAMES; depth++) {
      List<Method> called = new ArrayList<>();
      for (Method each : next) {
        if (seen.size() < MAX_METHODS && seen.add(each)) {
          visit(each, names, called);
        }
      }
      next = called;
    }
    return names.stream().limit(MAX_NAMES).toList();
  }

  /// A class is parsed while it is read: a damaged one has the calls that were found until then.
  private void visit(Method method, Set<String> names, List<Method> called) {
    try {
      for (MethodModel model : find(method)) {
        if (isIntrinsic(model)) {
          names.add(name(model));
        } else {
          model.code().ifPresent(code -> addCalls(code, method.owner(), owner(model), called));
        }
      }
    } catch (IllegalArgumentException e) {
      // What was found is kept.
    }
  }

  /// @param receiver the class of the object that the method was called on, as far as it is known
  /// @param declaring the class that the method is in. What it calls of its own class may be
  ///   another method of the receiver, as in default methods of interfaces
  private static void addCalls(
      CodeModel code, String receiver, String declaring, List<Method> called) {
    code.forEach(each -> {
      if (each instanceof InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        called.add(
            new Method(
                owner.equals(declaring) ? receiver : owner,
                call.name().stringValue(),
                call.type().stringValue()));
      }
    });
  }

  private static boolean isIntrinsic(MethodModel method) {
    String type = method.methodType().stringValue();
    boolean takesData =
        type.contains("[")
            || type.startsWith("(Ljava/lang/Object;I")
            || type.startsWith("(Ljava/lang/Object;J")
            || type.startsWith("(IJII)")
            || type.startsWith("(D");
    return takesData
        && method
            .findAttribute(Attributes.runtimeVisibleAnnotations())
            .filter(all ->
                all.annotations().stream()
                    .anyMatch(each -> each.className().equalsString(CANDIDATE)))
            .isPresent();
  }

  private static String name(MethodModel method) {
    String owner = owner(method);
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + method.methodName().stringValue();
  }

  /// The name of the class that a method is in, with slashes.
  private static String owner(MethodModel method) {
    return method.parent().map(each -> each.thisClass().asInternalName()).orElse("");
  }

  /// The method in its class, or in the nearest superclass that has it; else the default method of
  /// an interface of these.
  private List<MethodModel> find(Method method) {
    List<String> interfaces = new ArrayList<>();
    Optional<ClassModel> type = load(method.owner());
    for (int depth = 0; type.isPresent() && depth < MAX_SUPERCLASSES; depth++) {
      List<MethodModel> found = of(type.get(), method);
      if (!found.isEmpty()) {
        return found;
      }
      type.get().interfaces().forEach(each -> interfaces.add(each.asInternalName()));
      type = type.get().superclass().map(ClassEntry::asInternalName).flatMap(this::load);
    }
    for (int i = 0; i < interfaces.size() && i < MAX_SUPERCLASSES; i++) {
      Optional<ClassModel> inherited = load(interfaces.get(i));
      List<MethodModel> found = inherited.map(each -> of(each, method)).orElse(List.of());
      if (!found.isEmpty()) {
        return found;
      }
      inherited.ifPresent(
          all -> all.interfaces().forEach(each -> interfaces.add(each.asInternalName())));
    }
    return List.of();
  }

  private static List<MethodModel> of(ClassModel type, Method method) {
    return type.methods().stream()
        .filter(each -> each.methodName().equalsString(method.name()))
        .filter(each -> method.type().isEmpty() || each.methodType().equalsString(method.type()))
        .toList();
  }

  private Optional<ClassModel> load(String name) {
    return classes.computeIfAbsent(name, this::read);
  }

  private Optional<ClassModel> read(String name) {
    try {
      byte[] bytes = bytes(name);
      return bytes == null ? Optional.empty() : Optional.of(ClassFile.of().parse(bytes));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // A damaged class has no calls that are known.
    }
  }

  private byte @Nullable [] bytes(String name) throws IOException {
    String file = name + ".class";
    for (Path each : classPath) {
      if (Files.isDirectory(each) && Files.isRegularFile(each.resolve(file))) {
        return Files.readAllBytes(each.resolve(file));
      }
      if (Files.isRegularFile(each)) {
        try (ZipFile zip = new ZipFile(each.toFile())) {
          ZipEntry entry = zip.getEntry(file);
          if (entry != null) {
            try (InputStream in = zip.getInputStream(entry)) {
              return in.readAllBytes();
            }
          }
        }
      }
    }
    return ofJdk(name);
  }

  private static byte @Nullable [] ofJdk(String name) throws IOException {
    int slash = name.lastIndexOf('/');
    Path links = JDK.getPath("/packages", name.substring(0, Math.max(0, slash)).replace('/', '.'));
    if (slash < 0 || !Files.isDirectory(links)) {
      return null;
    }
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(links)) {
      for (Path each : modules) {
        Path file = JDK.getPath("/modules", each.getFileName().toString(), name + ".class");
        if (Files.isRegularFile(file)) {
          return Files.readAllBytes(file);
        }
      }
    }
    return null;
  }
}
