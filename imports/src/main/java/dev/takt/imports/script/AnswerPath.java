package dev.takt.imports.script;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayAccessTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.LiteralTree;
import org.openjdk.nashorn.api.tree.MemberSelectTree;
import org.openjdk.nashorn.api.tree.ParenthesizedTree;

/// What a script reads of an answer, as a JSONPath. Scripts of k6 and of Postman read them alike.
///
/// @param answer the answer
/// @param path such as `$.items[0].id`
public record AnswerPath<A>(A answer, String path) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");
  private static final Pattern ANY = Pattern.compile("[^\\p{Cntrl}]+");

  /// What a script has of an answer before it reads members.
  public interface Root<A> {

    /// What an expression has, such as `res.json()` or the name of a variable; null if it is
    /// something else.
    @Nullable AnswerPath<A> of(ExpressionTree tree);
  }

  /// The whole answer.
  public static <A> AnswerPath<A> whole(A answer) {
    return new AnswerPath<>(answer, "$");
  }

  /// What an expression reads; null if it reads no answer, or what no JSONPath says.
  public static <A> @Nullable AnswerPath<A> of(ExpressionTree tree, Root<A> root) {
    return switch (tree) {
      case ParenthesizedTree inner -> of(inner.getExpression(), root);
      case MemberSelectTree member -> {
        // The length of a list or a text has no JSONPath.
        boolean isLength = member.getIdentifier().equals("length");
        AnswerPath<A> owner = isLength ? null : of(member.getExpression(), root);
        yield owner == null ? null : owner.to(member.getIdentifier());
      }
      case ArrayAccessTree access -> {
        Object key = access.getIndex() instanceof LiteralTree literal ? literal.getValue() : null;
        AnswerPath<A> owner =
            key instanceof String || key instanceof Number
                ? of(access.getExpression(), root)
                : null;
        boolean isName = ANY.matcher(String.valueOf(key)).matches() && !"length".equals(key);
        yield owner == null || !isName ? null : owner.to(String.valueOf(key));
      }
      default -> root.of(tree);
    };
  }

  /// A member of an object, or an element of a list if the key is a number.
  AnswerPath<A> to(String key) {
    String next =
        INDEX.matcher(key).matches()
            ? "[" + key + "]"
            : NAME.matcher(key).matches()
                ? "." + key
                : "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']";
    return new AnswerPath<>(answer, path + next);
  }

  /// Whether it is the answer, rather than a part of it. A plan extracts parts.
  public boolean isWhole() {
    return path.equals("$");
  }
}
