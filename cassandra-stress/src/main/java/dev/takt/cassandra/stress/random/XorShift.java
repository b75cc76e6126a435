package dev.takt.cassandra.stress.random;

/// The xorshift generator of the bytes of texts and blobs. Each 32nd number first refreshes the
/// state by one draw of [JavaRandom], as setting the seed does. For one thread.
public final class XorShift {

  private static final int REFRESH_INTERVAL = 32;

  private final JavaRandom random = new JavaRandom();
  private long state;
  private int numbers;

  public void setSeed(long seed) {
    state = seed;
    refresh();
  }

  private void refresh() {
    numbers = 0;
    random.setSeed(state);
    state = random.nextLong();
  }

  /// The next 64 bits.
  public long nextLong() {
    if (++numbers == REFRESH_INTERVAL) {
      refresh();
    }
    long s = state;
    s ^= s >> 12; // arithmetic, as in cassandra-stress
    s ^= s << 25;
    s ^= s >> 27;
    state = s;
    return s * 2_685_821_657_736_338_717L;
  }
}
