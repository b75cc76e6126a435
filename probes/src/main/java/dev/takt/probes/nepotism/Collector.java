package dev.takt.probes.nepotism;

import java.util.Locale;

/// A garbage collector of HotSpot.
public enum Collector {
  SERIAL("Serial"),
  PARALLEL("Parallel"),
  G1("G1"),
  ZGC("Z"),
  /// Without generations, as it is by default.
  SHENANDOAH("Shenandoah");

  private final String option;

  Collector(String option) {
    this.option = option;
  }

  /// Its name on the command line.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The option that chooses it.
  String option() {
    return "-XX:+Use" + option + "GC";
  }
}
