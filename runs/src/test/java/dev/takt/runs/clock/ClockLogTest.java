package dev.takt.runs.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockLogTest {

  @TempDir private Path folder;
  private Path file = Path.of("clocks.bin");

  @BeforeEach
  void setFile() {
    file = folder.resolve(ClockLog.FILE_NAME);
  }

  @Test
  void fileHasTheDocumentedBytes() throws IOException {
    try (ClockLog log = ClockLog.create(file)) {
      log.add("a", new Exchange(1, -2, 3, 0x0123456789ABCDEFL));
    }
    String expected =
        "54414b54434c4b0a 00000001"
            + "00000006 0b4b1b5e 01 00000000 61"
            + "00000025 00000000 02 00000000"
            + "0000000000000001 fffffffffffffffe 0000000000000003 0123456789abcdef"
            + "00000009 00000000 03 0000000000000001";
    byte[] bytes = Files.readAllBytes(file);
    // Checksums are checked by the damage test.
    for (int at : new int[] {16, 30, 75}) {
      Arrays.fill(bytes, at, at + 4, (byte) 0);
    }
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(expected.replace(" ", "").replace("0b4b1b5e", "00000000"));
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    Map<String, List<Exchange>> expected = write(3, 1000);
    Map<String, List<Exchange>> found = new LinkedHashMap<>();
    assertThat(read(found)).isTrue();
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void flushedExchangesCanBeReadWhileTheFileGrows() throws IOException {
    try (ClockLog log = ClockLog.create(file)) {
      log.add("Müller 1", new Exchange(1, 2, 3, 4));
      log.flush();
      log.flush();
      Map<String, List<Exchange>> found = new LinkedHashMap<>();
      assertThat(read(found)).isFalse();
      assertThat(found).isEqualTo(Map.of("Müller 1", List.of(new Exchange(1, 2, 3, 4))));
    }
  }

  @Test
  void truncatedFileIsReadUpToItsLastWholeFrame() throws IOException {
    Map<String, List<Exchange>> expected = write(2, 600);
    byte[] whole = Files.readAllBytes(file);
    int before = 0;
    for (int length = 12; length < whole.length; length += 97) {
      Files.write(file, Arrays.copyOf(whole, length));
      Map<String, List<Exchange>> found = new LinkedHashMap<>();
      assertThat(read(found)).isFalse();
      int count = 0;
      for (Map.Entry<String, List<Exchange>> each : found.entrySet()) {
        List<Exchange> all = expected.getOrDefault(each.getKey(), List.of());
        assertThat(each.getValue()).isEqualTo(all.subList(0, each.getValue().size()));
        count += each.getValue().size();
      }
      assertThat(count).isGreaterThanOrEqualTo(before);
      before = count;
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    Map<String, List<Exchange>> allButTheEnd = new LinkedHashMap<>();
    assertThat(read(allButTheEnd)).isFalse();
    assertThat(allButTheEnd).isEqualTo(expected);
  }

  @Test
  void damagedFrameEndsTheFile() throws IOException {
    write(1, 100);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(12, damaged.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      Map<String, List<Exchange>> found = new LinkedHashMap<>();
      assertThat(read(found)).isFalse();
      assertThat(found.values().stream().mapToInt(List::size).sum()).isIn(0, 100);
    }
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Files.writeString(file, "TAKTOPS\n\0\0\0\1");
    assertThatThrownBy(() -> read(Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read " + file + ": not a clock log of Takt");
    Files.writeString(file, "TAKTCLK\n\0\0\0\2");
    assertThatThrownBy(() -> read(Map.of()))
        .hasMessage("cannot read " + file + ": has format 2; this Takt reads up to 1");
    Files.writeString(file, "TAKTCLK");
    assertThatThrownBy(() -> read(Map.of())).hasMessageContaining("not a clock log");
    Files.delete(file);
    assertThatThrownBy(() -> read(Map.of())).hasMessageContaining("no such file");
  }

  @Test
  void boundsOfAFileAreThoseOfItsExchanges() throws IOException {
    SimulatedPeer peer = SimulatedPeer.drifting(new Random(1), 60, 50, true);
    peer.exchangeAllTheTime(new Random(2));
    OffsetBounds expected = new OffsetBounds();
    try (ClockLog log = ClockLog.create(file)) {
      for (Exchange exchange : peer.exchanges) {
        expected.add(exchange);
        log.add("machine-1", exchange);
      }
    }
    long moment = SimulatedPeer.START + 20 * SimulatedPeer.SECOND;
    Map<String, OffsetBounds> bounds = ClockLog.readBounds(file);
    assertThat(bounds.keySet()).containsExactly("machine-1");
    assertThat(bounds.values().iterator().next().at(moment)).isEqualTo(expected.at(moment));
  }

  @Test
  void statedBoundHasTheDocumentedBytes() throws IOException {
    try (ClockLog log = ClockLog.create(file)) {
      log.add("a", new StatedBound(1, new WallReading(-2, 3, 4), new WallReading(5, 6, 7)));
    }
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 30, 34, (byte) 0);
    assertThat(HexFormat.of().formatHex(bytes, 26, 26 + 8 + 61))
        .isEqualTo(
            ("0000003d 00000000 04 00000000 0000000000000001"
                    + " fffffffffffffffe 0000000000000003 0000000000000004"
                    + " 0000000000000005 0000000000000006 0000000000000007")
                .replace(" ", ""));
  }

  @Test
  void statedBoundsAreReadInTheirOrderUpToWhereTheFileIsCutOff() throws IOException {
    SimulatedPeer peer = SimulatedPeer.drifting(new Random(1), 300, 50, false);
    peer.exchangeAllTheTime(new Random(2));
    List<StatedBound> stated = peer.stateAllTheTime(new Random(3), 50_000);
    writeMixed(peer.exchanges, stated);
    List<Exchange> exchangesRead = new ArrayList<>();
    List<StatedBound> statedRead = new ArrayList<>();
    assertThat(
            ClockLog.read(
                file, (_, each) -> exchangesRead.add(each), (_, each) -> statedRead.add(each)))
        .isTrue();
    assertThat(exchangesRead).isEqualTo(peer.exchanges);
    assertThat(statedRead).isEqualTo(stated);

    byte[] whole = Files.readAllBytes(file);
    int most = 0;
    for (int length = 12; length < whole.length; length += 997) {
      Files.write(file, Arrays.copyOf(whole, length));
      statedRead.clear();
      assertThat(ClockLog.read(file, (_, _) -> {}, (_, each) -> statedRead.add(each))).isFalse();
      assertThat(statedRead).isEqualTo(stated.subList(0, statedRead.size()));
      most = Math.max(most, statedRead.size());
    }
    assertThat(most).isBetween(1, stated.size());
  }

  @Test
  void boundsOfAFileUseWhatTheKernelsState() throws IOException {
    SimulatedPeer peer = SimulatedPeer.drifting(new Random(1), 60, 50, true);
    peer.exchangeAllTheTime(new Random(2));
    List<StatedBound> stated = peer.stateAllTheTime(new Random(3), 5_000);
    OffsetBounds expected = new OffsetBounds();
    peer.exchanges.forEach(expected::add);
    long moment = SimulatedPeer.START + 20 * SimulatedPeer.SECOND;
    long alone = expected.at(moment).orElseThrow().errorNanos();
    stated.forEach(expected::add);
    writeMixed(peer.exchanges, stated);
    OffsetBounds read = ClockLog.readBounds(file).values().iterator().next();
    assertThat(read.at(moment)).isEqualTo(expected.at(moment));
    assertThat(read.at(moment).orElseThrow().errorNanos()).isLessThan(alone / 2);
  }

  /// A frame with a correct checksum, but with values that no kernel states.
  @Test
  void valuesThatNoKernelStatesEndTheFile() throws IOException {
    try (ClockLog log = ClockLog.create(file)) {
      log.add("a", new Exchange(1, 2, 3, 4));
      log.flush();
      log.add("a", new StatedBound(1, new WallReading(2, 3, 4), new WallReading(5, 6, 7)));
    }
    byte[] whole = Files.readAllBytes(file);
    int frame = 26 + 8 + 37;
    for (int field = 0; field < 7; field++) {
      byte[] hostile = whole.clone();
      hostile[frame + 8 + 5 + field * 8] = 0x7f;
      CRC32 crc = new CRC32();
      crc.update(hostile, frame + 8, 61);
      ByteBuffer.wrap(hostile).putInt(frame + 4, (int) crc.getValue());
      Files.write(file, hostile);
      List<Exchange> exchanges = new ArrayList<>();
      boolean isRefused = !ClockLog.read(file, (_, each) -> exchanges.add(each), (_, _) -> {});
      assertThat(exchanges).hasSize(1);
      // A monotonic clock can have any value. It is only refused if it is before it was asked for.
      assertThat(isRefused).as("field " + field).isEqualTo(field != 1 && field != 4);
      assertThat(ClockLog.readBounds(file).get("a")).isNotNull();
    }
  }

  private void writeMixed(List<Exchange> exchanges, List<StatedBound> stated) throws IOException {
    try (ClockLog log = ClockLog.create(file)) {
      for (int i = 0; i < Math.max(exchanges.size(), stated.size()); i++) {
        if (i < exchanges.size()) {
          log.add("machine-1", exchanges.get(i));
        }
        if (i < stated.size()) {
          log.add("machine-1", stated.get(i));
        }
        if (i % 100 == 7) {
          log.flush();
        }
      }
    }
  }

  private Map<String, List<Exchange>> write(int machines, int count) throws IOException {
    Random random = new Random(1);
    Map<String, List<Exchange>> expected = new LinkedHashMap<>();
    try (ClockLog log = ClockLog.create(file)) {
      for (int i = 0; i < count; i++) {
        for (int machine = 0; machine < machines; machine++) {
          String name = "machine " + machine;
          long t1 = random.nextLong(1L << 60);
          long t2 = random.nextLong(1L << 60);
          Exchange exchange =
              new Exchange(t1, t2, t2 + random.nextLong(1000), t1 + random.nextLong(1000));
          expected.computeIfAbsent(name, _ -> new ArrayList<>()).add(exchange);
          log.add(name, exchange);
        }
      }
    }
    return expected;
  }

  private boolean read(Map<String, List<Exchange>> into) throws IOException {
    return ClockLog.read(
        file,
        (name, e) -> into.computeIfAbsent(name, _ -> new ArrayList<>()).add(e),
        (name, _) -> fail("nothing is stated of " + name));
  }
}
