package dev.takt.driver.ycsb;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles bindings like their authors: against YCSB's core, without Takt.
final class Compiled {

  private static final Pattern TYPE = Pattern.compile("class (\\w+)");

  private Compiled() {}

  /// Compiles classes without a package into a folder.
  static void into(Path folder, String... sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter diagnostics = new StringWriter();
    List<JavaFileObject> files = new ArrayList<>();
    for (String source : sources) {
      files.add(new Source(source));
    }
    List<String> options =
        List.of("-d", folder.toString(), "-cp", core().toString(), "-proc:none", "-nowarn");
    if (!compiler.getTask(diagnostics, null, null, options, null, files).call()) {
      throw new IllegalArgumentException(diagnostics.toString());
    }
  }

  /// The same, into a jar.
  static void intoJar(Path jar, String... sources) throws IOException {
    Path classes = Files.createTempDirectory(jar.getParent(), "classes");
    into(classes, sources);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        DirectoryStream<Path> compiled = Files.newDirectoryStream(classes)) {
      for (Path each : compiled) {
        out.putNextEntry(new JarEntry(String.valueOf(each.getFileName())));
        out.write(Files.readAllBytes(each));
        Files.delete(each);
      }
    }
    Files.delete(classes);
  }

  /// The jar of YCSB's core.
  static Path core() {
    try {
      return Path.of(
          site.ycsb.DB.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The source of a binding whose methods return OK by default.
  ///
  /// @param members methods that replace those of the same name
  static String binding(String name, String members) {
    StringBuilder source = new StringBuilder("import site.ycsb.*; import java.util.*; ");
    source.append("public class ").append(name).append(" extends DB { ").append(members);
    addUnless(
        members, source, "read(String t, String k, Set<String> f, Map<String, ByteIterator> r)");
    addUnless(
        members,
        source,
        "scan(String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r)");
    addUnless(members, source, "update(String t, String k, Map<String, ByteIterator> v)");
    addUnless(members, source, "insert(String t, String k, Map<String, ByteIterator> v)");
    addUnless(members, source, "delete(String t, String k)");
    return source.append(" }").toString();
  }

  private static void addUnless(String members, StringBuilder source, String method) {
    if (!members.contains("Status " + method.substring(0, method.indexOf('(') + 1))) {
      source.append(" public Status ").append(method).append(" { return Status.OK; }");
    }
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create(MachineText.format("string:///%s.java", typeOf(text))), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    private static String typeOf(String text) {
      Matcher type = TYPE.matcher(text);
      if (!type.find()) {
        throw new IllegalArgumentException("no class in " + text);
      }
      return type.group(1);
    }
  }
}
