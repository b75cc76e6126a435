package dev.takt.driver.grpc.schema;

import java.util.List;

/// Messages of all kinds of fields.
public final class TestSchemas {

  /// Of proto3 (`t.Three`, `t.Tiny`), proto2 (`t.Two`) and an edition (`e.M`).
  public static final Schema ALL =
      Schema.link(
          List.of(
              ProtoParser.parse(
                  "three.proto",
                  """
                  syntax = "proto3";
                  package t;
                  import "google/protobuf/any.proto";
                  import "google/protobuf/duration.proto";
                  import "google/protobuf/empty.proto";
                  import "google/protobuf/field_mask.proto";
                  import "google/protobuf/struct.proto";
                  import "google/protobuf/timestamp.proto";
                  import "google/protobuf/wrappers.proto";
                  enum State { ZERO = 0; TWO = 2; NEG = -1; }
                  message Tiny { int32 id = 1; string name = 2; }
                  message Three {
                    string st = 20; // out of order
                    int32 i32 = 1; int64 i64 = 2; uint32 u32 = 3; uint64 u64 = 4; sint32 s32 = 5;
                    sint64 s64 = 6; fixed32 f32 = 7; fixed64 f64 = 8; sfixed32 sf32 = 9;
                    sfixed64 sf64 = 10; float fl = 11; double db = 12; bool bo = 13; bytes by = 15;
                    State en = 16;
                    Three child = 17; optional int32 optional = 18; int32 some_name = 19;
                    int32 renamed = 21 [json_name = "custom"];
                    oneof choice { string choice_text = 22; int32 choice_number = 23; Three choice_child = 24; }
                    repeated int32 many = 25; repeated int32 unpacked = 26 [packed = false];
                    repeated string texts = 27; repeated State enums = 28; repeated Three children = 29;
                    repeated double doubles = 2000;
                    map<string, int32> map = 31; map<sint32, Three> by_number = 32; map<bool, State> by_bool = 33;
                    google.protobuf.Timestamp time = 40; google.protobuf.Duration duration = 41;
                    google.protobuf.FieldMask mask = 42; google.protobuf.Struct struct = 43;
                    google.protobuf.Value value = 44; google.protobuf.ListValue list = 45;
                    google.protobuf.NullValue nothing = 46; google.protobuf.Any any = 47;
                    google.protobuf.Empty empty = 48; repeated google.protobuf.Value values = 49;
                    google.protobuf.Int64Value wi64 = 50; google.protobuf.StringValue wst = 51;
                    google.protobuf.BoolValue wbo = 52; google.protobuf.DoubleValue wdb = 53;
                    google.protobuf.BytesValue wby = 54;
                  }
                  """),
              ProtoParser.parse(
                  "two.proto",
                  """
                  syntax = "proto2";
                  package t;
                  message Two {
                    required int32 req = 1; optional int32 opt = 2; optional string text = 3;
                    optional bool flag = 4; optional group Item = 5 { optional string name = 1; }
                    repeated group Items = 6 { optional int32 n = 1; }
                    repeated int32 numbers = 7; repeated int32 packed = 8 [packed = true];
                    enum Switch { ON = 1; OFF = 2; }
                    optional Switch state = 9;
                    extensions 100 to 200;
                  }
                  extend Two { optional string more = 100; }
                  """),
              ProtoParser.parse(
                  "e.proto",
                  """
                  edition = "2023";
                  package e;
                  message M {
                    int32 implicit = 1 [features.field_presence = IMPLICIT];
                    int32 explicit = 2;
                    repeated int32 numbers = 3;
                    repeated int32 expanded = 4 [features.repeated_field_encoding = EXPANDED];
                    M group = 5 [features.message_encoding = DELIMITED];
                  }
                  """)));

  /// The service `shop.Items`.
  public static final Schema SHOP =
      Schema.link(
          List.of(
              ProtoParser.parse(
                  "shop/items.proto",
                  """
                  syntax = "proto3";
                  package shop;
                  import "google/protobuf/timestamp.proto";
                  import "shop/types.proto";
                  // A shop.
                  service Items {
                    rpc Get(GetRequest) returns (Item);
                    rpc Watch(GetRequest) returns (stream Item);
                  }
                  message GetRequest { int64 id = 1; string name = 2; }
                  message Item {
                    int64 id = 1; string name = 2; repeated string tags = 3; Color color = 4;
                    google.protobuf.Timestamp added = 5; map<string, int32> stock = 6;
                  }
                  """),
              ProtoParser.parse(
                  "shop/types.proto",
                  "syntax = 'proto3'; package shop; enum Color { RED = 0; BLUE = 1; }")));

  private TestSchemas() {}
}
