package dev.takt.probes.memory;

import dev.takt.probes.Processors;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The main class of a forked JVM that runs [MemoryRounds]. Forks are needed because the code that
/// the JIT compiler produces for a loop also depends on what ran before.
///
/// It prints a line for each round: `store-plain:alone 312`, the nanoseconds of a thousand
/// operations, or `store-plain:alone disturbed`.
final class MemoryOrderFork {

  /// Stands for the result of a disturbed round.
  static final String DISTURBED = "disturbed";

  private MemoryOrderFork() {}

  /// The arguments of [#main].
  ///
  /// @param seed for the order of the cases
  /// @param processors of the measuring thread and the contending one; empty for no pinning
  static List<String> arguments(MemoryRounds.Length length, long seed, List<Integer> processors) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(length.rounds()));
    arguments.add(Long.toString(length.roundNanos()));
    arguments.add(Long.toString(length.warmupNanos()));
    arguments.add(Long.toString(seed));
    processors.forEach(each -> arguments.add(Integer.toString(each)));
    return arguments;
  }

  /// Runs the rounds.
  public static void main(String[] args) throws InterruptedException {
    MemoryRounds.Length length =
        new MemoryRounds.Length(
            Integer.parseInt(args[0]), Long.parseLong(args[1]), Long.parseLong(args[2]));
    boolean pinned = args.length > 5;
    if (pinned) {
      Processors.pin(Integer.parseInt(args[4]))
          .ifPresent(refused -> System.out.println("note " + refused));
    }
    @Nullable Integer hammerOn = pinned ? Integer.valueOf(args[5]) : null;
    List<MemoryCase> cases =
        new ArrayList<>(MemoryCase.all(Runtime.getRuntime().availableProcessors() > 1 || pinned));
    Collections.shuffle(cases, new Random(Long.parseLong(args[3])));
    PrintStream out = System.out;
    new MemoryRounds(length, hammerOn)
        .run(
            cases,
            new MemoryRounds.Listener() {
              @Override
              public void round(MemoryCase which, long nanosForThousand) {
                out.println(which.tag() + ' ' + nanosForThousand);
              }

              @Override
              public void disturbed(MemoryCase which) {
                out.println(which.tag() + ' ' + DISTURBED);
              }
            });
    out.flush();
  }
}
