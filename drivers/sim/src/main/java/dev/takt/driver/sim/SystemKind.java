package dev.takt.driver.sim;

import dev.takt.driver.sim.model.FourModeStore;
import dev.takt.driver.sim.model.NanoRange;
import dev.takt.driver.sim.model.ServiceTime;
import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.driver.sim.model.SimulatedSystems;
import dev.takt.driver.sim.model.SquareWave;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The kinds of simulated systems that a target can name, with their parameters.
enum SystemKind {
  DELAY("delay=4ms") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      long delay = parameters.duration("delay", 0);
      ServiceTime serviceTime =
          parameters.flag(RANDOM)
              ? ServiceTime.uniform(seed, 0, delay)
              : ServiceTime.constant(delay);
      return SimulatedSystems.delay(serviceTime);
    }
  },

  FOUR_MODE("four-mode") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      FourModeStore.Modes modes = FourModeStore.Modes.DEFAULT;
      NanoRange awesome = parameters.range("awesome", modes.awesome());
      NanoRange good = parameters.range("good", modes.good());
      NanoRange minor = parameters.range("minor", modes.minor());
      NanoRange stop = parameters.range("stw", modes.stopTheWorld());
      double pGood = parameters.share("p-good", modes.goodShare());
      double pMinor = parameters.share("p-minor", modes.minorShare());
      double pStop = parameters.share("p-stw", modes.stopShare());
      if (pGood + pMinor + pStop <= 1) {
        modes = new FourModeStore.Modes(awesome, good, minor, stop, pGood, pMinor, pStop);
      } else {
        parameters.problem("p-good, p-minor and p-stw add up to more than 1");
      }
      return new FourModeStore(seed, modes, concurrency);
    }
  },

  MM1("mm1,service=1ms") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      long service = parameters.requiredDuration("service", "1ms");
      return SimulatedSystems.queue(1, ServiceTime.exponential(seed, service));
    }
  },

  MD1("md1,service=1ms") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      long service = parameters.requiredDuration("service", "1ms");
      return SimulatedSystems.queue(1, ServiceTime.constant(service));
    }
  },

  MMC("mmc,service=1ms,servers=4") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      long service = parameters.requiredDuration("service", "1ms");
      int servers = parameters.requiredCount("servers", "4");
      return SimulatedSystems.queue(servers, ServiceTime.exponential(seed, service));
    }
  },

  STALL("stall,every=2s,for=200ms,service=100us") {
    @Override
    SimulatedSystem build(Parameters parameters, long seed, int concurrency) {
      long every = parameters.requiredDuration("every", "2s");
      long frozen = parameters.duration("for", 0);
      long service = parameters.duration("service", 0);
      if (frozen >= every) {
        parameters.problem("for: must be less than every");
        frozen = 0;
      }
      return SimulatedSystems.stalling(
          SquareWave.centred(every, frozen), ServiceTime.constant(service));
    }
  };

  /// The only parameter without a value that can come first, in the place of a kind.
  static final String RANDOM = "random";

  private final String example;

  SystemKind(String example) {
    this.example = example;
  }

  /// Creates the system; problems are collected by the parameters.
  abstract SimulatedSystem build(Parameters parameters, long seed, int concurrency);

  /// The kind that the first word of a target names.
  static Optional<SystemKind> named(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind != DELAY && kind.example.split(",", 2)[0].equals(word))
        .findFirst();
  }

  /// An example target of each kind, for the help text.
  static String examples() {
    return Arrays.stream(values())
        .map(kind -> "sim:" + kind.example)
        .collect(Collectors.joining(", "));
  }
}
