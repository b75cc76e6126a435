package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each driver registers itself twice, for the class path and for the module path: the two must
/// agree.
class ServicesTest {

  private static final String SERVICE = DriverProvider.class.getName();
  private static final String FILE = "META-INF/services/" + SERVICE;
  private static final String DRIVERS = "dev.takt.driver.";

  @Test
  void classPathAndModulePathAgree() throws IOException {
    List<URL> files = resources(FILE).filter(url -> text(url).contains(DRIVERS)).toList();
    assertThat(files).hasSize(9);
    for (URL file : files) {
      URL descriptor = URI.create(file.toString().replace(FILE, "module-info.class")).toURL();
      assertThat(provided(descriptor)).as(file.toString()).isEqualTo(listed(file));
    }
  }

  @Test
  void noModuleIsLeftOut() throws IOException {
    List<String> modules = new ArrayList<>();
    for (URL url : resources("module-info.class").toList()) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(in);
        if (module.name().startsWith(DRIVERS)) {
          modules.add(module.name());
          assertThat(module.provides()).as(module.name()).isNotEmpty();
        }
      }
    }
    assertThat(modules)
        .containsExactlyInAnyOrder(
            DRIVERS + "http",
            DRIVERS + "jdbc",
            DRIVERS + "redis",
            DRIVERS + "cql",
            DRIVERS + "grpc",
            DRIVERS + "sim",
            DRIVERS + "demo",
            DRIVERS + "exec",
            DRIVERS + "ycsb");
  }

  private static Stream<URL> resources(String name) {
    return ServicesTest.class.getClassLoader().resources(name);
  }

  private static List<String> listed(URL file) {
    return text(file).lines().map(String::strip).filter(line -> !line.isEmpty()).sorted().toList();
  }

  private static List<String> provided(URL descriptor) throws IOException {
    try (InputStream in = descriptor.openStream()) {
      return ModuleDescriptor.read(in).provides().stream()
          .filter(each -> each.service().equals(SERVICE))
          .flatMap(each -> each.providers().stream())
          .sorted()
          .toList();
    }
  }

  private static String text(URL url) {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
