package dev.takt.cli;

import dev.takt.runs.text.MachineText;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// File names for the parts that one command makes of logs, no two alike, not even on a disk that
/// does not tell capitals from small letters.
///
/// Not thread-safe.
final class PartNames {

  /// What lines without a tag are filed under.
  private static final String UNTAGGED = "default";

  /// In bytes. File systems have 255 for a name, which takes two such texts and what is put around.
  private static final int LONGEST = 100;

  private final Set<String> used = new HashSet<>();

  /// A name that was not given before.
  ///
  /// @param tag null for no tag
  /// @param rest what comes after the tag, from its dot on
  String of(@Nullable String tag, String rest) {
    String stem = tag == null ? UNTAGGED : escaped(tag);
    String name = stem + rest;
    for (int i = 2; !used.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = stem + "~" + i + rest;
    }
    return name;
  }

  /// A text as a part of a file name: what folders and other systems would stumble over is written
  /// as in a URL, and what is too long is cut.
  static String escaped(String text) {
    StringBuilder name = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      String next = escaped(text.codePointAt(i), i == 0);
      bytes += next.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > LONGEST) {
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
