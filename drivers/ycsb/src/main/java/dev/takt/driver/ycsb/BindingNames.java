package dev.takt.driver.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What stands behind `ycsb:` in a target: the name of a class, or the short name under which
/// YCSB's users know a binding.
final class BindingNames {

  private static final Pattern CLASS =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");

  private static final Properties SHORT = read();

  private BindingNames() {}

  /// The class that a name means: that of the short name if it is one, else the name itself.
  ///
  /// @return null if it is no name of a class either
  static @Nullable String classOf(String name) {
    String known = SHORT.getProperty(name);
    if (known != null) {
      return known;
    }
    boolean qualified = name.contains(".") && CLASS.matcher(name).matches();
    return qualified || isUpper(name) ? name : null;
  }

  /// A class without a package is written with a capital letter, a short name never is.
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
