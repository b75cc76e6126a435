package dev.takt.cassandra.stress.table;

import dev.takt.cassandra.stress.command.TokenRange;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The ranges of tokens that a query reads, a page at a time: once, or again and again. An
/// operation takes a range, reads its next page, and gives it back. Thread-safe.
///
/// The ranges of the last operations can be fewer than the operations at a time. Others then read
/// the first ranges again, until the last ones have been read; that is not counted.
public final class TokenRanges {

  private static final String PARTITIONER = "Murmur3Partitioner";

  private final List<Bounds> all;
  private final boolean wraps;

  /// What can be taken: ranges that have been begun before others.
  private final Deque<Range> pending = new ArrayDeque<>();

  /// How many ranges of the first pass have not been read to their end.
  private int unread;

  private Runnable done = () -> {};

  private TokenRanges(List<Bounds> all, boolean wraps) {
    this.all = List.copyOf(all);
    this.wraps = wraps;
    this.unread = all.size();
    addPass(true);
  }

  /// Tokens above the first number, up to the second one.
  public record Bounds(long above, long to) {}

  /// A range, and how far it has been read. Used by one operation at a time.
  public static final class Range {

    private final Bounds bounds;
    private final boolean isCounted;

    /// Where its next page begins; null for its first one.
    private byte @Nullable [] page;

    /// The token of the last row, if there was one.
    private long token;

    private Range(Bounds bounds, boolean isCounted) {
      this.bounds = bounds;
      this.isCounted = isCounted;
      this.token = bounds.above; // no row has it
    }

    public Bounds bounds() {
      return bounds;
    }

    /// Whether its rows count.
    public boolean isCounted() {
      return isCounted;
    }

    public byte @Nullable [] page() {
      return page;
    }

    public long token() {
      return token;
    }
  }

  /// The tokens of all nodes.
  ///
  /// @throws DriverException if the tokens are not those of the usual partitioner
  public static List<Long> readTokens(Database database) throws DriverException {
    List<Long> tokens = new ArrayList<>();
    Rows.Row local =
        database.query("SELECT partitioner, tokens FROM system.local").rows().getFirst();
    String partitioner = local.text("partitioner");
    if (!partitioner.endsWith(PARTITIONER)) {
      throw new DriverException(
          "token range queries need " + PARTITIONER + "; the cluster has " + partitioner);
    }
    local.texts("tokens").forEach(each -> tokens.add(Long.valueOf(each)));
    for (Rows.Row peer : database.query("SELECT tokens FROM system.peers").rows()) {
      peer.texts("tokens").forEach(each -> tokens.add(Long.valueOf(each)));
    }
    return tokens;
  }

  /// The ranges between tokens, each split into so many parts that there are enough.
  ///
  /// @param tokens that end the ranges of nodes, in any order
  /// @param atLeast how many ranges there must be
  public static TokenRanges of(List<Long> tokens, TokenRange options, int atLeast) {
    List<Long> ends = new ArrayList<>(new TreeSet<>(tokens));
    if (ends.isEmpty() || ends.getLast() != Long.MAX_VALUE) {
      ends.add(Long.MAX_VALUE);
    }
    long parts = Math.max(options.splitFactor(), Math.ceilDiv(atLeast, ends.size()));
    List<Bounds> all = new ArrayList<>();
    long above = Long.MIN_VALUE; // no partition has this token
    for (long end : ends) {
      split(new Bounds(above, end), parts, all);
      above = end;
    }
    return new TokenRanges(all, options.wraps());
  }

  private static void split(Bounds whole, long parts, List<Bounds> into) {
    BigInteger first = BigInteger.valueOf(whole.above);
    BigInteger width = BigInteger.valueOf(whole.to).subtract(first);
    long above = whole.above;
    for (long i = 1; i <= parts; i++) {
      BigInteger share = width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(parts));
      long to = first.add(share).longValueExact();
      if (to > above) {
        into.add(new Bounds(above, to));
      }
      above = to;
    }
  }

  private void addPass(boolean isCounted) {
    all.forEach(each -> pending.addLast(new Range(each, isCounted)));
  }

  /// The same ranges from the start, again and again.
  public TokenRanges forRehearsal() {
    return new TokenRanges(all, true);
  }

  /// Sets what is to be called once all ranges have been read, if they are read once.
  public synchronized void whenDone(Runnable end) {
    done = end;
  }

  public int size() {
    return all.size();
  }

  /// Takes a range to read its next page.
  public synchronized Range take() {
    if (pending.isEmpty()) {
      addPass(wraps);
    }
    return pending.removeFirst();
  }

  /// Gives a range back whose page has been read.
  ///
  /// @param nextPage null if that was the last page
  /// @param lastToken that of the last row
  public void read(Range range, byte @Nullable [] nextPage, long lastToken) {
    Runnable end;
    synchronized (this) {
      range.page = nextPage;
      range.token = lastToken;
      if (nextPage != null) {
        giveBack(range);
      } else if (range.isCounted) {
        unread--;
      }
      end = !wraps && nextPage == null && range.isCounted && unread == 0 ? done : null;
    }
    if (end != null) {
      end.run();
    }
  }

  /// Gives a range back whose page could not be read. Counted ranges come before the others.
  public synchronized void giveBack(Range range) {
    if (range.isCounted) {
      pending.addFirst(range);
    } else {
      pending.addLast(range);
    }
  }
}
