package dev.takt.explain.compare;

import dev.takt.runs.RunTags.Measure;
import java.util.List;

/// Two sides beside each other.
///
/// @param baseline the first side
/// @param candidate the second side, which is said to be better or worse
/// @param measure which time the percentiles are of
/// @param rows figure by figure, operation by operation
/// @param verdict what they say together
/// @param environment what changed where the generator ran
/// @param plan what changed of the plan
/// @param causes the kinds of stalls that were seen
/// @param costs what an operation cost in processor time, as far as it is known
/// @param warnings what must be known before the verdict: whose generator was not well
/// @param remarks what a reader should know, in plain words
public record Comparison(
    RunGroup baseline,
    RunGroup candidate,
    Measure measure,
    List<Row> rows,
    Verdict verdict,
    List<Change> environment,
    List<Change> plan,
    List<CauseChange> causes,
    List<Cost> costs,
    List<String> warnings,
    List<String> remarks) {}
