package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.cassandra.stress.command.StressCommand.Operations;
import dev.takt.cassandra.stress.command.StressCommand.Truncation;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The suboptions of the commands.
final class CommandOptions {

  private static final Suboption<Long> COUNT = option("n=", ValueForm.COUNT);
  private static final Suboption<RunLength.Time> DURATION = option("duration=", ValueForm.RUN_TIME);
  private static final Suboption<Double> ERROR = option("err<", ValueForm.FRACTION);
  private static final Suboption<Integer> MIN = option("n>", ValueForm.POSITIVE);
  private static final Suboption<Integer> MAX = option("n<", ValueForm.POSITIVE);
  private static final Suboption<String> NO_WARMUP = flag("no-warmup");
  private static final Suboption<Truncation> TRUNCATE =
      option("truncate=", ValueForm.oneOf(Truncation.class));
  private static final Suboption<ConsistencyLevel> CL =
      option("cl=", ValueForm.oneOf(ConsistencyLevel.class));
  private static final Suboption<ConsistencyLevel> SERIAL_CL = option("serial-cl=", CL.form());
  private static final Suboption<Integer> KEY_SIZE = option("keysize=", ValueForm.POSITIVE);
  private static final Suboption<DistributionSpec> ADD = option("add=", ValueForm.DISTRIBUTION);
  private static final Suboption<Map<String, Double>> RATIO = option("ratio(", ValueForm.SHARES);
  private static final Suboption<DistributionSpec> CLUSTERING =
      option("clustering=", ValueForm.DISTRIBUTION)
          .withoutEffect("Takt draws each operation anew, by its share");
  private static final Suboption<List<String>> PROFILE = option("profile=", ValueForm.LIST);
  private static final Suboption<Map<String, Double>> OPS = option("ops(", ValueForm.SHARES);
  private static final Suboption<String> TOPIC = option("", ValueForm.TEXT);
  private static final Suboption<DistributionSpec> DIST = option("dist=", ValueForm.DISTRIBUTION);

  private CommandOptions() {}

  static OptionGroup group(CommandName name) {
    List<Suboption<?>> table =
        new ArrayList<>(
            switch (name) {
              case WRITE, READ, COUNTER_READ -> List.of(KEY_SIZE);
              case COUNTER_WRITE -> List.of(KEY_SIZE, ADD);
              case MIXED -> List.of(KEY_SIZE, ADD, RATIO, CLUSTERING);
              case USER -> List.of(PROFILE, OPS, CLUSTERING);
              case HELP -> List.of(TOPIC);
              case PRINT -> List.of(DIST);
              case VERSION, VERSION_JSON -> List.of();
            });
    if (!name.isRun()) {
      return new OptionGroup(name.toString(), table, List.of());
    }
    table.addAll(List.of(COUNT, DURATION, ERROR, MIN, MAX, NO_WARMUP, TRUNCATE, CL, SERIAL_CL));
    return new OptionGroup(
        name.toString(),
        table,
        List.of(List.of(List.of(COUNT), List.of(DURATION), List.of(ERROR, MIN, MAX))));
  }

  static StressCommand parse(CommandName name, List<String> words, List<String> notes) {
    Values values = group(name).parse(words, notes);
    return switch (name) {
      case HELP -> new StressCommand.Help(values.get(TOPIC));
      case PRINT -> new StressCommand.Print(values.require(DIST));
      case VERSION, VERSION_JSON -> new StressCommand.Version(name == CommandName.VERSION_JSON);
      default -> run(name, values);
    };
  }

  private static StressCommand.Run run(CommandName name, Values values) {
    ConsistencyLevel level = values.get(CL, "LOCAL_ONE");
    ConsistencyLevel serial = values.get(SERIAL_CL, level.isSerial() ? level.name() : "SERIAL");
    if (!serial.isSerial()) {
      throw values.fail(SERIAL_CL, "expected SERIAL or LOCAL_SERIAL");
    }
    return new StressCommand.Run(
        name,
        length(values),
        !values.has(NO_WARMUP),
        values.get(TRUNCATE, "never"),
        level,
        serial,
        operations(name, values));
  }

  private static RunLength length(Values values) {
    Optional<Long> count = values.get(COUNT);
    if (count.isPresent()) {
      return new RunLength.Count(count.get());
    }
    if (values.has(DURATION)) {
      return values.require(DURATION);
    }
    int min = values.get(MIN, "30");
    int max = values.get(MAX, "200");
    if (min > max) {
      throw values.fail(values.has(MIN) ? MIN : MAX, "n> is " + min + " and n< is " + max);
    }
    return new RunLength.Uncertainty(values.get(ERROR, "0.02"), min, max);
  }

  private static Operations operations(CommandName name, Values values) {
    Map<String, Double> shares =
        switch (name) {
          case MIXED -> commands(values);
          case USER -> values.require(OPS);
          default -> Map.of(name.toString(), 1.0);
        };
    return new Operations(
        values.get(KEY_SIZE, "10"),
        values.get(ADD, "fixed(1)"),
        shares,
        values.get(CLUSTERING, "GAUSSIAN(1..10)"),
        name == CommandName.USER ? values.require(PROFILE) : List.of());
  }

  /// The shares of `mixed`, whose names may be aliases.
  private static Map<String, Double> commands(Values values) {
    Map<String, Double> shares = new LinkedHashMap<>();
    values
        .get(RATIO, "read=1,write=1)")
        .forEach((word, share) -> {
          CommandName name =
              CommandName.find(word)
                  .filter(CommandName::isOperation)
                  .orElseThrow(() ->
                      values.fail(
                          RATIO,
                          "expected read, write, counter_read or"
                              + " counter_write instead of "
                              + word));
          if (shares.put(name.toString(), share) != null) {
            throw values.fail(RATIO, name + " is given twice");
          }
        });
    return Collections.unmodifiableMap(shares);
  }
}
