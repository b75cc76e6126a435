package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import dev.takt.driver.grpc.schema.TestSchemas;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Deadline;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server of grpc-java with the service `shop.Items`. The item of an id has that id and the name
/// of the request. An id below 0 is answered with the status of that number: -5 with NOT_FOUND.
final class ShopServer implements AutoCloseable {

  /// A call as the server has seen it.
  ///
  /// @param timeLeft until its deadline; null without one
  record SeenCall(DynamicMessage request, Metadata metadata, @Nullable Long timeLeft) {}

  private static final Context.Key<Metadata> METADATA = Context.key("metadata");

  final List<SeenCall> seen;
  private final Server server;

  private ShopServer(Server server, List<SeenCall> seen) {
    this.server = server;
    this.seen = seen;
  }

  static ShopServer start(BindableService... services) throws IOException {
    return start(_ -> {}, services);
  }

  static ShopServer start(Consumer<NettyServerBuilder> settings, BindableService... services)
      throws IOException {
    return start(InsecureServerCredentials.create(), settings, services);
  }

  static ShopServer start(
      ServerCredentials credentials,
      Consumer<NettyServerBuilder> settings,
      BindableService... services)
      throws IOException {
    List<SeenCall> seen = Collections.synchronizedList(new ArrayList<>());
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), credentials);
    builder.addService(items(seen)).intercept(new Capture());
    for (BindableService each : services) {
      builder.addService(each);
    }
    settings.accept(builder);
    return new ShopServer(builder.build().start(), seen);
  }

  private static final class Capture implements ServerInterceptor {
    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
        ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
      if (headers.containsKey(key("want-gzip"))) {
        call.setCompression("gzip");
      }
      return Contexts.interceptCall(
          Context.current().withValue(METADATA, headers), call, headers, next);
    }
  }

  static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private static ServerServiceDefinition items(List<SeenCall> seen) {
    Descriptor request = type("shop.GetRequest");
    Descriptor item = type("shop.Item");
    MethodDescriptor<DynamicMessage, DynamicMessage> get =
        method("Get", MethodDescriptor.MethodType.UNARY, request, item);
    MethodDescriptor<DynamicMessage, DynamicMessage> watch =
        method("Watch", MethodDescriptor.MethodType.SERVER_STREAMING, request, item);
    ServiceDescriptor service =
        ServiceDescriptor.newBuilder("shop.Items")
            .setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> request.getFile())
            .addMethod(get)
            .addMethod(watch)
            .build();
    return ServerServiceDefinition.builder(service)
        .addMethod(
            get,
            ServerCalls.asyncUnaryCall((message, observer) -> {
              Deadline deadline = Context.current().getDeadline();
              seen.add(
                  new SeenCall(
                      message,
                      METADATA.get(),
                      deadline == null ? null : deadline.timeRemaining(TimeUnit.MILLISECONDS)));
              long id = (Long) message.getField(request.findFieldByName("id"));
              if (id == -100) {
                return; // never answered
              }
              if (id < 0) {
                observer.onError(
                    Status.fromCodeValue((int) -id)
                        .withDescription("no item ü " + id)
                        .asRuntimeException());
                return;
              }
              observer.onNext(
                  DynamicMessage.newBuilder(item)
                      .setField(item.findFieldByName("id"), id)
                      .setField(
                          item.findFieldByName("name"),
                          message.getField(request.findFieldByName("name")))
                      .build());
              observer.onCompleted();
            }))
        .addMethod(
            watch, ServerCalls.asyncServerStreamingCall((_, observer) -> observer.onCompleted()))
        .build();
  }

  private static Descriptor type(String name) {
    return Objects.requireNonNull(TestSchemas.SHOP.message(name));
  }

  private static MethodDescriptor<DynamicMessage, DynamicMessage> method(
      String name, MethodDescriptor.MethodType kind, Descriptor input, Descriptor output) {
    return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(kind)
        .setFullMethodName("shop.Items/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(input)))
        .setResponseMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(output)))
        .build();
  }

  String target() {
    return "grpc://127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
