package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;

/// `-tokenrange`: how token range queries go through the tokens.
///
/// @param wraps whether they start again at the end
/// @param splitFactor into how many parts each range is split
public record TokenRange(boolean wraps, long splitFactor) {

  private static final Suboption<String> WRAP = flag("wrap");
  private static final Suboption<Long> SPLIT_FACTOR = option("split-factor=", ValueForm.COUNT);

  static final OptionGroup GROUP = OptionGroup.of("-tokenrange", WRAP, SPLIT_FACTOR);

  static TokenRange from(Values values) {
    long factor = values.get(SPLIT_FACTOR, "1");
    if (factor == 0) {
      throw values.fail(SPLIT_FACTOR, "expected a whole number from 1 on");
    }
    return new TokenRange(values.has(WRAP), factor);
  }
}
