package dev.takt.load.journey;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A step of a journey: an operation of the plan, and what belongs to it in the journey.
///
/// @param name without the name of the journey
/// @param operation the index of the operation that it sends
/// @param think the time before it
/// @param extractions in the order of the plan
/// @param checks after the extractions
/// @param headers the headers that these read, in lower case
/// @param body what these need of the body
public record StepSpec(
    String name,
    int operation,
    ThinkTime think,
    List<Extraction> extractions,
    List<Check> checks,
    Set<String> headers,
    Subject.BodyUse body) {

  /// A step, with what it needs of an answer derived from what it reads.
  public static StepSpec of(
      String name,
      int operation,
      ThinkTime think,
      List<Extraction> extractions,
      List<Check> checks) {
    List<Subject> subjects =
        Stream.concat(
                extractions.stream().map(Extraction::subject), checks.stream().map(Check::subject))
            .toList();
    Set<String> headers =
        subjects.stream()
            .filter(Subject.Header.class::isInstance)
            .map(each -> ((Subject.Header) each).name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    return new StepSpec(
        name,
        operation,
        think,
        List.copyOf(extractions),
        List.copyOf(checks),
        headers,
        subjects.stream().map(Subject::bodyUse).reduce(Subject.BodyUse.NONE, Subject.BodyUse::and));
  }

  /// Whether an answer has to be read.
  boolean readsAnswer() {
    return !extractions.isEmpty() || !checks.isEmpty();
  }

  /// Extracts and checks.
  ///
  /// @return the label of the failure; null for none
  @Nullable String judge(Answer answer, User user) {
    ReadAnswer read = new ReadAnswer(answer);
    for (Extraction each : extractions) {
      try {
        user.set(each.index(), each.value(read));
      } catch (AnswerException e) {
        return "extract " + each.variable() + ": " + e.reason();
      }
    }
    for (Check each : checks) {
      String failure = each.failure(read);
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }
}
