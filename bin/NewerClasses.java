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
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Converts the classes of a jar from formats before Java 6 to the format of Java 8. Such classes
/// have no stack maps, and the JDK does not keep them in its cache of loaded classes (JEP 514).
/// picocli is compiled for Java 5, and loading it takes 0.1 s of CPU time in each process: most of
/// the time of a command like `--help`. Nothing else of a class changes.
final class NewerClasses {

  private static final int JAVA_6 = ClassFile.JAVA_6_VERSION;

  private final ClassFile format;

  private NewerClasses(ClassLoader classes) {
    format =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /// @param args the path of the jar to replace
  public static void main(String[] args) throws IOException {
    Path jar = Path.of(args[0]);
    Path newer = jar.resolveSibling("." + jar.getFileName());
    URL[] classes = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes);
        JarFile from = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(newer);
        JarOutputStream to = new JarOutputStream(file)) {
      NewerClasses all = new NewerClasses(loader);
      for (JarEntry entry : Collections.list(from.entries())) {
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        to.putNextEntry(new JarEntry(entry.getName()));
        to.write(entry.getName().endsWith(".class") ? all.newer(bytes) : bytes);
      }
    }
    Files.move(newer, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private byte[] newer(byte[] bytes) {
    ClassModel old = format.parse(bytes);
    if (old.majorVersion() >= JAVA_6) {
      return bytes;
    }
    return format.transformClass(
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
