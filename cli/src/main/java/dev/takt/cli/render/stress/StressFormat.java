package dev.takt.cli.render.stress;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.Rate;
import dev.takt.runs.model.RunTags.Measure;
import java.util.Locale;

/// What the lines and results of cassandra-stress show of a run.
///
/// @param latency the time that is called latency
/// @param hasUpperCaseNames whether operations are printed in upper case
/// @param work counts partitions and rows
public record StressFormat(Measure latency, boolean hasUpperCaseNames, WorkCounter work) {

  /// The format of a command. The operations of a profile keep their names. Latency is the response
  /// time with `fixed=`, and the service time otherwise.
  public static StressFormat of(CommandName command, Rate.Pacing pacing, WorkCounter work) {
    return new StressFormat(
        pacing == Rate.Pacing.FIXED ? Measure.RESPONSE : Measure.SERVICE,
        command != CommandName.USER,
        work);
  }

  String nameOf(String operation) {
    return hasUpperCaseNames ? operation.toUpperCase(Locale.ROOT) : operation;
  }
}
