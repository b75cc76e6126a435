package dev.takt.load.journey;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A step of a journey: an operation of the plan, and what belongs to it in the journey.
///
/// @param name without the name of the journey
/// @param operation the index of the operation that it sends
/// @param extractions in the order of the plan
/// @param checks after the extractions
/// @param later what is read of the answer, or of the user, by what may come before the next step:
///   conditions and classes
/// @param headers the headers that all these read, in lower case
/// @param body what all these need of the body
/// @param keepsConnection whether the user keeps the connection for its next step: a transaction is
///   open
public record StepSpec(
    String name,
    int operation,
    List<Extraction> extractions,
    List<Check> checks,
    List<Subject> later,
    Set<String> headers,
    Subject.BodyUse body,
    boolean keepsConnection) {

  /// A step, with what it needs of an answer derived from what it reads.
  public static StepSpec of(
      String name, int operation, List<Extraction> extractions, List<Check> checks) {
    return of(name, operation, extractions, checks, List.of(), false);
  }

  private static StepSpec of(
      String name,
      int operation,
      List<Extraction> extractions,
      List<Check> checks,
      List<Subject> later,
      boolean keepsConnection) {
    List<Subject> subjects = new ArrayList<>();
    extractions.forEach(each -> subjects.add(each.subject()));
    checks.forEach(each -> subjects.add(each.subject()));
    subjects.addAll(later);
    Set<String> headers =
        subjects.stream()
            .filter(Subject.Header.class::isInstance)
            .map(each -> ((Subject.Header) each).name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    return new StepSpec(
        name,
        operation,
        List.copyOf(extractions),
        List.copyOf(checks),
        List.copyOf(later),
        headers,
        subjects.stream().map(Subject::bodyUse).reduce(Subject.BodyUse.NONE, Subject.BodyUse::and),
        keepsConnection);
  }

  /// What it reads of its answer, or of the user.
  public List<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    extractions.forEach(each -> subjects.add(each.subject()));
    checks.forEach(each -> subjects.add(each.subject()));
    subjects.addAll(later);
    return subjects;
  }

  /// The same step with what is read after it. Conditions that read nothing cannot fail, and need
  /// no answer.
  StepSpec with(List<Subject> after) {
    return of(name, operation, extractions, checks, after, keepsConnection);
  }

  /// The same step in a transaction that goes on after it.
  public StepSpec keepingConnection() {
    return of(name, operation, extractions, checks, later, true);
  }

  /// Whether an answer has to be read.
  boolean readsAnswer() {
    return !extractions.isEmpty() || !checks.isEmpty() || decidesByAnswer();
  }

  /// Whether its answer, or a variable, decides what is next.
  boolean decidesByAnswer() {
    return !later.isEmpty();
  }

  /// Extracts and checks.
  ///
  /// @return the label of the failure; null for none
  @Nullable String judge(ReadAnswer read) {
    for (Extraction each : extractions) {
      try {
        read.user().extracted(each, each.value(read));
      } catch (AnswerException e) {
        return "extract " + each.variable() + ": " + e.reason();
      }
    }
    for (Check each : checks) {
      String failure = each.failure(read);
      read.user().checked(each, failure, read);
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }
}
