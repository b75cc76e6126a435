package dev.takt.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Converts the classes of a jar to the class file format of Java 8, if they are older than Java 6.
/// Those have no stack maps, and the JDK does not cache them when it caches loaded classes (JEP
/// 514). Run once, when Takt is built: picocli is compiled for Java 5, and loading and verifying
/// its classes takes a fifth of the time to the first request.
///
/// The result depends on the jar and the JDK only.
final class NewerClassFiles {

  private static final ClassFile FORMAT =
      ClassFile.of(
          StackMapsOption.GENERATE_STACK_MAPS,
          ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(NewerClassFiles.class.getClassLoader())
                  .orElse(ClassHierarchyResolver.defaultResolver())));

  private NewerClassFiles() {}

  /// @param args the jar, which is on the class path and is replaced
  public static void main(String[] args) throws IOException {
    Path jar = Path.of(args[0]);
    Path newer = jar.resolveSibling("." + jar.getFileName());
    try (JarFile from = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(newer);
        JarOutputStream to = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(from.entries())) {
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copy);
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        to.write(entry.getName().endsWith(".class") ? converted(bytes) : bytes);
      }
    }
    Files.move(newer, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /// A class of the newer format with the same content; unchanged if its format is new enough.
  static byte[] converted(byte[] bytes) {
    ClassModel old = FORMAT.parse(bytes);
    if (old.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    return FORMAT.transformClass(
        old,
        (to, element) -> {
          switch (element) {
            case ClassFileVersion _ -> to.withVersion(ClassFile.JAVA_8_VERSION, 0);
            case MethodModel method ->
                to.transformMethod(
                    method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
            default -> to.with(element);
          }
        });
  }
}
