package dev.takt.counters;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An event of one performance monitoring unit (PMU), written as for perf: `cpu/mem-loads/` by the
/// kernel's name for it, or `cpu/event=0x2e,umask=0x41/` by the fields of the processor's manual.
/// The kernel lists the PMUs in `/sys/bus/event_source/devices`, each with its `events` and the
/// fields of its `format`.
///
/// @param pmu the PMU's name, such as `cpu_core` or `armv8_pmuv3_0`
/// @param terms names of events, fields, and fields with values, separated by commas
public record PmuEvent(String pmu, String terms) implements Event {

  private static final String WORD = "[A-Za-z0-9_.:-]+";
  private static final Pattern PMU = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]*");
  private static final Pattern TERMS =
      Pattern.compile(WORD + "(=" + WORD + ")?(," + WORD + "(=" + WORD + ")?)*");
  private static final Pattern FORM = Pattern.compile("([^/]+)/([^/]+)/");

  /// @throws IllegalArgumentException with a message for people, if these are not names
  public PmuEvent {
    if (!PMU.matcher(pmu).matches() || !TERMS.matcher(terms).matches()) {
      throw malformed(pmu + '/' + terms + '/');
    }
  }

  static PmuEvent parse(String name) {
    Matcher parts = FORM.matcher(name);
    if (!parts.matches()) {
      throw malformed(name);
    }
    return new PmuEvent(parts.group(1), parts.group(2));
  }

  private static IllegalArgumentException malformed(String name) {
    return new IllegalArgumentException(
        "'"
            + name
            + "' is not an event; write PMU/NAME/ or PMU/FIELD=NUMBER,…/,"
            + " such as cpu/mem-loads/ or cpu/event=0x2e,umask=0x41/");
  }

  @Override
  public String label() {
    return pmu + '/' + terms + '/';
  }

  @Override
  public boolean isHardware() {
    return true;
  }
}
