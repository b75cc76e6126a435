package dev.takt.load.config.ycsb;

import dev.takt.load.keyvalue.KeyValueDraft;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueWorkload;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts its instances and calls of [#begin].
public final class CountedWorkload implements KeyValueWorkload {

  static final AtomicInteger MADE = new AtomicInteger();
  static final AtomicInteger BEGUN = new AtomicInteger();

  /// Counts one instance.
  public CountedWorkload() {
    MADE.incrementAndGet();
  }

  @Override
  public void begin(Map<String, String> properties, long seed) {
    BEGUN.incrementAndGet();
  }

  @Override
  public List<KeyValueKind> kinds() {
    return List.of(KeyValueKind.READ);
  }

  @Override
  public List<String> fieldNames() {
    return List.of("name");
  }

  @Override
  public int maxValueLength() {
    return 10;
  }

  @Override
  public void draft(KeyValueKind kind, long n, KeyValueDraft draft) {
    draft.key("key-" + n);
  }
}
