package dev.takt.load.plan;

/// A value that was given to a key.
///
/// @param at where the key is
/// @param isFlag whether it was given on the command line
record Setting(String key, Origin at, Node value, boolean isFlag) {}
