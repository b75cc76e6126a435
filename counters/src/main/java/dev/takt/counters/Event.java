package dev.takt.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Something that happens in a processor or in the kernel, and that can be counted: one that Linux
/// has a general name for, or one that only a certain performance monitoring unit (PMU) has.
public sealed interface Event permits StandardEvent, PmuEvent {

  /// Its name as users write it: `branch-misses`, `cpu/mem-loads/`.
  String label();

  /// Whether a processor counts it, rather than the kernel.
  boolean isHardware();

  /// The event with a name. Only its form is checked: whether this machine has the event is seen
  /// when it is opened.
  ///
  /// @param name the label of a [StandardEvent], or `PMU/TERMS/` as in perf
  /// @throws IllegalArgumentException with a message for people
  static Event parse(String name) {
    if (name.indexOf('/') >= 0) {
      return PmuEvent.parse(name);
    }
    return Stream.of(StandardEvent.values())
        .filter(each -> each.label().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no event '"
                    + name
                    + "'; there are "
                    + StandardEvent.labels()
                    + ", and PMU/TERMS/"));
  }

  /// The events of a list separated by commas, each once. Commas between slashes belong to an
  /// event: `cycles,cpu/event=0x2e,umask=0x41/`.
  ///
  /// @throws IllegalArgumentException with a message for people
  static List<Event> parseList(String list) {
    List<Event> events = new ArrayList<>();
    int begin = 0;
    boolean isInTerms = false;
    for (int i = 0; i <= list.length(); i++) {
      boolean isEnd = i == list.length();
      if (!isEnd && list.charAt(i) == '/') {
        isInTerms = !isInTerms;
      }
      if (isEnd || (list.charAt(i) == ',' && !isInTerms)) {
        Event event = parse(list.substring(begin, i).strip());
        if (!events.contains(event)) {
          events.add(event);
        }
        begin = i + 1;
      }
    }
    return events;
  }
}
