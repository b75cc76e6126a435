/// Drives stores through unchanged YCSB bindings. Their jars are loaded in an isolated class loader
/// and called as YCSB would call them.
@NullMarked
package dev.takt.driver.ycsb;

import org.jspecify.annotations.NullMarked;
