package dev.takt.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The flags of YCSB's own command line, and what Takt has in their place. `-P`, `-p` and `-s` are
/// the same here.
final class YcsbFlags {

  private static final Map<String, String> COUNTERPARTS = counterparts();

  private YcsbFlags() {}

  private static Map<String, String> counterparts() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("-threads", "-threads N is -p threadcount=N");
    all.put("-target", "-target N is -p target=N");
    all.put("-db", "-db C is --target ycsb:C");
    all.put("-load", "-load is takt load");
    all.put("-t", "-t is not needed");
    all.put("-l", "-l TEXT is -p label=TEXT");
    return all;
  }

  /// What takes the place of those of the words that are flags of YCSB's; empty if none is.
  static String counterparts(List<String> words) {
    List<String> found =
        words.stream().distinct().filter(COUNTERPARTS::containsKey).map(COUNTERPARTS::get).toList();
    return String.join(", ", found);
  }
}
