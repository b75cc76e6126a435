package dev.takt.load.journey;

import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Whether a user does something: a subset of the syntax of CEL (Common Expression Language) whose
/// operands are [checks][Check], such as `status == 200 && !($.total > 100 || random < 0.3)`.
///
///     condition  = and { "||" and }
///     and        = term { "&&" term }
///     term       = "!" term | "(" condition ")" | "true" | "false" | check | chance
///     check      = what a step can check; also a variable as its subject
///     chance     = "random" ( "<" | "<=" | ">" | ">=" ) number from 0 to 1
///
/// Immutable; created by [#parse].
public final class Condition {

  /// Words with a meaning of their own, which are no names of variables.
  public static final Set<String> WORDS =
      Set.of(
          "status", "size", "body", "rows", "header", "cookie", "random", "true", "false", "null");

  private static final int MAX_DEPTH = 50;

  private static final Pattern CHANCE =
      Pattern.compile("random\\s*([<>])=?\\s*(0(?:\\.\\d+)?|1(?:\\.0+)?|\\.\\d+)");

  private sealed interface Term {}

  private record Either(List<Term> terms) implements Term {}

  private record All(List<Term> terms) implements Term {}

  private record Not(Term term) implements Term {}

  private record Constant(boolean value) implements Term {}

  private record Fulfils(Check check) implements Term {}

  /// @param index of this one among all of the condition
  private record Chance(int index, boolean isBelow, double bound) implements Term {}

  private final String text;
  private final Term root;
  private final List<Subject> subjects;
  private final int chances;

  private Condition(String text, Term root, List<Subject> subjects, int chances) {
    this.text = text;
    this.root = root;
    this.subjects = List.copyOf(subjects);
    this.chances = chances;
  }

  /// Parses a condition.
  ///
  /// @param variables the index of each value that a user has by then
  /// @throws IllegalArgumentException with the column and what was expected there
  public static Condition parse(String text, Map<String, Integer> variables) {
    Parser parser = new Parser(text, variables);
    Term root = parser.whole();
    return new Condition(text.strip(), root, parser.subjects, parser.chances);
  }

  /// Whether it reads the last answer, rather than variables alone.
  public boolean readsAnswer() {
    return !subjects.stream().allMatch(Subject.Variable.class::isInstance);
  }

  /// What it reads.
  List<Subject> subjects() {
    return subjects;
  }

  /// Whether it holds for a user and the last answer.
  ///
  /// @param answer null only if it has no subjects
  /// @throws AnswerException if the answer does not have what is asked for
  boolean holds(User user, @Nullable ReadAnswer answer) throws AnswerException {
    return holds(root, user, answer);
  }

  /// The values that decide it, such as ` (status is 200)`; empty if none does.
  String why(User user, @Nullable ReadAnswer answer) {
    List<String> values = new ArrayList<>();
    if (answer != null) {
      subjects.stream()
          .map(each -> each + " is " + answer.describe(each))
          .distinct()
          .forEach(values::add);
    }
    for (int i = 0; i < chances; i++) {
      values.add(EnglishText.format("random is %.3f", user.random(i)));
    }
    return values.isEmpty() ? "" : " (" + String.join(", ", values) + ")";
  }

  private static boolean holds(Term term, User user, @Nullable ReadAnswer answer)
      throws AnswerException {
    return switch (term) {
      case Either(List<Term> terms) -> any(terms, user, answer, true);
      case All(List<Term> terms) -> !any(terms, user, answer, false);
      case Not(Term inner) -> !holds(inner, user, answer);
      case Constant(boolean value) -> value;
      case Fulfils(Check check) ->
          check.isFulfilled(Objects.requireNonNull(answer, "an answer that was not kept is read"));
      case Chance(int index, boolean isBelow, double bound) ->
          user.random(index) < bound == isBelow;
    };
  }

  private static boolean any(
      List<Term> terms, User user, @Nullable ReadAnswer answer, boolean value)
      throws AnswerException {
    for (int i = 0; i < terms.size(); i++) {
      if (holds(terms.get(i), user, answer) == value) {
        return true;
      }
    }
    return false;
  }

  /// As the user wrote it.
  @Override
  public String toString() {
    return text;
  }

  private static final class Parser {

    private final String text;
    private final Map<String, Integer> variables;
    private final List<Subject> subjects = new ArrayList<>();
    private int at;
    private int chances;
    private int depth;

    Parser(String text, Map<String, Integer> variables) {
      this.text = text;
      this.variables = variables;
    }

    Term whole() {
      Term term = either();
      if (at < text.length()) {
        throw fault(at, "expected && or ||");
      }
      return term;
    }

    private Term either() {
      List<Term> terms = new ArrayList<>(List.of(all()));
      while (accept("||")) {
        terms.add(all());
      }
      return terms.size() == 1 ? terms.getFirst() : new Either(List.copyOf(terms));
    }

    private Term all() {
      List<Term> terms = new ArrayList<>(List.of(term()));
      while (accept("&&")) {
        terms.add(term());
      }
      return terms.size() == 1 ? terms.getFirst() : new All(List.copyOf(terms));
    }

    private Term term() {
      if (++depth > MAX_DEPTH) {
        throw fault(at, "expected less than " + MAX_DEPTH + " negations and parentheses");
      }
      Term term;
      if (accept("!")) {
        term = new Not(term());
      } else if (accept("(")) {
        term = either();
        if (!accept(")")) {
          throw fault(at, "expected )");
        }
      } else {
        term = operand();
      }
      depth--;
      return term;
    }

    private boolean accept(String token) {
      skipSpace();
      if (!text.startsWith(token, at)) {
        return false;
      }
      at += token.length();
      skipSpace();
      return true;
    }

    private void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private Term operand() {
      int from = at;
      at = end();
      String operand = text.substring(from, at).strip();
      Matcher chance = CHANCE.matcher(operand);
      if (operand.isEmpty()) {
        throw fault(from, "expected a condition, such as status == 200 or random < 0.3");
      } else if (operand.equals("true") || operand.equals("false")) {
        return new Constant(operand.equals("true"));
      } else if (chance.matches()) {
        return new Chance(
            chances++, chance.group(1).equals("<"), Double.parseDouble(chance.group(2)));
      } else if (operand.matches("random\\b.*")) {
        throw fault(from, "expected random < or > a number from 0 to 1, such as random < 0.3");
      }
      try {
        Check check = Check.parse(operand, variables);
        subjects.add(check.subject());
        return new Fulfils(check);
      } catch (IllegalArgumentException e) {
        throw fault(from, String.valueOf(e.getMessage()));
      }
    }

    /// The end of the operand: before `&&`, `||` or a parenthesis that is not in quotes.
    private int end() {
      char quote = 0;
      for (int i = at; i < text.length(); i++) {
        char c = text.charAt(i);
        if (quote != 0) {
          quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
          quote = c;
        } else if (c == ')' || text.startsWith("&&", i) || text.startsWith("||", i)) {
          return i;
        }
      }
      return text.length();
    }

    private IllegalArgumentException fault(int index, String message) {
      return new IllegalArgumentException("column " + (index + 1) + ": " + message);
    }
  }
}
