package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.WireDriver;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations that another module supplies.
///
/// @param isRehearsal whether they warm up the generator or the target
/// @param routed null if no node is better than the others
record ProvidedOperations(Workload workload, boolean isRehearsal, @Nullable RoutedRequests routed)
    implements Operations {

  /// @param routing null if no node is better than the others
  static ProvidedOperations of(Workload workload, @Nullable TokenRouting routing) {
    return new ProvidedOperations(
        workload, false, routing == null ? null : new RoutedRequests(workload, routing));
  }

  @Override
  public List<String> statements() {
    return workload.statements();
  }

  @Override
  public Operations forWarmup() {
    return new ProvidedOperations(workload, true, null);
  }

  @Override
  public CqlCodec newCodec(CqlSession session, int stream, Execution execution) {
    return new ProvidedCodec(session, stream, execution, workload.newRequest(isRehearsal), routed);
  }

  @Override
  public ByteBuffer sampleAnswer(Version version, int operation, int step, int stream) {
    Workload.Sample sample = workload.sample(operation, step);
    return SampleAnswer.rows(version, stream, sample.rows(), sample.columns(), sample.valueBytes());
  }

  @Override
  public boolean isRepeatable(int operation) {
    return workload.isRepeatable(operation);
  }

  /// Begins the operation, because only its request knows the partition.
  @Override
  public int preferredEndpoint(int operation, long n) {
    return routed == null ? WireDriver.ANY_ENDPOINT : routed.begin(operation, n);
  }

  /// Begins operations of a [Workload] before their connection is chosen, which depends on their
  /// partition. Each thread has a request for that, and exchanges it with the one of the codec that
  /// then carries the operation out. Allocates nothing in steady state.
  static final class RoutedRequests {

    private final TokenRouting routing;
    private final ThreadLocal<Begun> ofThread;

    RoutedRequests(Workload workload, TokenRouting routing) {
      this.routing = routing;
      this.ofThread = ThreadLocal.withInitial(() -> new Begun(workload.newRequest(false)));
    }

    /// Begins an operation that this thread is about to send.
    ///
    /// @return the index of a node with its partition, or [WireDriver#ANY_ENDPOINT]
    int begin(int operation, long n) {
      return ofThread.get().begin(operation, n, routing);
    }

    /// Takes the request that has begun an operation.
    ///
    /// @param idle a request without an operation, given in exchange; returned if none has begun it
    Request take(int operation, long n, Request idle) {
      return ofThread.get().take(operation, n, idle);
    }

    /// The request of a thread. Its row is the first one of the operation's batch, as drivers of
    /// Cassandra choose the node of a batch.
    private static final class Begun implements TokenRouting.Values {

      private static final int FIRST_SIZE = 1024;
      private static final int MAX_SIZE = 1 << 28;

      private Request request;
      private boolean hasBegun;
      private int operation;
      private long number;

      /// The values of the row, as in a message.
      private ByteBuffer row = ByteBuffer.allocate(FIRST_SIZE);

      Begun(Request request) {
        this.request = request;
      }

      int begin(int newOperation, long n, TokenRouting routing) {
        if (hasBegun) {
          request.abandoned(); // it was never sent
        }
        operation = newOperation;
        number = n;
        hasBegun = true;
        request.begin(operation, n);
        int statement = request.statement();
        return routing.isRouted(statement) && request.rows() > 0 && readRow()
            ? routing.endpoint(statement, n, this)
            : WireDriver.ANY_ENDPOINT;
      }

      private boolean readRow() {
        while (true) {
          try {
            request.putValues(0, row.clear());
            row.flip();
            return true;
          } catch (BufferOverflowException e) {
            if (row.capacity() >= MAX_SIZE) {
              return false;
            }
            row = ByteBuffer.allocate(2 * row.capacity());
          }
        }
      }

      @Override
      public void put(int statement, int parameter, long n, ByteBuffer out) {
        int at = Short.BYTES;
        for (int i = 0; i < parameter; i++) {
          at += Integer.BYTES + Math.max(0, row.getInt(at));
        }
        int size = Integer.BYTES + Math.max(0, row.getInt(at));
        out.put(row.array(), at, size);
      }

      Request take(int wanted, long n, Request idle) {
        if (!hasBegun || operation != wanted || number != n) {
          return idle;
        }
        hasBegun = false;
        Request begun = request;
        request = idle;
        return begun;
      }
    }
  }
}
