package dev.takt.cassandra.stress.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The type of a column: a native type, or a list or set of one.
///
/// @param element the type, or that of the elements
/// @param container what holds the elements
public record CqlType(NativeType element, Container container) {

  private static final Pattern FROZEN = Pattern.compile("frozen<(.*)>");
  private static final Pattern COLLECTION = Pattern.compile("(list|set)<(.*)>");

  /// What holds values of a native type.
  public enum Container {
    /// Nothing: the column is of the native type itself.
    NONE,
    LIST,
    SET
  }

  /// A native type.
  public static CqlType of(NativeType type) {
    return new CqlType(type, Container.NONE);
  }

  /// Parses a type as CQL and `system_schema.columns` have it: `text`, `list<int>`,
  /// `frozen<set<uuid>>`.
  ///
  /// @throws IllegalArgumentException if cassandra-stress has no values of the type
  public static CqlType parse(String text) {
    String bare = unfrozen(text.replace(" ", "").toLowerCase(Locale.ROOT));
    Matcher collection = COLLECTION.matcher(bare);
    if (!collection.matches()) {
      return of(nativeType(bare, text));
    }
    NativeType element = nativeType(collection.group(2), text);
    return new CqlType(
        element, collection.group(1).equals("list") ? Container.LIST : Container.SET);
  }

  private static String unfrozen(String text) {
    Matcher frozen = FROZEN.matcher(text);
    return frozen.matches() ? frozen.group(1) : text;
  }

  private static NativeType nativeType(String name, String whole) {
    return Arrays.stream(NativeType.values())
        .filter(each -> each != NativeType.HEX_BLOB)
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("cassandra-stress generates no values of type " + whole));
  }

  boolean isCollection() {
    return container != Container.NONE;
  }

  /// Whether the number of characters, bytes or elements is drawn.
  boolean hasSize() {
    return isCollection() || element.hasSize();
  }
}
