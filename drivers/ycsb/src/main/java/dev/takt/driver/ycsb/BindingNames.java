package dev.takt.driver.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Resolves the name after `ycsb:` in a target: a class name, or one of YCSB's short names of
/// bindings.
final class BindingNames {

  private static final Pattern CLASS =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");

  private static final Properties SHORT_NAMES = read();

  private BindingNames() {}

  /// The class of a short name; any other valid class name is returned unchanged.
  ///
  /// @return null if the name is neither
  static @Nullable String classOf(String name) {
    String known = SHORT_NAMES.getProperty(name);
    if (known != null) {
      return known;
    }
    boolean qualified = name.contains(".") && CLASS.matcher(name).matches();
    return qualified || isUpper(name) ? name : null;
  }

  /// Whether this is a class name without a package: it begins with a capital letter, which a short
  /// name never does.
  private static boolean isUpper(String name) {
    return CLASS.matcher(name).matches() && Character.isUpperCase(name.charAt(0));
  }

  private static Properties read() {
    try (InputStream in = BindingNames.class.getResourceAsStream("bindings.properties")) {
      Properties names = new Properties();
      if (in != null) {
        names.load(in);
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
