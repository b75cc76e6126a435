package dev.takt.report.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.SampleLog;
import dev.takt.report.page.SourceEntry;
import dev.takt.report.page.SourceSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SourceCacheTest {

  private static final String UNKNOWN = "0123456789abcde";

  @TempDir Path folder;

  private SourceCache sources() {
    return new SourceCache(new Catalog(List.of(folder), IndexCache.NONE, TimeColumns.AUTO));
  }

  private void log(String name, long secondsAgo) throws Exception {
    Path log = SampleLog.write(folder.resolve(name), List.of("rt"), 2, 5);
    Files.setLastModifiedTime(log, FileTime.from(Instant.now().minusSeconds(secondsAgo)));
  }

  private List<String> ids(int logs) throws Exception {
    for (int i = 0; i < logs; i++) {
      log(i + ".hdr", 3600);
    }
    return new Catalog(List.of(folder), IndexCache.NONE, TimeColumns.AUTO)
        .scan().stream().map(SourceEntry::id).toList();
  }

  private static SourceSession open(SourceCache sources, String id) throws Exception {
    try (SourceHandle lease = sources.acquire(id)) {
      return lease.source();
    }
  }

  @Test
  void leasedSourcesStayAndLeastRecentlyUsedIsEvicted() throws Exception {
    List<String> ids = ids(8);
    try (SourceCache sources = sources();
        SourceHandle used = sources.acquire(ids.get(0))) {
      SourceSession idle = open(sources, ids.get(1));
      assertThat(open(sources, ids.get(1))).isSameAs(idle);
      for (String each : ids.subList(2, 8)) {
        open(sources, each);
      }
      assertThat(open(sources, ids.get(0))).isSameAs(used.source());
      assertThat(open(sources, ids.get(1))).isNotSameAs(idle);
    }
  }

  @Test
  void unknownIdDoesNotEvict() throws Exception {
    String id = ids(1).getFirst();
    try (SourceCache sources = sources()) {
      SourceSession known = open(sources, id);
      for (int i = 0; i < 10; i++) {
        String unknown = UNKNOWN + i;
        assertThatThrownBy(() -> sources.acquire(unknown)).isInstanceOf(HttpError.class);
      }
      assertThat(open(sources, id)).isSameAs(known);
    }
  }

  @Test
  void replacedSourceIsReopenedWhileTheOldOneIsInUse() throws Exception {
    String id = ids(1).getFirst();
    try (SourceCache sources = sources();
        SourceHandle old = sources.acquire(id)) {
      Files.delete(folder.resolve("0.hdr"));
      log("0.hdr", 1800);
      SourceSession replaced = open(sources, id);
      assertThat(replaced).isNotSameAs(old.source());
      assertThat(open(sources, id)).isSameAs(replaced);
      assertThat(old.source().columns("rt", 0, Long.MAX_VALUE, 1)).isNotEmpty();
    }
  }

  @Test
  void closedCacheOpensNothing() throws Exception {
    String id = ids(1).getFirst();
    SourceCache sources = sources();
    sources.close();
    assertThatThrownBy(() -> sources.acquire(id)).isInstanceOf(HttpError.class);
  }
}
