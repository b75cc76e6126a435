package dev.takt.queues;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The field offsets of a class in a JVM, from the output of [LayoutProgram].
///
/// @param size of an object, including alignment: the next object may begin there
record Layout(String className, int size, List<Field> fields) {

  /// @param host the simple name of the class that declares it
  record Field(String host, String name, int offset, int size) {
    int end() {
      return offset + size;
    }
  }

  /// The bytes from the first one of some fields to the last one.
  record Span(String what, int begin, int end) {
    int length() {
      return end - begin;
    }

    Span shifted(int bytes) {
      return new Span("next " + what, begin + bytes, end + bytes);
    }
  }

  /// The layout of the class with this simple name.
  static Layout parsed(String className, List<String> lines) {
    int size = 0;
    List<Field> fields = new ArrayList<>();
    boolean here = false;
    for (String line : lines) {
      String[] word = line.split(" ", -1);
      if (word[0].equals("class")) {
        here = simple(word[1]).equals(className);
        size = here ? Integer.parseInt(word[2]) : size;
      } else if (here) {
        fields.add(
            new Field(
                simple(word[1]), word[2], Integer.parseInt(word[3]), Integer.parseInt(word[4])));
      }
    }
    return new Layout(className, size, fields);
  }

  private static String simple(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /// The span of the fields of one class, which must have some.
  Span span(String host) {
    return new Span(
        host,
        of(host).stream().mapToInt(Field::offset).min().orElseThrow(),
        of(host).stream().mapToInt(Field::end).max().orElseThrow());
  }

  private List<Field> of(String host) {
    return fields.stream().filter(field -> field.host.equals(host)).collect(Collectors.toList());
  }

  /// The violations, if the fields of each class in `groups` must be `distance` bytes away from
  /// those of the others, and from both ends of the object, and if all other classes must be in
  /// `pads`.
  List<String> faults(Set<String> groups, Set<String> pads, int distance) {
    List<String> faults = new ArrayList<>();
    for (Field field : fields) {
      if (!groups.contains(field.host) && !pads.contains(field.host)) {
        faults.add(field + " is in no group");
      }
    }
    List<Span> spans = new ArrayList<>();
    groups.forEach(group -> spans.add(span(group)));
    spans.add(new Span("begin", 0, 0));
    spans.add(new Span("end", size, size));
    spans.sort(Comparator.comparingInt(Span::begin));
    for (int i = 1; i < spans.size(); i++) {
      Span before = spans.get(i - 1);
      Span after = spans.get(i);
      if (after.begin - before.end < distance) {
        faults.add(before + " and " + after + " are not " + distance + " bytes apart");
      }
    }
    return faults;
  }

  /// At how many of the positions that a JVM may choose for an object (8 bytes apart at least) an
  /// aligned block of memory has bytes of both spans. A block is a cache line, or a pair of them.
  static int placesWithCommonBlock(Span first, Span second, int block) {
    int common = 0;
    // Not below 0, where division would round up.
    for (int place = block; place < 2 * block; place += 8) {
      if ((place + first.end - 1) / block == (place + second.begin) / block) {
        common++;
      }
    }
    return common;
  }
}
