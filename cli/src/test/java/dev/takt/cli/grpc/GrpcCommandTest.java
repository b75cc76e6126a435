package dev.takt.cli.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `takt grpc` with files; with servers, `GrpcCatalogTest` of the driver.
class GrpcCommandTest {

  @TempDir private Path folder;
  private World world;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    world = new World(folder);
    file =
        Files.writeString(
                folder.resolve("a.proto"),
                """
                syntax = "proto3";
                package a;
                service S { rpc Do(M) returns (stream M); rpc Go(M) returns (M); }
                message M {
                  optional int32 id = 1;
                  oneof choice { string text = 2; E kind = 3; }
                  map<string, M> more = 4;
                  repeated E all = 5;
                  enum E { NONE = 0; SOME = 3; }
                }
                """)
            .toString();
  }

  @Test
  void methodsOfAServiceAreListed() {
    assertThat(world.run("grpc", "list", "--proto", file)).isEqualTo(ExitCode.OK);
    assertThat(world.run("grpc", "list", "--proto", file, "a.S")).isEqualTo(ExitCode.OK);
    assertThat(world.out()).isEqualTo("a.S\na.S/Do\na.S/Go\n");
  }

  @Test
  void messageIsDescribedAsAFileHasIt() {
    assertThat(world.run("grpc", "describe", "--proto", file, "a.M")).isEqualTo(ExitCode.OK);
    assertThat(world.out())
        .isEqualTo(
            """
            message a.M {
              optional int32 id = 1;
              oneof choice {
                string text = 2;
                a.M.E kind = 3;
              }
              map<string, a.M> more = 4;
              repeated a.M.E all = 5;
              enum E {
                NONE = 0;
                SOME = 3;
              }
            }
            """);
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertThat(world.run("grpc", "describe", "--proto", file, "a.X")).isEqualTo(ExitCode.FAILED);
    assertThat(world.run("grpc", "list", "--proto", file, "a.M")).isEqualTo(ExitCode.FAILED);
    assertThat(world.run("grpc", "list", "--protoset", file)).isEqualTo(ExitCode.FAILED);
    assertThat(world.run("grpc", "list")).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("takt: there is no a.X\n", "takt: a.M is not a service\n");
    assertThat(world.err()).contains("is no descriptor set", "a target is needed");
    assertThat(world.out()).isEmpty();
  }
}
