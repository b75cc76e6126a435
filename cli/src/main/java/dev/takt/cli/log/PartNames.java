package dev.takt.cli.log;

import dev.takt.runs.text.MachineText;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// File names for the parts that one command creates from logs. No two are equal, not even on a
/// file system that ignores case.
///
/// Not thread-safe.
final class PartNames {

  /// The name for lines without a tag.
  private static final String UNTAGGED = "default";

  /// In bytes. File systems allow 255 per name, which must hold two such texts and what surrounds
  /// them.
  private static final int MAX_BYTES = 100;

  private final Set<String> used = new HashSet<>();

  /// A name that was not returned before.
  ///
  /// @param tag null for no tag
  /// @param rest the part after the tag, from its dot on
  String of(@Nullable String tag, String rest) {
    String stem = tag == null ? UNTAGGED : escaped(tag);
    String name = stem + rest;
    for (int i = 2; !used.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = stem + "~" + i + rest;
    }
    return name;
  }

  /// A text as a part of a file name. Characters that mean a folder, or are illegal on other
  /// systems, are escaped as in a URL. A long text is cut.
  static String escaped(String text) {
    StringBuilder name = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      String next = escaped(text.codePointAt(i), i == 0);
      bytes += next.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_BYTES) {
        return name.append(MachineText.format("~%08x", text.hashCode())).toString();
      }
      name.append(next);
    }
    return name.isEmpty() ? "%00" : name.toString();
  }

  private static String escaped(int c, boolean first) {
    boolean isSafe =
        c > ' '
            && !Character.isISOControl(c)
            && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
            && "/\\<>\"|?*%".indexOf(c) < 0;
    return isSafe && !(first && (c == '.' || c == '-' || c == '~'))
        ? Character.toString(c)
        : MachineText.format("%%%02X", c);
  }
}
