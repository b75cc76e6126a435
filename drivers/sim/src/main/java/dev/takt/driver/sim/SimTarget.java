package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.driver.sim.model.SimulatedSystems;
import dev.takt.runs.text.EnglishText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A parsed target text such as `sim:mm1,service=1ms,form=async`.
///
/// @param isAsync whether it is driven by event loops; else by blocking workers
/// @param isVirtual whether it runs in virtual time
/// @param problems all problems of the text; the other components are valid only if there are none
record SimTarget(
    SimulatedSystem system, boolean isAsync, boolean isVirtual, List<String> problems) {

  static final String PREFIX = "sim:";

  static SimTarget parse(String target, long seed, int concurrency) {
    List<String> parts =
        Arrays.stream(target.substring(PREFIX.length()).split(",")).map(String::strip).toList();
    Optional<SystemKind> named = SystemKind.named(parts.getFirst());
    if (named.isEmpty() && isWord(parts.getFirst())) {
      return unknown(parts.getFirst());
    }
    Parameters parameters =
        new Parameters(named.isEmpty() ? parts : parts.subList(1, parts.size()));
    return read(named.orElse(SystemKind.DELAY), parameters, seed, concurrency);
  }

  private static SimTarget read(
      SystemKind kind, Parameters parameters, long seed, int concurrency) {
    SimulatedSystem system = kind.build(parameters, seed, concurrency);
    double errors = parameters.share("error", 0);
    double hangs = parameters.share("hang", 0);
    boolean async = parameters.choice("form", "blocking", "async").equals("async");
    boolean virtual = parameters.choice("clock", "system", "virtual").equals("virtual");
    if (virtual && !async) {
      parameters.problem("clock=virtual needs form=async: threads cannot sleep in virtual time");
    }
    if (errors > 0 || hangs > 0) {
      system = SimulatedSystems.faulty(system, seed, errors, hangs);
    }
    return new SimTarget(system, async, virtual, parameters.problems());
  }

  private static boolean isWord(String part) {
    return !part.contains("=") && !part.equals(SystemKind.RANDOM);
  }

  private static SimTarget unknown(String word) {
    String all = SystemKind.examples() + ", " + StoreTarget.FORM;
    String problem =
        word.isEmpty()
            ? "names no simulated system; expected one of " + all
            : EnglishText.format("unknown simulated system '%s'; expected one of %s", word, all);
    return new SimTarget((arrival, n) -> arrival, false, false, List.of(problem));
  }
}
